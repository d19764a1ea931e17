"""Whether a second person is asked, and what has been approved. An approval is of an amount and an account, and of no other."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

import orjson

from fordran.domain.payouts.four_eyes import ApprovalKind, is_in_force
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import SecondApprovalRow

NO_ACCOUNT = "0" * 24
"""Of what is no account's, as in the audit log."""


async def in_force(connection: Connection, setting: str) -> bool:
    """Whether a second person is asked now."""
    people: int = await connection.fetchval(
        """select count(distinct u.id) from users u join user_groups m on m.user_id = u.id
           join access_groups g on g.id = m.access_group_id
           where g.type in ('operator', 'finance') and u.is_enabled and not u."system_user" """
    )
    return is_in_force(setting, people)


def what_hash(
    name: str | None,
    bank_account: Mapping[str, Any],
    since: date | None = None,
    details: Mapping[str, Any] | None = None,
) -> bytes:
    """A hash of whose account it is and which, to which an approval is bound; of an act also of its `details`.

    Of a changed account also the day of the change: an account that comes back later is approved again.
    """
    whole = {"name": name or "", "bank_account": dict(bank_account), "since": since}
    if details:
        whole["details"] = dict(details)
    return hashlib.sha256(orjson.dumps(whole, option=orjson.OPT_SORT_KEYS)).digest()


class Approved:
    """Decisions of second people."""

    def __init__(self, rows: list[SecondApprovalRow]) -> None:
        self._amounts: dict[tuple[str, bytes], int] = {}
        self._rejected: set[tuple[str, bytes]] = set()
        for row in rows:
            key = (row["subject_id"], row["what_hash"])
            if row["is_rejected"]:
                self._rejected.add(key)
            else:
                self._amounts[key] = max(row["amount"], self._amounts.get(key, 0))

    def covers(self, subject: str, amount: int, what: bytes) -> bool:
        """Whether somebody has approved it, or more, to the same account, and nobody has rejected it."""
        return (subject, what) not in self._rejected and self._amounts.get((subject, what), -1) >= amount

    def settles(self, subject: str, amount: int, what: bytes) -> bool:
        """Whether somebody has decided on it, either way."""
        return (subject, what) in self._rejected or self.covers(subject, amount, what)


async def approved(tx: Connection, account: str, kind: ApprovalKind, subjects: Collection[str]) -> Approved:
    """The approvals of these refunds or creditors, in that account."""
    return Approved(
        await fetch_rows(
            tx,
            SecondApprovalRow,
            """select subject_id, amount, what_hash, is_rejected from second_approvals
               where account_id = $1 and kind = $2 and subject_id = any($3::text[])""",
            account,
            kind,
            list(subjects),
        )
    )
