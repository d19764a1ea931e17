"""Forget what the audit log need not hold any longer."""

from __future__ import annotations

from datetime import datetime, timedelta

from fordran.actions.record_in_audit import count_audited
from fordran.store.connections.database import Connection

YEARS_AFTER = 7
"""Changes explain the accounting records, which are kept until the end of the seventh year after the year they concern
(bokföringslagen (1999:1078) 7 kap. 2 §)."""
_AT_ONCE = 1000


async def forget_audit(tx: Connection, now: datetime, read_days: int) -> int:
    """Forget some of what is past its time: readings after so many days, changes with the accounting records; how many."""
    await tx.execute("set local fordran.forgetting = 'on'")
    gone: int = await tx.fetchval(
        """with gone as (delete from audit_log where ctid = any(array(
               select ctid from audit_log
               where created < $1 or (created < $2 and kind in ('read', 'signed_in', 'sent'))
               limit $3 for update skip locked)) returning 1)
           select count(*) from gone""",
        datetime(now.year - YEARS_AFTER, 1, 1, tzinfo=now.tzinfo),
        now - timedelta(days=read_days),
        _AT_ONCE,
    )
    await tx.execute("set local fordran.forgetting = 'off'")
    if gone:
        await count_audited(tx, -gone)
    return gone
