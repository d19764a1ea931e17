"""Sequence events: give those that have been committed their positions, and read them in that order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

import orjson

from fordran.domain.kinds.event_types import EventName
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

AT_A_TIME = 1000


class UnnumberedEventRow(TypedDict):
    """An event as receivers get it."""

    id: str
    created: datetime
    position: int
    type: EventName
    account_id: str
    creditor_id: str | None
    case_id: str | None
    data: orjson.Fragment


async def sequence_events(tx: Connection, most: int = AT_A_TIME) -> int:
    """Number events that have no position yet; return how many. Where there is none, nothing is locked or written.

    On a cluster it also looks whether all that was numbered by others is seen by now, and numbers nothing before it is.
    """
    numbered: int = await tx.fetchval("select number_events($1)", most)
    return numbered


async def last_position(tx: Connection) -> int:
    """The position of the last event that is numbered; 0 where none is."""
    last: int = await tx.fetchval("select greatest(last_position, given_position) from event_stream")
    return last


async def seen_position(tx: Connection) -> int:
    """The position up to which a reader sees every event; less than the last while nodes of a cluster commit."""
    seen: int = await tx.fetchval("select last_position from event_stream")
    return seen


async def events_after(
    tx: Connection, after: int, *, account: str | None = None, types: Sequence[str] = (), most: int = AT_A_TIME
) -> list[UnnumberedEventRow]:
    """Events after a position, in order: of one account, or of some types, where that is asked."""
    return await fetch_rows(
        tx,
        UnnumberedEventRow,
        """select id, created, position, type, account_id, creditor_id, case_id, data from events
           where position > $1 and ($2::text is null or account_id = $2) and (cardinality($3::text[]) = 0 or type = any($3))
           order by position limit $4""",
        after,
        account,
        list(types),
        most,
    )
