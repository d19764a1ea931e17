"""GET /events: a list like any other, in the order of the stream, and a cursor that never misses an event."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from fordran.actions.webhooks.sequence_events import last_position, seen_position, sequence_events
from fordran.api.http.answers import Answer
from fordran.api.http.request import Request
from fordran.api.serving.query import query_of
from fordran.api.serving.reading import page_answer
from fordran.resources.events import EVENTS
from fordran.store.connections.database import Database
from fordran.store.connections.one_account import is_on_a_cluster
from fordran.store.reading.listing import ListPage, Query, read_page
from fordran.store.reading.scope import Caller
from fordran.store.reading.where import BadQuery

POSITION = "position"
LAST_POSITION = 2**63 - 1


async def list_events(request: Request, database: Database) -> Answer:
    """A page of events. Committed events are numbered first, so that a caller sees the events of its own acts."""
    after = _after(request.query.get("after"))
    if after is not None and request.query.get("sort"):
        raise BadQuery("after cannot be used together with sort: it follows the order of positions.")
    asked = query_of(request, EVENTS)
    query = (_remembered if asked.is_remembered else _ordered)(asked, after)
    page, bound = await _read(database, request.signed_in, query)
    if after and not page.items:
        await _refuse_ahead(database, after)
    items = page.items if bound is None else [item for item in page.items if item[POSITION] <= bound]
    last = max((item[POSITION] for item in items), default=after or 0)
    if len(items) < len(page.items) and not asked.sort:
        page = replace(page, items=items)
    if not _shows_position(asked):
        for item in page.items:
            del item[POSITION]
    return page_answer(request, query, page, last=last)


async def _read(database: Database, caller: Caller, query: Query) -> tuple[ListPage, int | None]:
    """A page; on a cluster also the position up to which it lacks nothing.

    One server shows events in their order. The nodes of a cluster are asked one after the other, so that there an event can be
    missing before one that is shown; both come with the next page.
    """
    async with database.connection(keeps_plans=not query.where) as connection:
        if not is_on_a_cluster(connection):
            await sequence_events(connection)
            return await read_page(connection, EVENTS, caller, query, seconds=database.list_seconds), None
    bound = await _seen_everywhere(database)
    async with database.connection() as connection:
        return await read_page(connection, EVENTS, caller, query, seconds=database.list_seconds), bound


async def _seen_everywhere(database: Database) -> int:
    """Number events on a cluster; the position up to which every node shows them now."""
    async with database.transaction() as tx:
        await sequence_events(tx)
    async with database.transaction() as tx:
        if await last_position(tx) > await seen_position(tx):
            await sequence_events(tx)
        return await seen_position(tx)


async def _refuse_ahead(database: Database, after: int) -> None:
    """Refuse a cursor that no event has had: a reader that follows it would miss all events up to it."""
    async with database.connection() as connection:
        if after > await last_position(connection):
            raise BadQuery(f"after lies ahead: no event has the position {after} yet. Use the _meta.last of an answer.")


def _after(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 19 and int(text) <= LAST_POSITION):
        raise BadQuery("after must be the position of an event: a whole number from 0.")
    return int(text)


def _ordered(asked: Query, after: int | None) -> Query:
    """The query as it is put: by position where no other order is asked for, and with the position, which tells the last."""
    where: Any = asked.where
    if after is not None:
        beyond = {POSITION: {"$gt": after}}
        where = {"$and": [beyond, where]} if where else beyond
    projection = dict(asked.projection or {})
    if not _shows_position(asked):
        projection = {name: shown for name, shown in projection.items() if name != POSITION}
        projection |= {POSITION: True} if any(projection.values()) else {}
    return replace(asked, where=where, sort=asked.sort or ((POSITION, False),), projection=projection)


_remembered = lru_cache(maxsize=1024)(_ordered)


def _shows_position(asked: Query) -> bool:
    projection = asked.projection or {}
    if any(projection.values()):
        return projection.get(POSITION, False)
    return projection.get(POSITION, True)
