"""Forget deliveries: the log of webhooks is kept for a month. Events themselves are kept, and can be replayed."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account

KEPT_DAYS = 30
_PAST = "status <> 'waiting' and created < $1::timestamptz - make_interval(days => $2)"


class _GoneRow(TypedDict):
    gone: int


async def forget_deliveries(tx: Connection, now: datetime) -> int:
    """Forget what was delivered or given up long ago; return how many."""
    rows = await fetch_locked(
        tx,
        _GoneRow,
        f"""with gone as (
               delete from webhook_deliveries d using (
                   select account_id, id from webhook_deliveries
                   where {_PAST} and {of_one_account("webhook_deliveries")}
                   order by created limit 1000 for update skip locked) past
               where d.account_id = past.account_id and d.id = past.id and {of_one_account("d")}
               returning d.account_id, d.creditor_id, d.partner_id
           ), tallied as (
               insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
               select 'webhook--deliveries', coalesce(g.partner_id, a.partner_id), g.account_id, g.creditor_id, -count(*)
               from gone g left join accounts a on a.id = g.account_id
               group by coalesce(g.partner_id, a.partner_id), g.account_id, g.creditor_id
           )
           select count(*) as gone from gone""",
        now,
        KEPT_DAYS,
        find=f"select account_id from webhook_deliveries where {_PAST} group by account_id limit 50",
    )
    return rows[0]["gone"] if rows else 0
