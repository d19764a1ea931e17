"""Note events: what a client would want to hear of, in the transaction that it happens in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypedDict

from fordran.domain.kinds.event_types import EVENT_TYPES, EventName
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import is_on_a_cluster
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.rows.tables import NewRow, Table, insert_in_order


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. It is told to whoever sees the creditor's documents; without a creditor, the account's."""

    type: EventName
    account: str
    creditor: str | None = None
    case: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


class EventRow(TypedDict):
    """An event as it is inserted. Its serial, which orders the events of a case, is drawn as that is done.

    Whoever changes a case holds it meanwhile, so that its events are numbered in the order in which they happened. What happens
    beside it, as a note or the leaving of its invoice, may come before or after a change that is made at the same moment.
    """

    account_id: str
    id: str
    created: datetime
    creditor_id: str | None
    type: str
    case_id: str | None
    data: dict[str, Any]


EVENTS_TABLE = Table("events", EventRow)


def event_row(event: Event, now: datetime) -> NewRow:
    """The row of an event, to be inserted along with those of its cause."""
    return EVENTS_TABLE.row(_row(event, now))


def rows_of(events: Sequence[Event], now: datetime) -> list[EventRow]:
    """The rows of events, by the names of their columns."""
    return [_row(event, now) for event in events]


def _row(event: Event, now: datetime) -> EventRow:
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


async def note_events(tx: Connection, events: Sequence[Event], now: datetime) -> None:
    """Note what happened."""
    if events and is_on_a_cluster(tx):
        await insert_in_order(tx, [event_row(event, now) for event in events])
    elif events:
        await tx.execute(
            f"""insert into events (account_id, id, created, creditor_id, type, case_id, data)
                select account_id, id, created, creditor_id, type, case_id, data from {recordset(EventRow, 1, "given")}""",
            rows_of(events, now),
        )
