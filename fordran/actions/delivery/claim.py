"""Claim deliveries: take what is due for a channel, so that no other worker hands it over too, and hold no lock meanwhile.

Accounts take turns: one account's due deliveries, even a million, delay those of the others by one portion.

A claim is a time until which nobody else takes the delivery. A worker stopped between handing over and noting leaves it to
be handed over again by the same name: a batch that is there already, or a message by the same Message-ID. A letter that may
have left is not made again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypedDict

from fordran.actions.delivery.claimed import COLUMNS, ClaimedDeliveryRow
from fordran.actions.delivery.hold_back import HELD_BACK
from fordran.actions.delivery.move_due_dates import LEAVES_LATE
from fordran.actions.letters.take_back_letters import OUTDATED
from fordran.domain.kinds.channels import Batched, Single
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere, is_on_a_cluster
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.turns import AccountRound, WaitingRows, accounts_with
from fordran.store.upkeep.installation import business_day

CLAIMED_FOR = timedelta(minutes=5)
"""Well over the time that handing over may take."""
MOST_IN_A_BATCH = 500
GATHERED_FOR = timedelta(seconds=8)
"""How long the first item of a batch waits for others."""

# An invoice leaves once its document is made, unless the creditor took it back (hold_back.py) or its due date has to be moved
# first (move_due_dates.py), and letters once theirs are and
# while they hold; of what may have left already, nobody asks again. What goes to a creditor is made before it is queued.
_READY = f"""
q.status = 'queued' and q.made is not null and q.next_attempt <= {{now}}
and (q.claimed_until is null or q.claimed_until <= {{now}})
and case when q.claimed_until is not null or q.customer_id is null then true
    when q.invoice_id is not null
        then exists (select 1 from invoices i join cases k on k.account_id = i.account_id and k.id = i.case_id
                     where i.account_id = q.account_id and i.id = q.invoice_id and i.print_id is not null
                       and not {HELD_BACK} and {LEAVES_LATE.format(today="{today}")} is not true)
    else exists (select 1 from envelopes e where e.account_id = q.account_id and e.id = q.envelope_id
                 and (e.status = 'sent' or (e.status = 'made' and not {OUTDATED.format(today="{today}")}))) end
"""

_TO_LEAVE = "w.status = 'queued' and w.made is not null and w.channel = $1"
_QUEUED = WaitingRows("deliveries", _TO_LEAVE, "next_attempt", "w.next_attempt <= $2")

_CLAIM = f"""
with chosen as (
    select q.account_id, q.id from deliveries q
    where q.account_id = $6 and q.channel = $7 and q.batch is null and {_READY.format(now="$1", today="$4")}
    order by q.next_attempt, q.id limit $2 for update of q skip locked)
update deliveries q set attempts = q.attempts + 1, first_attempt = coalesce(q.first_attempt, $1),
    claimed_until = $1 + $3::interval,
    message_id = coalesce(q.message_id, '<' || q.id || '.' || jsonb_array_length(q.history) + 1 || '@' || $5::text || '>'),
    revision = q.revision + 1
from chosen c where q.account_id = c.account_id and q.id = c.id
returning {COLUMNS}
"""


async def claim_messages(
    tx: Connection, channel: Single, domain: str, most: int, now: datetime, turn: AccountRound | None = None
) -> list[ClaimedDeliveryRow]:
    """Take up to so many deliveries of a channel that are due. Each has its Message-ID from its first attempt on."""
    today = await business_day(tx, now)

    async def claim(account: str, room: int) -> list[ClaimedDeliveryRow]:
        statement = everywhere(tx, _CLAIM, 6)
        return await fetch_rows(
            tx, ClaimedDeliveryRow, statement, now, room, CLAIMED_FOR, today, domain, account, channel
        )

    of = 1 if is_on_a_cluster(tx) else 0
    return await (turn or AccountRound()).fill(lambda: accounts_with(tx, _QUEUED, channel, now), claim, most, of)


@dataclass(frozen=True)
class DeliveryBatch:
    """Deliveries that are handed over together, under a name that no other batch of the channel has."""

    channel: Batched
    name: str
    items: tuple[ClaimedDeliveryRow, ...]


_LEFT_OVER = """
select batch from deliveries where channel = $1 and status = 'queued' and batch is not null and claimed_until <= $2
order by batch limit 1
"""
_IN_THE_BATCH = """
select account_id from deliveries where channel = $1 and status = 'queued' and batch = $2
group by account_id order by account_id
"""
_AGAIN = f"""
with chosen as (
    select q.account_id, q.id from deliveries q
    where q.account_id = $5 and q.channel = $1 and q.batch = $4 and q.status = 'queued' and q.claimed_until <= $2
    for update of q skip locked)
