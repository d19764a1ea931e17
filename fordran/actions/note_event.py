"""Note events: what a client would want to hear of, in the transaction that it happens in.

The insert draws the serial of an event, which orders the events of a case. A change of a case holds its lock, so its events
have the order in which they happened. A note, or an invoice that leaves, may come before or after a change at the same moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fordran.domain.kinds.event_types import EVENT_TYPES, EventName
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import is_on_a_cluster
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.rows.schema_rows import EVENTS_TABLE, NewEvent
from fordran.store.rows.tables import NewRow, insert_in_order


@dataclass(frozen=True, slots=True)
class DomainEvent:
    """Something that happened. Callers that see the creditor's documents see it; without a creditor, the account's callers."""

    type: EventName
    account: str
    creditor: str | None = None
    case: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


def event_row(event: DomainEvent, now: datetime) -> NewRow:
    """The row of an event, to be inserted along with those of its cause."""
    return EVENTS_TABLE.row(_row(event, now))


def rows_of(events: Sequence[DomainEvent], now: datetime) -> list[NewEvent]:
    """The rows of events, by the names of their columns."""
    return [_row(event, now) for event in events]


def _row(event: DomainEvent, now: datetime) -> NewEvent:
    assert event.data.keys() <= set(EVENT_TYPES[event.type].data), event
    return {
        "account_id": event.account,
        "id": new_id(),
        "created": now,
        "creditor_id": event.creditor,
        "type": event.type,
        "case_id": event.case,
        "data": event.data,
    }


async def note_events(tx: Connection, events: Sequence[DomainEvent], now: datetime) -> None:
    """Note what happened."""
    if events and is_on_a_cluster(tx):
        await insert_in_order(tx, [event_row(event, now) for event in events])
    elif events:
        await tx.execute(
            f"""insert into events (account_id, id, created, creditor_id, type, case_id, data)
                select account_id, id, created, creditor_id, type, case_id, data from {recordset(NewEvent, 1, "given")}""",
            rows_of(events, now),
        )
