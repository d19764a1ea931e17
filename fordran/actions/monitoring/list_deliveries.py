"""The deliveries that an operator looks at: what waits, and what has failed."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict, cast

from fordran.domain.kinds.channels import DeliveryKind, DeliveryState, Distribution
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import DeliveryOutcomeRow

MOST = 500


class ListedDelivery(TypedDict):
    """A delivery, as it is listed."""

    id: str
    kind: DeliveryKind
    document: str
    """The invoice's number, the number of a payout's document, or the envelope's id."""
    creditor: str
    channel: Distribution
    status: DeliveryState
    attempts: int
    queued: datetime
    next_attempt: datetime | None
    reason: str | None


_LISTED = """
select q.id, q.kind,
       coalesce(i.invoice_number, o.number::text, d.creditor_number || '-' || p.document_number, q.envelope_id) as document,
       d.name as creditor, q.channel, q.status, q.attempts, q.queued,
       case when q.status = 'queued' then q.next_attempt end as next_attempt, q.reason
from deliveries q
join creditors d on d.account_id = q.account_id and d.id = q.creditor_id
left join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
left join operator_invoices o on o.account_id = q.account_id and o.id = q.operator_invoice_id
left join payouts p on p.account_id = q.account_id and p.id = q.payout_id
where q.status = any($1::text[]) order by q.updated desc, q.id limit $2
"""


async def list_deliveries(connection: Connection, *, is_failed: bool, most: int = MOST) -> list[ListedDelivery]:
    """Failed deliveries and, unless only those are wanted, waiting ones; the latest first."""
    return await fetch_rows(connection, ListedDelivery, _LISTED, _statuses(is_failed), most)


async def count_deliveries(connection: Connection, *, is_failed: bool) -> int:
    """How many there are of those, also where more than the list has."""
    there = "select count(*) from deliveries where status = any($1::text[])"
    return cast(int, await connection.fetchval(there, _statuses(is_failed)))


def _statuses(is_failed: bool) -> list[DeliveryState]:
    return ["failed"] if is_failed else ["queued", "failed"]


async def delivery_outcomes(connection: Connection) -> list[DeliveryOutcomeRow]:
    """How often each thing became of deliveries, by channel."""
    return await fetch_rows(
        connection, DeliveryOutcomeRow, "select channel, outcome, happened from delivery_outcomes order by 1, 2"
    )


class Queued(TypedDict):
    channel: Distribution
    queued: int


async def deliveries_queued(connection: Connection) -> list[Queued]:
    """How many deliveries wait, by channel."""
    return await fetch_rows(
        connection,
        Queued,
        "select channel, count(*) as queued from deliveries where status = 'queued' group by channel order by 1",
    )
