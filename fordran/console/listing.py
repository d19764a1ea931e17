"""Lists: a page of what the caller sees, read by key, and the address of the next one with the same filters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.rows.ids import is_id
from fordran.web.visit import Visit

MOST = 50


@dataclass(frozen=True)
class Pager:
    """Where the first page and the next one are, where there are such."""

    first: str | None
    next: str | None


async def listed(
    visit: Visit, connection: Connection, resource: Resource, where: Mapping[str, Any] | None = None, most: int = MOST
) -> tuple[list[Values], Pager]:
    """The newest documents first, from the one that `after` in the address names."""
    after = visit.query.get("after", "")
    conditions = [where] if where else []
    if is_id(after):
        conditions.append({"_id": {"$lt": after}})
    items = await visit.read(connection, resource, {"$and": conditions} if conditions else None, most + 1)
    shown = items[:most]
    following = address(visit, after=shown[-1]["_id"]) if len(items) > most else None
    if resource.personal:
        visit.note_reading(resource.name, [item["_id"] for item in shown])
    return shown, Pager(address(visit, after="") if is_id(after) else None, following)


async def read_list(
    visit: Visit, resource: Resource, where: Mapping[str, Any] | None = None
) -> tuple[list[Values], Pager]:
    """The same for a page that shows nothing else of the database, which a replica may answer."""

    async def read(connection: Connection) -> tuple[list[Values], Pager]:
        return await listed(visit, connection, resource, where)

    return await visit.database.read(read)


def address(visit: Visit, **changes: str) -> str:
    """This page with other parameters; an empty one is left out."""
    given = {name: value for name, value in (dict(visit.query) | changes).items() if value}
    return f"{visit.request.url.path}?{urlencode(given)}" if given else visit.request.url.path
