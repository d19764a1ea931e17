"""Claim deliveries: take what is due for sending, so that no other worker sends it too, and hold no lock while it is sent.

A claim is a time until which nobody else takes the delivery. A worker stopped between sending and noting leaves it to be
sent again when that time has passed: a receiver may get an event twice, by the same id, and never not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from fordran.actions.put_aside import put_account_aside, take_up_account
from fordran.actions.webhooks.messages import SaltsRow, WebhookMessage, body_of, secrets_in_force
from fordran.actions.webhooks.sequence_events import UnnumberedEventRow
from fordran.store.callers import token_key
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, is_on_a_cluster, of_one_account
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import WebhookDeliveryRow

CLAIMED_FOR = timedelta(seconds=60)
"""Well over the time that a try may take."""
LATER = timedelta(hours=1)

# One delivery of each webhook at a time, the oldest that may go. A later event of a case waits for the earlier. The webhooks
# come in random order: where there are more than can be taken, each has its turn. Of one that has been failing, only one
# delivery is under way anywhere. What somebody else has locked is passed by, so that this never waits.
_CHOSEN = f"""
select w.account_id, w.id as webhook_id, d.id, s.failures
from (select * from webhooks where enabled and {of_one_account("webhooks")} and id <> all($2::text[]) order by random()) w
join webhook_states s on s.account_id = w.account_id and s.webhook_id = w.id
cross join lateral (
    select d.id from webhook_deliveries d
    where d.account_id = w.account_id and d.webhook_id = w.id and d.status = 'waiting' and d.due <= $1
      and not exists (select 1 from webhook_deliveries earlier
                      where earlier.account_id = d.account_id and earlier.webhook_id = d.webhook_id
                        and earlier.case_id = d.case_id and earlier.status = 'waiting' and earlier.serial < d.serial)
    order by d.serial limit 1 for update of d skip locked) d
where s.held_until is null or s.held_until <= $1
limit $3
for no key update of s skip locked
"""

_CLAIM = f"""
with chosen as ({_CHOSEN}), held as (
    update webhook_states s set held_until = $1 + $4::interval from chosen c
    where c.failures > 0 and s.account_id = c.account_id and s.webhook_id = c.webhook_id
)
update webhook_deliveries d
set attempts = d.attempts + 1, first_attempt = coalesce(d.first_attempt, $1), due = $1 + $4::interval
from chosen c join webhooks w on w.account_id = c.account_id and w.id = c.webhook_id
where d.account_id = c.account_id and d.id = c.id
returning d.account_id, d.webhook_id, d.id, d.attempts, coalesce(d.event_account_id, d.account_id) as event_account_id,
    d.event_id, d.body, w.url, w.secret_salt, w.previous_secret_salt, w.previous_secret_until, d.traceparent
"""

# The same step by step, where there are shards: an account that has something due, what of it can be taken, and the claim.
_DUE = """
select account_id from webhook_deliveries where status = 'waiting' and due <= $1 and webhook_id <> all($2::text[])
group by account_id order by random() limit $3
"""
_HOLD = """
update webhook_states set held_until = $3::timestamptz + $4::interval
where account_id = $1 and webhook_id = any($2::text[]) and failures > 0
"""
_TAKE = """
update webhook_deliveries d
set attempts = d.attempts + 1, first_attempt = coalesce(d.first_attempt, $3::timestamptz), due = $3::timestamptz + $4::interval
from webhooks w where d.account_id = $1 and d.id = any($2::text[]) and w.account_id = $1 and w.id = d.webhook_id
returning d.account_id, d.webhook_id, d.id, d.attempts, coalesce(d.event_account_id, d.account_id) as event_account_id,
    d.event_id, d.body, w.url, w.secret_salt, w.previous_secret_salt, w.previous_secret_until, d.traceparent
