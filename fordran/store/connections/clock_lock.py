"""Who may do the business of a day: the workers side by side, or one who moves the clock, alone.

A worker holds the lock shared for as long as its transaction lasts, and passes its turn where it cannot. A move of the
clock holds it alone from the first day to the last, on a connection of its own: the days are then the mover's, whole and in
order, whatever runs beside it. The server drops the lock with the connection, however that ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from fordran import clock
from fordran.domain.message import Message
from fordran.store.connections.actor import introduce, node_settings
from fordran.store.connections.database import ON_A_CLUSTER, Connection, connect
from fordran.store.connections.savepoints import savepoint
from fordran.store.connections.troubles import DatabaseAway, reason_of

_BUSINESS, _MOVING = 0x464F5201, 0x464F5202

Begin = Callable[[], AbstractAsyncContextManager[Connection]]
"""Begins a transaction, which ends with the block."""


class ClockIsMoving(Exception):
    """Somebody else is moving the clock."""

    message = Message("error.clock_is_moving")


async def may_do_business(tx: Connection) -> bool:
    """Whether nobody moves the clock, nor will before the transaction ends."""
    return bool(await tx.fetchval("select pg_try_advisory_xact_lock_shared($1)", _BUSINESS))


async def is_moving(tx: Connection) -> bool:
    """Whether somebody moves the clock just now."""
    return not await tx.fetchval("select pg_try_advisory_xact_lock_shared($1)", _MOVING)


@asynccontextmanager
async def holding_the_clock(url: str) -> AsyncIterator[Begin]:
    """Hold the clock alone, and begin transactions while doing so; raises `ClockIsMoving` where another holds it."""
    connection = await connect(url)
    try:
        await introduce(connection)
        if not await connection.fetchval("select pg_try_advisory_lock($1)", _MOVING):
            raise ClockIsMoving
        # Waits for the workers' transactions under way; a worker that comes later finds the lock taken.
        await connection.execute("select pg_advisory_lock($1)", _BUSINESS)
        yield transactions_of(connection)
    except Exception as trouble:
        if connection.is_closed():
            raise DatabaseAway(f"The connection to the database was lost: {reason_of(trouble)}.") from trouble
        raise
    finally:
        await connection.close(timeout=5)


def transactions_of(connection: Connection) -> Begin:
    """Begins transactions on one connection; within a transaction, parts of it that can be undone by themselves."""

    @asynccontextmanager
    async def begin() -> AsyncIterator[Connection]:
        if connection.is_in_transaction():
            async with savepoint(connection):
                yield connection
            return
        async with connection.transaction():
            if connection in ON_A_CLUSTER:
                # Its nodes know nothing of the session.
                await connection.execute(node_settings())
            yield connection

    return begin


_WAITS = "fordran, waiting for the clock"
PATIENCE_SECONDS = 10.0


async def let_wait(tx: Connection) -> None:
    """Let a transaction wait for as long as it takes, doing nothing itself, while days are run on another connection."""
    await tx.execute("set local idle_in_transaction_session_timeout = 0")
    await tx.execute(f"set local application_name = '{_WAITS}'")


async def others_have_ended(begin: Begin, left: set[tuple[Any, ...]]) -> None:
    """Wait for the transactions under way, which may still book on the day before: that day is about to be sealed.

    One that takes longer than our patience, such as a backup, is added to `left` and not waited for again.
    """
    running = await _running(begin) - left
    until = clock.monotonic() + PATIENCE_SECONDS
    while running and clock.monotonic() < until:
        await asyncio.sleep(0.01)
        running &= await _running(begin)
    left |= running


async def _running(begin: Begin) -> set[tuple[Any, ...]]:
    async with begin() as tx:
        await tx.execute("select pg_stat_clear_snapshot()")
        rows = await tx.fetch(
            """select pid, xact_start from pg_stat_activity where datname = current_database() and xact_start is not null
               and backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> $1""",
            _WAITS,
        )
    return {(row["pid"], row["xact_start"]) for row in rows}
