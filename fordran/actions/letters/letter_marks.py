"""The number of a letter, and the code that opens its cases for the receiver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from fordran.actions.debtors.codes import code_for_letter
from fordran.actions.letters.letter_documents import QueuedLetter
from fordran.domain.numbers import letter_number
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import is_on_a_cluster
from fordran.store.connections.typed_rows import fetch_rows


@dataclass(frozen=True)
class LetterNumbers:
    """The number of each letter of a document, by its id, and the code of all, which an authority does not get."""

    numbers: dict[str, str]
    code: str | None


class _NumberRow(TypedDict):
    id: str
    letter_number: str | None
    account_number: int
    serial: int | None


# One that is made again keeps its number.
_DRAWN = "nextval('letter_serials')"
_GIVEN = "($3::bigint[])[row_number() over (order by l.id)]"
_NUMBERS = """
select l.id, l.letter_number, a.number as account_number,
       case when l.letter_number is null then {serial} end as serial
from letters l join accounts a on a.id = l.account_id where l.account_id = $1 and l.id = any($2)
"""


async def _numbers(tx: Connection, account: str, ids: list[str]) -> list[_NumberRow]:
    if not is_on_a_cluster(tx):
        return await fetch_rows(tx, _NumberRow, _NUMBERS.format(serial=_DRAWN), account, ids)
    # Other nodes of a cluster do not know a number that one node draws: so it is drawn here, one statement before.
    drawn = await tx.fetchval(f"select array(select {_DRAWN} from generate_series(1, $1))", len(ids))
    return await fetch_rows(tx, _NumberRow, _NUMBERS.format(serial=_GIVEN), account, ids, drawn)


async def mark_letters(
    tx: Connection, operator: Operator, letters: Sequence[QueuedLetter], now: datetime
) -> LetterNumbers:
    """Give the letters of one document their numbers, and the document its code. It carries the number of its first."""
    first, case = letters[0], letters[0].flowing.case
    rows = await _numbers(tx, case.account, [letter.id for letter in letters])
    numbers = {row["id"]: row["letter_number"] or _new_number(row) for row in rows}
    if first.kind == "enforcement":
        return LetterNumbers(numbers, None)
    cases = list(dict.fromkeys(letter.flowing.case.id for letter in letters))
    return LetterNumbers(
        numbers, await code_for_letter(tx, operator, first.id, case.account, case.creditor, cases, now)
    )


def _new_number(row: _NumberRow) -> str:
    assert row["serial"] is not None
    return letter_number.make(row["account_number"], row["serial"])


# By the customer's cases with the creditor, of which there are few.
_EARLIER = """
select exists (select 1 from cases k join letters l on l.account_id = k.account_id and l.case_id = k.id
    where k.account_id = $1 and k.customer_id = $2 and k.creditor_id = $3 and l.sent is not null
      and l.kind <> 'enforcement' and (l.kind = 'reminder') = $4)
"""


async def is_first_letter(tx: Connection, letter: QueuedLetter) -> bool:
    """Whether the customer has had no letter yet in the name that this one is in: reminders are the creditor's, others ours."""
    case, customer = letter.flowing.case, letter.flowing.row["customer_id"]
    return not await tx.fetchval(_EARLIER, case.account, customer, case.creditor, letter.kind == "reminder")
