"""Queue deliveries: what is new in the stream of events becomes a delivery for each webhook that wants it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from fordran.actions.webhooks.sequence_events import seen_position
from fordran.domain.kinds.event_types import EventName
from fordran.resources.webhook_deliveries import WEBHOOK_DELIVERIES, DeliveryOrigin
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import NO_ACCOUNT, new_id
from fordran.store.rows.rows import tally

WEBHOOKS_AT_A_TIME = 50
EVENTS_AT_A_TIME = 500


class WebhookBehindRow(TypedDict):
    """A webhook whose state is locked, and its owner: for one of a partner `account_id` is `NO_ACCOUNT`."""

    account_id: str
    webhook_id: str
    creditor_id: str | None
    partner_id: str | None


class _BehindRow(WebhookBehindRow):
    position: int


class WebhookEventRow(TypedDict):
    """An event that a webhook gets."""

    id: str
    account_id: str
    position: int
    type: EventName
    case_id: str | None
    traceparent: str | None
    """The span that caused it, where that was traced."""


# The row of a webhook's state is locked while its deliveries are queued, so that deliveries have their serials in the order of
# events. What another is queueing for is that one's to do. In random order: where there are more than can be queued for at a
# time, each has its turn, however many of them are one account's.
_BEHIND = f"""
select s.account_id, s.webhook_id, s.position, w.creditor_id, a.partner_id
from webhook_states s
join webhooks w on w.account_id = s.account_id and w.id = s.webhook_id
join accounts a on a.id = s.account_id
where w.enabled and {of_one_account("s")}
  and exists (select 1 from events e where e.account_id = s.account_id and e.position > s.position)
order by random() limit $1
for update of s skip locked
"""

# The same of webhooks of partners, which have no account.
_PARTNERS_BEHIND = """
select s.account_id, s.webhook_id, s.position, w.creditor_id, w.partner_id
from webhook_states s join webhooks w on w.account_id = s.account_id and w.id = s.webhook_id
where w.enabled and s.account_id = $3 and s.position < $2
order by random() limit $1
for update of s skip locked
"""

_WANTED = """
select e.id, e.account_id, e.position, e.type, e.case_id, e.traceparent
from webhooks w join events e on e.account_id = w.account_id
where w.account_id = $1 and w.id = $2 and e.position > $3 and e.position <= $4
  and (w.creditor_id is null or e.creditor_id = w.creditor_id)
  and (w.event_types = '[]' or w.event_types ? e.type::text)
order by e.position limit $5
"""

_WANTED_BY_PARTNER = """
select e.id, e.account_id, e.position, e.type, e.case_id, e.traceparent
from events e
where e.account_id = any($1::text[]) and e.position > $3 and e.position <= $4
  and exists (select 1 from webhooks w where w.id = $2 and (w.event_types = '[]' or w.event_types ? e.type::text))
order by e.position limit $5
"""


async def queue_deliveries(tx: Connection, now: datetime) -> int:
    """Queue new events for some webhooks; return the number of webhooks. Each gets its events in their order."""
    behind = await fetch_locked(tx, _BehindRow, _BEHIND, WEBHOOKS_AT_A_TIME)
    behind += await fetch_rows(
        tx, _BehindRow, _PARTNERS_BEHIND, WEBHOOKS_AT_A_TIME, await seen_position(tx), NO_ACCOUNT
    )
    if not behind:
        return 0
    # Read after the rows are locked, so that nothing up to it is missed.
    last = await seen_position(tx)
    # Events that a cluster has numbered and does not show everywhere yet are queued when it does.
    behind = [webhook for webhook in behind if webhook["position"] < last]
    for webhook in behind:
        account, id_ = webhook["account_id"], webhook["webhook_id"]
        events = await _wanted(tx, webhook, last)
        await insert_deliveries(tx, webhook, events, "stream", now)
        is_all = len(events) < EVENTS_AT_A_TIME
        await tx.execute(
            "update webhook_states set position = $3 where account_id = $1 and webhook_id = $2",
            account,
            id_,
            last if is_all else events[-1]["position"],
        )
    return len(behind)


async def _wanted(tx: Connection, webhook: _BehindRow, last: int) -> list[WebhookEventRow]:
    """The next events that a webhook gets."""
    owner: str | list[str] = webhook["account_id"]
    statement = _WANTED
    if owner == NO_ACCOUNT:
        owner, statement = await accounts_of_partner(tx, webhook["partner_id"]), _WANTED_BY_PARTNER
    values = (owner, webhook["webhook_id"], webhook["position"], last, EVENTS_AT_A_TIME)
    return await fetch_rows(tx, WebhookEventRow, statement, *values)


async def accounts_of_partner(tx: Connection, partner: str | None) -> list[str]:
    """The accounts whose events a partner's webhook gets."""
    rows = await tx.fetch("select id from accounts where partner_id = $1", partner)
    return [row["id"] for row in rows]


_INSERT = """
insert into webhook_deliveries
    (account_id, id, created, updated, webhook_id, creditor_id, event_id, position, type, case_id, origin, status, due,
     traceparent, partner_id, event_account_id)
select $1, g.id, $2, $2, $3, $4, g.event_id, g.position, g.type, g.case_id, $5, 'waiting', $2, g.traceparent, $7,
    g.account_id
from jsonb_to_recordset($6)
    as g (place integer, id text, event_id text, position bigint, type text, case_id text, traceparent text, account_id text)
order by g.place
"""


async def insert_deliveries(
    tx: Connection, webhook: WebhookBehindRow, events: Sequence[WebhookEventRow], origin: DeliveryOrigin, now: datetime
) -> None:
    """Deliveries of these events to a webhook, in their order. The webhook's state has to be locked."""
    if not events:
        return
    is_partners = webhook["account_id"] == NO_ACCOUNT
    deliveries = [
        {
            "place": place,
            "id": new_id(),
            "event_id": event["id"],
            "position": event["position"],
            "type": event["type"],
            "case_id": event["case_id"],
            "traceparent": event["traceparent"],
            "account_id": event["account_id"] if is_partners else None,
        }
        for place, event in enumerate(events)
    ]
    await tx.execute(
        _INSERT,
        webhook["account_id"],
        now,
        webhook["webhook_id"],
        webhook["creditor_id"],
        origin,
        deliveries,
        webhook["partner_id"] if is_partners else None,
    )
    await tally(
        tx,
        WEBHOOK_DELIVERIES,
        partner=webhook["partner_id"],
        account=webhook["account_id"],
        creditor=webhook["creditor_id"],
        documents=len(events),
    )
