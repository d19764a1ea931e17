"""Claim deliveries: take what is due for a channel, so that no other worker hands it over too, and hold no lock meanwhile.

A claim is a time until which nobody else takes the delivery. Whoever is stopped between handing over and noting leaves it to
be handed over again by the same name: a batch that is there already, or a message by the same Message-ID. A letter that may
have left is not made anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypedDict

from fordran.actions.delivery.claimed import COLUMNS, DeliveryRow
from fordran.actions.letters.take_back_letters import OUTDATED
from fordran.domain.service.delivery import Batched
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.upkeep.installation import business_day

CLAIMED_FOR = timedelta(minutes=5)
"""Well over the time that handing over may take."""
MOST_IN_A_BATCH = 500
GATHERED_FOR = timedelta(seconds=8)
"""How long the first item of a batch waits for others."""

# An invoice leaves once its document is made, and letters once theirs are and while they hold; of what may have left already,
# nobody asks again.
_READY = f"""
q.status = 'queued' and q.next_attempt <= {{now}} and (q.claimed_until is null or q.claimed_until <= {{now}})
and case when q.claimed_until is not null then true
    when q.invoice_id is not null
        then exists (select 1 from invoices i where i.account_id = q.account_id and i.id = q.invoice_id
                     and i.print_id is not null)
    else exists (select 1 from envelopes e where e.account_id = q.account_id and e.id = q.envelope_id
                 and (e.status = 'sent' or (e.status = 'made' and not {OUTDATED.format(today="{today}")}))) end
"""

_CLAIM = f"""
with chosen as (
    select q.account_id, q.id from deliveries q
    where q.channel = 'email' and q.batch is null and {_READY.format(now="$1", today="$4")}
    order by q.next_attempt, q.id limit $2 for update of q skip locked)
update deliveries q set attempts = q.attempts + 1, first_attempt = coalesce(q.first_attempt, $1),
    claimed_until = $1 + $3::interval,
    message_id = coalesce(q.message_id, '<' || q.id || '.' || jsonb_array_length(q.history) + 1 || '@' || $5::text || '>'),
    revision = q.revision + 1
from chosen c where q.account_id = c.account_id and q.id = c.id
returning {COLUMNS}
"""


async def claim_emails(tx: Connection, domain: str, most: int, now: datetime) -> list[DeliveryRow]:
    """Take up to so many deliveries by e-mail that are due. Each has its Message-ID from its first attempt on."""
    return await fetch_rows(tx, DeliveryRow, _CLAIM, now, most, CLAIMED_FOR, await business_day(tx, now), domain)


@dataclass(frozen=True)
class Batch:
    """Deliveries that are handed over together, under a name that no other batch of the channel has."""

    channel: Batched
    name: str
    items: tuple[DeliveryRow, ...]


_LEFT_OVER = """
select batch from deliveries where channel = $1 and status = 'queued' and batch is not null and claimed_until <= $2
order by batch limit 1
"""
_AGAIN = f"""
with chosen as (
    select q.account_id, q.id from deliveries q
    where q.channel = $1 and q.batch = $4 and q.status = 'queued' and q.claimed_until <= $2
    for update of q skip locked)
update deliveries q set attempts = q.attempts + 1, claimed_until = $2 + $3::interval, revision = q.revision + 1
from chosen c where q.account_id = c.account_id and q.id = c.id
returning {COLUMNS}
"""


class _WaitingRow(TypedDict):
    waiting: int
    first: datetime | None


_WAITING = f"""
select count(*) as waiting, min(found.next_attempt) as first from (
    select q.next_attempt from deliveries q where q.channel = $1 and q.batch is null and {_READY.format(now="$2", today="$3")}
    order by q.next_attempt, q.id limit $4) found
"""
_NUMBER = """
insert into delivery_batches as b (channel, day, batches) values ($1, $2, 1)
on conflict (channel, day) do update set batches = b.batches + 1 returning batches
"""
_GATHER = f"""
with chosen as (
    select q.account_id, q.id from deliveries q
    where q.channel = $1 and q.batch is null and {_READY.format(now="$2", today="$4")}
    order by q.next_attempt, q.id limit $5 for update of q skip locked)
update deliveries q set attempts = q.attempts + 1, first_attempt = coalesce(q.first_attempt, $2),
    claimed_until = $2 + $3::interval,
    batch = $6, revision = q.revision + 1
from chosen c where q.account_id = c.account_id and q.id = c.id
returning {COLUMNS}
"""


async def claim_batch(tx: Connection, channel: Batched, now: datetime, *, at_once: bool = False) -> Batch | None:
    """Take a batch: one that somebody began and did not note, else a new one, once its first item has waited a moment."""
    begun: str | None = await tx.fetchval(_LEFT_OVER, channel, now)
    if begun is not None:
        rows = await fetch_rows(tx, DeliveryRow, _AGAIN, channel, now, CLAIMED_FOR, begun)
        return Batch(channel, begun, tuple(_in_order(rows))) if rows else None
    today = await business_day(tx, now)
    waits = await fetch_row(tx, _WaitingRow, _WAITING, channel, now, today, MOST_IN_A_BATCH)
    assert waits is not None
    if waits["first"] is None:
        return None
    if not at_once and waits["waiting"] < MOST_IN_A_BATCH and waits["first"] > now - GATHERED_FOR:
        return None
    return await _new_batch(tx, channel, today, now)


async def _new_batch(tx: Connection, channel: Batched, today: date, now: datetime) -> Batch | None:
    number: int = await tx.fetchval(_NUMBER, channel, today)
    name = f"{today.isoformat()}/{number:03d}"
    rows = await fetch_rows(tx, DeliveryRow, _GATHER, channel, now, CLAIMED_FOR, today, MOST_IN_A_BATCH, name)
    return Batch(channel, name, tuple(_in_order(rows))) if rows else None


def _in_order(rows: list[DeliveryRow]) -> list[DeliveryRow]:
    return sorted(rows, key=lambda row: row["id"])
