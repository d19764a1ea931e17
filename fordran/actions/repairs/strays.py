"""Files that nothing names: left by a process that was stopped between keeping a file and recording it.

They are no difference, since no answer depends on them. But nobody will ever remove them, and they may hold personal
data.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from datetime import datetime, timedelta
from itertools import islice

from fordran.store.connections.database import Connection
from fordran.store.rows.ids import first_id, is_id

AT_A_TIME = 1000
BEING_MADE = timedelta(days=1)
"""A file is kept before it is recorded, so that a record may still come for a young one."""

_NAMED = "select id from media_files where id = any($1::text[])"
_GOING = "select id from files_to_remove where kind = 'media' and id = any($1::text[])"


async def stray_files(tx: Connection, kept: Iterable[str], now: datetime) -> AsyncIterator[str]:
    """Of the ids of files that are kept, those that no row names and that are a day old."""
    youngest = first_id(now - BEING_MADE)
    old = (id_ for id_ in kept if is_id(id_) and id_ < youngest)
    while some := list(islice(old, AT_A_TIME)):
        named = {row["id"] for statement in (_NAMED, _GOING) for row in await tx.fetch(statement, some)}
        for id_ in some:
            if id_ not in named:
                yield id_
