"""Remove the files of what was erased, after the transaction that let go of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fordran.domain.service.retention import FileToRemove
from fordran.store.connections.database import Connection

Remove = Callable[[FileToRemove, str], None]
"""Removes a file by its kind and id; one that is gone already is as good as removed."""

AT_A_TIME = 100


async def remove_files(tx: Connection, remove: Remove) -> int:
    """Remove some of the files that are noted; how many. Whoever is stopped here is followed by somebody who does it again."""
    rows = await tx.fetch("select id, kind from files_to_remove order by id limit $1 for update skip locked", AT_A_TIME)
    for row in rows:
        await asyncio.to_thread(remove, row["kind"], row["id"])
    await tx.execute("delete from files_to_remove where id = any($1::text[])", [row["id"] for row in rows])
    return len(rows)
