"""Waiting for locks: a test goes on once another transaction stands still for want of one."""

from __future__ import annotations

import asyncio

from fordran.store.connections.database import Connection

SECONDS = 30
_WAITS = "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database())"


async def until_it_waits(connection: Connection, waiter: asyncio.Task[object]) -> None:
    """Returns when a transaction of this database waits for a lock. The task that is to wait has not ended by then."""
    async with asyncio.timeout(SECONDS):
        while not await connection.fetchval(_WAITS):
            assert not waiter.done(), "it waited for nothing"
            await asyncio.sleep(0.01)
