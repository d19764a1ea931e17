"""Lists: a page of what the caller sees, in the order that the address asks for, and the address of the next page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias
from urllib.parse import urlencode

from fordran.shape.kinds import INTEGER, MOMENT, MONEY
from fordran.shape.resource import Resource
from fordran.shape.wire import value_conversion
from fordran.store.connections.database import Connection
from fordran.store.reading.cursor import Cursor, parse_cursor
from fordran.store.reading.documents import Values
from fordran.store.reading.listing import Query, read_page
from fordran.store.reading.where import BadQuery
from fordran.store.rows.ids import is_id
from fordran.web.visit import Visit

MOST = 50
SortOrder: TypeAlias = tuple[tuple[str, bool], ...]
"""Fields, and whether each is descending."""
NEWEST: SortOrder = (("_id", True),)
OLDEST: SortOrder = (("_id", False),)
_DESCENDING_FIRST = (INTEGER, MOMENT, MONEY)
"""Of amounts and days, the greatest and the latest are asked for first."""


@dataclass(frozen=True)
class ColumnOrder:
    """How a list is sorted by a column, if it is, and the address of the list in the next order by it."""

    href: str
    way: Literal["ascending", "descending"] | None


@dataclass(frozen=True)
class Pager:
    """Where the first page and the next one are, where there are such, and how the list can be sorted."""

    first: str | None
    next: str | None
    order: Mapping[str, ColumnOrder] = field(default_factory=dict)


async def listed(
    visit: Visit,
    connection: Connection,
    resource: Resource,
    where: Mapping[str, Any] | None = None,
    most: int = MOST,
    sortable: Sequence[str] = (),
    unsorted: SortOrder = NEWEST,
) -> tuple[list[Values], Pager]:
    """A page of documents, after the one that `after` in the address names.

    `sortable` are the fields by which `sort` in the address may order them; without it the order is `unsorted`.
    """
    order = sort_of(visit, sortable) or unsorted
    cursor = _cursor(visit.query.get("after", ""), order)
    query = Query(max_results=most, where=where, sort=order, cursor=cursor)
    page = await read_page(connection, resource, visit.signed_in, query, value_conversion, visit.database.list_seconds)
    if resource.personal:
        visit.note_reading(resource.name, [item["_id"] for item in page.items])
    following = address(visit, after=_after(page.next)) if page.next else None
    first = address(visit, after="") if cursor else None
    return page.items, Pager(first, following, _columns(visit, resource, sortable, order))


def sort_of(visit: Visit, sortable: Sequence[str]) -> SortOrder | None:
    """The order that the address asks for by `sort`, which is written as in the interface; None where it asks for none."""
    asked = visit.query.get("sort", "")
    name = asked.removeprefix("-")
    return ((name, asked.startswith("-")),) if name in sortable else None


def _cursor(after: str, order: SortOrder) -> Cursor | None:
    if order in (NEWEST, OLDEST):
        return Cursor(order, (), after) if is_id(after) else None
    try:
        return parse_cursor(after, order) if after else None
    except BadQuery:
        # A page of another order: the list begins from its start.
        return None


def _after(cursor: Cursor) -> str:
    return cursor.id if cursor.order in (NEWEST, OLDEST) else cursor.text()


def _columns(visit: Visit, resource: Resource, sortable: Sequence[str], order: SortOrder) -> dict[str, ColumnOrder]:
    found = {}
    for name in sortable:
        begins = resource.fields[name].kind in _DESCENDING_FIRST
        is_sorted = order[0][0] == name
        is_next = not order[0][1] if is_sorted else begins
        href = address(visit, sort=f"-{name}" if is_next else name, after="")
        found[name] = ColumnOrder(href, ("descending" if order[0][1] else "ascending") if is_sorted else None)
    return found


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
