"""Remove the files of erased documents, after the transaction that erased them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fordran.domain.service.retention import FileToRemove
from fordran.store.connections.database import Connection

Remove = Callable[[FileToRemove, str], None]
"""Removes a file by its kind and id; one that is gone already is as good as removed."""

AT_A_TIME = 100


async def remove_files(tx: Connection, remove: Remove) -> int:
    """Remove some of the noted files; return how many. If this is stopped, a later call does it again.

    One that cannot be removed stays noted, and the others go; where none can be, the trouble is raised.
    """
    rows = await tx.fetch(
        "select id, kind from files_to_remove order by random() limit $1 for update skip locked", AT_A_TIME
    )
    removed = []
    trouble: OSError | None = None
    for row in rows:
        try:
            await asyncio.to_thread(remove, row["kind"], row["id"])
        except OSError as stuck:
            trouble = stuck
        else:
            removed.append(row["id"])
    if trouble is not None and not removed:
        raise trouble
    await tx.execute("delete from files_to_remove where id = any($1::text[])", removed)
    return len(removed)
