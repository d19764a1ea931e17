"""Note events: what a client would want to hear of, in the transaction that it happens in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fordran.domain.event_types import EVENT_TYPES, EventName
from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.tables import NewRow, Table


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. It is told to whoever sees the creditor's documents; without a creditor, the account's."""

    type: EventName
    account: str
    creditor: str | None = None
    case: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


# An event's serial, which orders the events of a case, is drawn as its row is inserted.
EVENTS_TABLE = Table("events", ("account_id", "id", "created", "creditor_id", "type", "case_id", "data"))


def event_row(event: Event, now: datetime) -> NewRow:
    """The row of an event, to be inserted along with those of its cause."""
    assert event.data.keys() <= set(EVENT_TYPES[event.type].data), event
    return NewRow(EVENTS_TABLE, (event.account, new_id(), now, event.creditor, event.type, event.case, event.data))


async def note_events(tx: Connection, events: Sequence[Event], now: datetime) -> None:
    """Note what happened."""
    if events:
        await tx.execute(
            """insert into events (account_id, id, created, creditor_id, type, case_id, data)
               select account_id, id, created, creditor_id, type, case_id, data
               from jsonb_to_recordset($1) as given (account_id text, id text, created timestamptz, creditor_id text,
                                                     type text, case_id text, data jsonb)""",
            rows_of(events, now),
        )


def rows_of(events: Sequence[Event], now: datetime) -> list[dict[str, Any]]:
    """The rows of events, by the names of their columns."""
    return [dict(zip(EVENTS_TABLE.columns, event_row(event, now).values, strict=True)) for event in events]
