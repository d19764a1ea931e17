"""Forget deliveries: the log of webhooks is kept for a month. Events themselves are kept, and can be replayed."""

from __future__ import annotations

from datetime import datetime

from fordran.store.connections.database import Connection

KEPT_DAYS = 30


async def forget_deliveries(tx: Connection, now: datetime) -> int:
    """Forget what was delivered or given up long ago; how many."""
    gone: int = await tx.fetchval(
        """with gone as (
               delete from webhook_deliveries where (account_id, id) in (
                   select account_id, id from webhook_deliveries
                   where status <> 'waiting' and created < $1::timestamptz - make_interval(days => $2)
                   order by created limit 1000 for update skip locked)
               returning account_id, creditor_id
           ), tallied as (
               insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
               select 'webhook--deliveries', a.partner_id, g.account_id, g.creditor_id, -count(*)
               from gone g left join accounts a on a.id = g.account_id
               group by a.partner_id, g.account_id, g.creditor_id
           )
           select count(*) from gone""",
        now,
        KEPT_DAYS,
    )
    return gone
