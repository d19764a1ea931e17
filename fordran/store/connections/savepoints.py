"""A part of a transaction that can be undone by itself.

Transactions of ours are begun by our own words (database.py), of which the library knows nothing; so are their parts. One name
is enough for all: of savepoints by one name, PostgreSQL means the latest, and each is gone when its block ends.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fordran.store.connections.database import Connection


@asynccontextmanager
async def savepoint(tx: Connection) -> AsyncIterator[None]:
    """What is done in the block is kept with the transaction, or undone alone if the block raises."""
    await tx.execute("savepoint part")
    try:
        yield
    except BaseException:
        # Going back to a savepoint leaves it there, where it would be taken for the one around it.
        await tx.execute("rollback to savepoint part; release savepoint part")
        raise
    await tx.execute("release savepoint part")
