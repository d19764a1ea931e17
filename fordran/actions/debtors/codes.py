"""Debtors' codes: how one is made of a letter or a case, and the stored mark that finds it again.

The key for making them is in the settings (`code_key`), apart from the database, so that a copy of the database opens
nothing. An installation that has none in its settings makes them with one derived from its own row.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from fordran.domain.numbers import debtor_code
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id


class OtherCodeKey(Exception):
    """The settings have another key than the codes on letters that were sent were made with."""

    def __init__(self) -> None:
        super().__init__(
            "The setting code_key is not the one that the codes on letters and invoices are made with: debtors could no "
            "longer use those they have. Set it as it was; it stands in fordran.toml, and in every backup."
        )


async def key_of(tx: Connection, operator: Operator) -> bytes:
    """The key of the installation's codes."""
    if operator.code_key:
        return operator.code_key.encode()
    return hmac.digest(await tx.fetchval("select token_key from installation"), b"debtor codes", hashlib.sha256)


async def hold_code_key(tx: Connection, operator: Operator) -> None:
    """Remember which key is used at the first start, and refuse another at every later one."""
    mark = hashlib.sha256(b"code key " + await key_of(tx, operator)).digest()
    known = await tx.fetchval("select code_key_mark from installation")
    if known is None:
        await tx.execute("update installation set code_key_mark = $1", mark)
    elif known != mark:
        raise OtherCodeKey


class CaseKey(NamedTuple):
    """A case by all that it belongs to."""

    account: str
    creditor: str
    case: str


async def code_for_letter(
    tx: Connection, operator: Operator, letter: str, account: str, creditor: str, cases: Sequence[str], now: datetime
) -> str:
    """The code that a letter carries, which from now on opens the cases that it is about."""
    key = await key_of(tx, operator)
    code = debtor_code.make(key, "letter", letter)
    mark = debtor_code.mark(key, code)
    await _keep(tx, [(CaseKey(account, creditor, case), mark) for case in cases], letter, now)
    return code


@dataclass(frozen=True)
class OwnCopy:
    """A further debtor's copy of letters: who gets it, the file, and the letters with their cases."""

    customer: str
    media: str
    letters: Sequence[tuple[str, CaseKey]]


async def code_for_copy(tx: Connection, operator: Operator, letter: str, customer: str) -> str:
    """The code that a further debtor's copy of a letter carries: the debtor's own, so that the page shows no other's details."""
    return debtor_code.make(await key_of(tx, operator), "letter", f"{letter} {customer}")


async def keep_copy(tx: Connection, operator: Operator, code: str, copy: OwnCopy, now: datetime) -> None:
    """Let the code of a copy open the cases of its letters from now on."""
    mark = debtor_code.mark(await key_of(tx, operator), code)
    for letter, case in copy.letters:
        await tx.execute(
            """insert into debtor_codes
                   (account_id, id, created, creditor_id, case_id, letter_id, code_mark, customer_id, media_id)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
               on conflict (account_id, code_mark, case_id) do update set media_id = excluded.media_id""",
            case.account,
            new_id(),
            now,
            case.creditor,
            case.case,
            letter,
            mark,
            copy.customer,
            copy.media,
        )


async def codes_for_cases(
    tx: Connection, operator: Operator, cases: Sequence[CaseKey], now: datetime
) -> dict[str, str]:
    """The own code of each case, which its invoice and links to it carry, and which from now on opens it."""
    key = await key_of(tx, operator)
    codes = {each.case: debtor_code.make(key, "case", each.case) for each in cases}
    await _keep(tx, [(each, debtor_code.mark(key, codes[each.case])) for each in cases], None, now)
    return codes


_KEEP = """
insert into debtor_codes (account_id, id, created, creditor_id, case_id, letter_id, code_mark)
select given.account_id, given.id, $1, given.creditor_id, given.case_id, $2, given.code_mark
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[])
    as given (id, account_id, creditor_id, case_id, code_mark)
on conflict (account_id, code_mark, case_id) do nothing
"""


async def _keep(tx: Connection, opened: Sequence[tuple[CaseKey, bytes]], letter: str | None, now: datetime) -> None:
    await tx.execute(
        _KEEP,
        now,
        letter,
        [new_id() for _ in opened],
        [each.account for each, _ in opened],
        [each.creditor for each, _ in opened],
        [each.case for each, _ in opened],
        [mark for _, mark in opened],
    )
