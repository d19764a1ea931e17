"""The figures of an installation: queues and their age, money without a case, the last sealed day.

They are read at every scrape. Each part reads an index of what waits, and no table whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import TypedDict

from fordran.actions.monitoring.job_runs import read_heartbeats, read_runs
from fordran.actions.monitoring.list_deliveries import Queued, deliveries_queued, delivery_outcomes
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_the_row
from fordran.store.rows.schema_rows import DeliveryOutcomeRow, JobRunRow, WorkerHeartbeatRow
from fordran.store.upkeep.installation import business_day, read_installation


class QueueLength(TypedDict):
    """How much waits in a queue, and since when the first."""

    queue: str
    depth: int
    oldest: datetime | None


class SuspenseTotal(TypedDict):
    """Money that came and belongs to no case yet."""

    transactions: int
    amount: int


@dataclass(frozen=True)
class Figures:
    """The figures at one moment."""

    outcomes: list[DeliveryOutcomeRow]
    queued: list[Queued]
    queues: list[QueueLength]
    suspense: SuspenseTotal
    jobs: list[JobRunRow]
    workers: list[WorkerHeartbeatRow]
    sealed: date | None
    is_sandbox: bool


_QUEUES = """
select 'delivery_' || channel as queue, count(*) as depth, min(queued) as oldest
from deliveries where status = 'queued' and made is not null group by channel
union all
select 'document', count(*), min(queued) from deliveries where status = 'queued' and made is null
union all
select 'webhook', count(*), min(created) from webhook_deliveries where status = 'waiting'
union all
select 'event', count(*), min(created) from events where position is null
union all
select 'bank_payment', count(*), min(t.created)
from bank_payments p join bank_transactions t on t.id = p.transaction_id where p.is_due
union all
select 'suspense', count(*), min(created) from bank_transactions where status in ('suspense', 'to_refund')
union all
select 'work_' || kind, count(*), min(created) from work_items where resolved is null group by kind
order by 1
"""

# By account, since the index of steps in turn begins with it.
_STEPS = """
select 'step' as queue, coalesce(sum(due.depth), 0)::bigint as depth, min(due.first) as oldest
from accounts a cross join lateral (
    select count(*) as depth, min(c.next_step_date) as first from cases c
    where c.account_id = a.id and c.next_step_date <= $1
) as due
"""

_SUSPENSE = """
select count(*) as transactions, coalesce(sum(suspense_amount), 0)::bigint as amount
from bank_transactions where status in ('suspense', 'to_refund')
"""


class _StepsDue(TypedDict):
    queue: str
    depth: int
    oldest: date | None


async def read_figures(connection: Connection, now: datetime) -> Figures:
    """The figures of now."""
    today = await business_day(connection, now)
    steps = await fetch_the_row(connection, _StepsDue, _STEPS, today)
    # A step is due from the beginning of its day. Days of a moved clock are compared with the day of that clock.
    waited = None if steps["oldest"] is None else now - _midnight(today) + _midnight(steps["oldest"])
    return Figures(
        await delivery_outcomes(connection),
        await deliveries_queued(connection),
        [
            QueueLength(queue="step", depth=steps["depth"], oldest=waited),
            *await fetch_rows(connection, QueueLength, _QUEUES),
        ],
        await fetch_the_row(connection, SuspenseTotal, _SUSPENSE),
        await read_runs(connection),
        await read_heartbeats(connection),
        await connection.fetchval("select max(day) from seals"),
        (await read_installation(connection)).sandbox,
    )


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
