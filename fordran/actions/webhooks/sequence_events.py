"""Sequence events: give those that have been committed their positions, and read them in that order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fordran.store.database import Connection

AT_A_TIME = 1000


async def sequence_events(tx: Connection, most: int = AT_A_TIME) -> int:
    """Number events that have no position yet; how many. Where there is none, nothing is locked or written."""
    numbered: int = await tx.fetchval("select number_events($1)", most)
    return numbered


async def last_position(tx: Connection) -> int:
    """The position of the last event that is numbered; 0 where none is."""
    last: int = await tx.fetchval("select last_position from event_stream")
    return last


async def events_after(
    tx: Connection, after: int, *, account: str | None = None, types: Sequence[str] = (), most: int = AT_A_TIME
) -> list[Any]:
    """Events after a position, in order: of one account, or of some types, where that is asked."""
    rows: list[Any] = await tx.fetch(
        """select id, created, position, type, account_id, creditor_id, case_id, data from events
           where position > $1 and ($2::text is null or account_id = $2) and (cardinality($3::text[]) = 0 or type = any($3))
           order by position limit $4""",
        after,
        account,
        list(types),
        most,
    )
    return rows
