"""Debtors' codes: how one is made of a letter or a case, and the mark by which it is found again.

The key they are made with stands in the settings (`code_key`), apart from the database, so that a copy of the database opens
nothing. An installation that has none in its settings makes them with one derived from its own row.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime

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


async def code_for_letter(
    tx: Connection, operator: Operator, letter: str, account: str, creditor: str, cases: Sequence[str], now: datetime
) -> str:
    """The code that a letter carries, which from now on opens the cases that it is about."""
    key = await key_of(tx, operator)
    code = debtor_code.make(key, "letter", letter)
    await _keep(tx, debtor_code.mark(key, code), account, creditor, cases, letter, now)
    return code


async def code_for_case(
    tx: Connection, operator: Operator, account: str, creditor: str, case: str, now: datetime
) -> str:
    """A case's own code, which its invoice and links to it carry, and which from now on opens it."""
    key = await key_of(tx, operator)
    code = debtor_code.make(key, "case", case)
    await _keep(tx, debtor_code.mark(key, code), account, creditor, [case], None, now)
    return code


_KEEP = """
insert into debtor_codes (account_id, id, created, creditor_id, case_id, letter_id, code_mark)
select $1, given.id, $2, $3, given.case_id, $4, $5 from unnest($6::text[], $7::text[]) as given (id, case_id)
on conflict (account_id, code_mark, case_id) do nothing
"""


async def _keep(
    tx: Connection, mark: bytes, account: str, creditor: str, cases: Sequence[str], letter: str | None, now: datetime
) -> None:
    await tx.execute(_KEEP, account, now, creditor, letter, mark, [new_id() for _ in cases], list(cases))