"""


class _ChosenRow(WebhookDeliveryRow):
    failures: int


class _ClaimedRow(SaltsRow):
    account_id: str
    webhook_id: str
    id: str
    attempts: int
    event_account_id: str
    """The webhook's; of a partner's webhook the account of the event."""
    event_id: str
    body: str | None
    """None before it was sent for the first time."""
    url: str
    traceparent: str | None


_EVENTS = """
select e.id, e.created, e.position, e.type, e.account_id, e.creditor_id, e.case_id, e.data
from unnest($1::text[], $2::text[]) as wanted (account_id, id)
join events e on e.account_id = wanted.account_id and e.id = wanted.id
"""


@dataclass(frozen=True)
class ClaimedDelivery:
    """A delivery to be sent now. `attempt` tells this claim from a later one of the same delivery."""

    account: str
    webhook: str
    delivery: str
    attempt: int
    message: WebhookMessage
    cause: str | None = None
    """The span that caused the event, where that was traced."""


async def _claimed(tx: Connection, busy: Sequence[str], most: int, now: datetime) -> list[_ClaimedRow]:
    if not is_on_a_cluster(tx):
        return await fetch_rows(tx, _ClaimedRow, _CLAIM, now, list(busy), most, CLAIMED_FOR)
    chosen = await fetch_locked(tx, _ChosenRow, _CHOSEN, now, list(busy), most, find=_DUE)
    if not chosen:
        return []
    account = chosen[0]["account_id"]
    await tx.execute(_HOLD, account, [row["webhook_id"] for row in chosen], now, CLAIMED_FOR)
    return await fetch_rows(tx, _ClaimedRow, _TAKE, account, [row["id"] for row in chosen], now, CLAIMED_FOR)


async def claim_deliveries(tx: Connection, busy: Sequence[str], most: int, now: datetime) -> list[ClaimedDelivery]:
    """Take up to `most` deliveries that are due, of webhooks that are not `busy`; at most one of each."""
    rows = await _claimed(tx, busy, most, now)
    if not rows:
        return []
    key = await token_key(tx)
    events = await _events(tx, [row for row in rows if row["body"] is None])
    claims = []
    for row in rows:
        try:
            async with part(tx):
                claims.append(_claim(key, row, events, now))
                if row["attempts"] > 1:
                    await take_up_account(tx, row["event_account_id"], f"delivery {row['id']}", now)
        except SavepointRolledBack as undone:
            await _put_off(tx, row, f"there is nothing to send: {undone}", now)
    return claims


def _claim(key: bytes, row: _ClaimedRow, events: Mapping[str, UnnumberedEventRow], now: datetime) -> ClaimedDelivery:
    return ClaimedDelivery(
        account=row["account_id"],
        webhook=row["webhook_id"],
        delivery=row["id"],
        attempt=row["attempts"],
        message=WebhookMessage(
            id=row["event_id"],
            url=row["url"],
            secrets=secrets_in_force(key, row, now),
            body=_body(events[row["event_id"]]) if row["body"] is None else row["body"],
        ),
        cause=row["traceparent"],
    )


async def _put_off(tx: Connection, row: _ClaimedRow, reason: str, now: datetime) -> None:
    """Put a delivery aside of which no message can be made, for an hour; others of its webhook go on."""
    await tx.execute(
        "update webhook_deliveries set due = $3 where account_id = $1 and id = $2",
        row["account_id"],
        row["id"],
        now + LATER,
    )
    await put_account_aside(tx, row["event_account_id"], f"delivery {row['id']}", reason, now)


async def _events(tx: Connection, unwritten: Sequence[_ClaimedRow]) -> dict[str, UnnumberedEventRow]:
    """The events of deliveries that have not been tried before, by their ids."""
    events = await fetch_rows(
        tx,
        UnnumberedEventRow,
        _EVENTS,
        [row["event_account_id"] for row in unwritten],
        [row["event_id"] for row in unwritten],
    )
    return {event["id"]: event for event in events}


def _body(event: UnnumberedEventRow) -> str:
    ids = (
        ("event", event["id"]),
        ("position", event["position"]),
        ("account", event["account_id"]),
        ("creditor", event["creditor_id"]),
        ("case", event["case_id"]),
    )
    return body_of(event["type"], event["created"], ids, event["data"])
