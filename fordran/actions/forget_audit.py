"""Forget what the audit log need not hold any longer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypedDict

from fordran.actions.record_in_audit import count_audited
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account

YEARS_AFTER = 7
"""Changes explain the accounting records, which are kept until the end of the seventh year after the year they concern
(bokföringslagen (1999:1078) 7 kap. 2 §)."""
_AT_ONCE = 1000
_PAST = "(created < $1 or (created < $2 and kind in ('read', 'signed_in', 'sent')))"


class _GoneRow(TypedDict):
    gone: int


async def forget_audit(tx: Connection, now: datetime, read_days: int) -> int:
    """Forget some entries that are past their time: readings after so many days, changes with the accounting records.

    Returns how many."""
    await tx.execute("set local fordran.forgetting = 'on'")
    rows = await fetch_locked(
        tx,
        _GoneRow,
        f"""with gone as (delete from audit_log where {of_one_account("audit_log")} and ctid = any(array(
                select ctid from audit_log where {of_one_account("audit_log")} and {_PAST}
                limit $3 for update skip locked)) returning 1)
            select count(*) as gone from gone""",
        datetime(now.year - YEARS_AFTER, 1, 1, tzinfo=now.tzinfo),
        now - timedelta(days=read_days),
        _AT_ONCE,
        find=f"select account_id from audit_log where {_PAST} and $3::integer > 0 group by account_id limit 50",
    )
    gone = rows[0]["gone"] if rows else 0
    await tx.execute("set local fordran.forgetting = 'off'")
    if gone:
        await count_audited(tx, -gone)
    return gone
