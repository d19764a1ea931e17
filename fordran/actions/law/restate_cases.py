"""Restate open cases once a row of law is approved that is about days which are past: book what it changes.

That is a reference rate whose half-year was computed provisionally; in a sandbox any row. The worker does some cases at a time,
account by account, and notes in the row how far it came.
"""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.locked_case import lock_cases
from fordran.domain.law.law import LawRowKind
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.schema_rows import LawRowRow

AT_A_TIME = 100

_ROW = """
select id, article, restated_account, restated_case from law_rows where status = 'approved' and restated is null
order by decided, id limit 1 for update skip locked
"""
_ACCOUNT = "select id from accounts where id > $1 order by id limit 1"
_PROVISIONAL = """
exists (select 1 from bookings b where b.account_id = k.account_id and b.case_id = k.id
        and b.entries @> '[{"provisional": true}]')
"""


async def restate_cases(tx: Connection, now: datetime) -> int:
    """Restate some open cases of one account; how many were looked at, 0 when no row is left."""
    row = await fetch_row(tx, LawRowRow, _ROW)
    if row is None:
        return 0
    account, last = row["restated_account"], row["restated_case"] or ""
    if account is None:
        account = await tx.fetchval(_ACCOUNT, "")
    if account is None:
        await _note(tx, row["id"], None, None, now)
        return 1
    ids = await _cases(tx, account, last, row["article"])
    await _restate(tx, account, ids, now)
    if len(ids) == AT_A_TIME:
        await _note(tx, row["id"], account, ids[-1], None)
    else:
        following = await tx.fetchval(_ACCOUNT, account)
        await _note(tx, row["id"], following, None, now if following is None else None)
    return len(ids) or 1


async def _cases(tx: Connection, account: str, last: str, article: LawRowKind) -> list[str]:
    """The next open cases of an account; for a reference rate those that have provisional interest."""
    which = _PROVISIONAL if article == "reference_rate" else "true"
    rows = await tx.fetch(
        f"select k.id from cases k where k.account_id = $1 and k.id > $2 and k.closed is null and {which} order by k.id limit $3",
        account,
        last,
        AT_A_TIME,
    )
    return [row["id"] for row in rows]


async def _restate(tx: Connection, account: str, ids: list[str], now: datetime) -> None:
    """Book what the law changes of open cases. Nothing is booked on a case of which it changes nothing."""
    cases = [case for case in await lock_cases(tx, account, ids, now) if not case.is_closed]
    changes = [change for case in cases if (change := change_of(case, [], now)).appended]
    if changes:
        await write_changes(tx, changes, now)


async def _note(tx: Connection, row: str, account: str | None, case: str | None, restated: datetime | None) -> None:
    await tx.execute(
        "update law_rows set restated_account = $2, restated_case = $3, restated = $4 where id = $1",
        row,
        account,
        case,
        restated,
    )
