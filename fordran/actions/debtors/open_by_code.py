"""Open by code: the letter that a debtor has in hand, and the cases that a code is good for.

The answer never says why nothing was found. The caller counts the failures (docs/decisions/0034-letters-and-codes.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TypedDict

from fordran.actions.debtors.codes import key_of
from fordran.domain.kinds.channels import Channel
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.domain.languages import Language
from fordran.domain.numbers import debtor_code, letter_number
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


@dataclass(frozen=True)
class OpenedLetter:
    """A letter that left, with the cases that it is about."""

    id: str
    letter_number: str
    account: str
    creditor: str
    customer: str
    cases: tuple[str, ...]
    kind: LetterKind
    language: Language
    channel: Channel
    dated: date
    sent: datetime
    media: str | None


@dataclass(frozen=True)
class CaseByCode:
    """A case that a code opens, and the letter that carries the code, where it is a letter's."""

    id: str
    account: str
    creditor: str
    customer: str
    letter: str | None


class _CaseRow(TypedDict):
    id: str
    account_id: str
    creditor_id: str
    customer_id: str
    letter_id: str | None


# Erased data belongs to nobody, and a letter that never left is in nobody's hand.
_CASES = """
select k.id, k.account_id, k.creditor_id, coalesce(c.customer_id, k.customer_id) as customer_id, c.letter_id
from debtor_codes c
join cases k on k.account_id = c.account_id and k.id = c.case_id and k.erasure is null
left join letters l on l.account_id = c.account_id and l.id = c.letter_id
where c.code_mark = $1 and (c.letter_id is null or l.sent is not null) order by k.id
"""


async def cases_by_code(connection: Connection, operator: Operator, code: str) -> list[CaseByCode]:
    """The cases that a code opens, the oldest first; none for an unknown code."""
    if not debtor_code.is_valid(code):
        return []
    mark = debtor_code.mark(await key_of(connection, operator), code)
    return [
        CaseByCode(row["id"], row["account_id"], row["creditor_id"], row["customer_id"], row["letter_id"])
        for row in await fetch_rows(connection, _CaseRow, _CASES, mark)
    ]


class _LetterRow(TypedDict):
    id: str
    letter_number: str
    account_id: str
    creditor_id: str
    customer_id: str
    case_id: str
    kind: LetterKind
    language: Language
    channel: Channel
    dated: date
    sent: datetime
    media_id: str | None


_LETTER = """
select l.id, l.letter_number, l.account_id, l.creditor_id, l.customer_id, c.case_id, l.kind, l.language, e.channel, l.dated,
       l.sent, l.media_id
from debtor_codes c
join letters l on l.account_id = c.account_id and l.id = c.letter_id
join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
join cases k on k.account_id = c.account_id and k.id = c.case_id and k.erasure is null
where c.code_mark = $1 and l.letter_number = $2 and l.sent is not null order by c.case_id
"""


async def letter_by_code(connection: Connection, operator: Operator, number: str, code: str) -> OpenedLetter | None:
    """The letter with this number and code, if we sent it."""
    if not debtor_code.is_valid(code) or not letter_number.is_valid(number):
        return None
    mark = debtor_code.mark(await key_of(connection, operator), code)
    rows = await fetch_rows(connection, _LetterRow, _LETTER, mark, letter_number.compact(number))
    if not rows:
        return None
    row = rows[0]
    return OpenedLetter(
        id=row["id"],
        letter_number=row["letter_number"],
        account=row["account_id"],
        creditor=row["creditor_id"],
        customer=row["customer_id"],
        cases=tuple(each["case_id"] for each in rows),
        kind=row["kind"],
        language=row["language"],
        channel=row["channel"],
        dated=row["dated"],
        sent=row["sent"],
        media=row["media_id"],
    )
