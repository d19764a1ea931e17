"""A part of a transaction that can be undone by itself.

Transactions of ours are begun by our own words (database.py), of which the library knows nothing; so are their parts. One name
is enough for all: of savepoints by one name, PostgreSQL means the latest, and each is gone when its block ends.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from fordran.store.connections.database import Connection
from fordran.store.connections.node_troubles import is_node_lost

DATABASE_TROUBLE = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.TransactionRollbackError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.LockNotAvailableError,
    OSError,
)
"""Errors that no single item causes: the whole is tried again."""


class SavepointRolledBack(Exception):
    """A part was undone alone, for a reason of its own; the others can go on."""


@asynccontextmanager
async def savepoint(tx: Connection) -> AsyncIterator[None]:
    """The work of the block is kept with the transaction, or rolled back alone if the block raises."""
    await tx.execute("savepoint part")
    try:
        yield
    except BaseException:
        # Going back to a savepoint leaves it there, where it would be taken for the one around it.
        await tx.execute("rollback to savepoint part; release savepoint part")
        raise
    await tx.execute("release savepoint part")


@asynccontextmanager
async def part(tx: Connection) -> AsyncIterator[None]:
    """A part that fails alone: its own error is raised as `SavepointRolledBack`, an error of the database as it is."""
    try:
        async with savepoint(tx):
            yield
    except DATABASE_TROUBLE:
        raise
    except Exception as trouble:
        if is_node_lost(trouble):
            raise
        raise SavepointRolledBack(repr(trouble)) from trouble