update deliveries q set attempts = q.attempts + 1, claimed_until = $2 + $3::interval, revision = q.revision + 1
from chosen c where q.account_id = c.account_id and q.id = c.id
returning {COLUMNS}
"""


class _WaitingRow(TypedDict):
    waiting: int
    first: datetime | None


# Counted up to a batch; where there is less, all are counted, and the first of them is the first of all.
_WAITING = f"""
select count(*) as waiting, min(found.next_attempt) as first from (
    select r.next_attempt from accounts a cross join lateral (
        select q.next_attempt from deliveries q
        where q.account_id = a.id and q.channel = $1 and q.batch is null and {_READY.format(now="$2", today="$3")}
        order by q.next_attempt, q.id limit $4) r
    where a.id = any($5::text[]) limit $4) found
"""
_NUMBER = """
insert into delivery_batches as b (channel, day, batches) values ($1, $2, 1)
on conflict (channel, day) do update set batches = b.batches + 1 returning batches
"""
_GATHER = f"""
with chosen as (
    select q.account_id, q.id from deliveries q
    where q.account_id = $7 and q.channel = $1 and q.batch is null and {_READY.format(now="$2", today="$4")}
    order by q.next_attempt, q.id limit $5 for update of q skip locked)
update deliveries q set attempts = q.attempts + 1, first_attempt = coalesce(q.first_attempt, $2),
    claimed_until = $2 + $3::interval,
    batch = $6, revision = q.revision + 1
from chosen c where q.account_id = c.account_id and q.id = c.id
returning {COLUMNS}
"""


async def claim_batch(
    tx: Connection, channel: Batched, now: datetime, *, at_once: bool = False, turn: AccountRound | None = None
) -> DeliveryBatch | None:
    """Take a batch: one that somebody began and did not note, else a new one, once its first item has waited a moment."""
    begun: str | None = await tx.fetchval(_LEFT_OVER, channel, now)
    if begun is not None:
        return await _batch_again(tx, channel, begun, now)
    accounts = await accounts_with(tx, _QUEUED, channel, now)
    if not accounts:
        return None
    today = await business_day(tx, now)
    waits = await fetch_row(tx, _WaitingRow, _WAITING, channel, now, today, MOST_IN_A_BATCH, accounts)
    assert waits is not None
    if waits["first"] is None:
        return None
    if not at_once and waits["waiting"] < MOST_IN_A_BATCH and waits["first"] > now - GATHERED_FOR:
        return None
    return await _new_batch(tx, channel, today, now, turn or AccountRound())


async def _batch_again(tx: Connection, channel: Batched, name: str, now: datetime) -> DeliveryBatch | None:
    rows: list[ClaimedDeliveryRow] = []
    for found in await tx.fetch(_IN_THE_BATCH, channel, name):
        statement = everywhere(tx, _AGAIN, 5)
        rows += await fetch_rows(
            tx, ClaimedDeliveryRow, statement, channel, now, CLAIMED_FOR, name, found["account_id"]
        )
    return DeliveryBatch(channel, name, tuple(_in_order(rows))) if rows else None


async def _new_batch(
    tx: Connection, channel: Batched, today: date, now: datetime, turn: AccountRound
) -> DeliveryBatch | None:
    """A batch of several accounts, one after the other until it is full; on a cluster it is committed in two phases."""
    number: int = await tx.fetchval(_NUMBER, channel, today)
    name = f"{today.isoformat()}/{number:03d}"

    async def gather(account: str, room: int) -> list[ClaimedDeliveryRow]:
        statement = everywhere(tx, _GATHER, 7)
        return await fetch_rows(
            tx, ClaimedDeliveryRow, statement, channel, now, CLAIMED_FOR, today, room, name, account
        )

    rows = await turn.fill(lambda: accounts_with(tx, _QUEUED, channel, now), gather, MOST_IN_A_BATCH)
    return DeliveryBatch(channel, name, tuple(_in_order(rows))) if rows else None


def _in_order(rows: list[ClaimedDeliveryRow]) -> list[ClaimedDeliveryRow]:
    return sorted(rows, key=lambda row: row["id"])
