"""Waiting for locks: a test goes on once another transaction stands still for want of one."""

from __future__ import annotations

import asyncio

from fordran.store.connections.database import Connection
from tests.citus.nodes import CLUSTER

SECONDS = 30
_WAITS = "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database())"
# What a transaction waits for on a cluster lies on one of its nodes.
_WAITS_SOMEWHERE = f"select bool_or(result::boolean) from run_command_on_all_nodes($${_WAITS}$$)"


async def until_it_waits(connection: Connection, waiter: asyncio.Task[object]) -> None:
    """Returns when a transaction of this database waits for a lock. The task that is to wait has not ended by then."""
    async with asyncio.timeout(SECONDS):
        while not await connection.fetchval(_WAITS_SOMEWHERE if CLUSTER else _WAITS):
            assert not waiter.done(), "it waited for nothing"
            await asyncio.sleep(0.01)
