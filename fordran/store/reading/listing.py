"""Reading: a page of a resource, or one document of it, as a caller sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import asyncpg

from fordran.shape.resource import Resource, Search
from fordran.shape.wire import conversion, value_conversion
from fordran.store.connections.database import Connection
from fordran.store.reading.cursor import Cursor, beyond
from fordran.store.reading.documents import Conversion, Document, Values, columns_of, writer
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.projection import Projection, compile_projection
from fordran.store.reading.scope import CREDITOR, Caller, scope_condition, tally_scope, view_for
from fordran.store.reading.sorting import sort_keys
from fordran.store.reading.where import BadQuery
from fordran.store.reading.where_sql import compile_where


@dataclass(frozen=True, eq=False)
class Query:
    """A list query. It is compared by identity."""

    page: int = 1
    max_results: int = 25
    where: Mapping[str, Any] | None = None
    sort: tuple[tuple[str, bool], ...] = ()
    projection: Mapping[str, bool] | None = None
    search: Mapping[str, str] | None = None
    """Search parameter → folded text."""
    cursor: Cursor | None = None
    """Where the page before ended; `page` is then 1."""
    is_remembered: bool = False
    """Whether this object will come again, so that what it compiles to is worth remembering too."""


@dataclass(frozen=True)
class ListPage:
    items: list[Document]
    total: int
    newest: datetime | None
    next: Cursor | None = None
    """Where this page ends, if there is another."""


@dataclass(frozen=True)
class SqlStatement:
    """SQL and its values, before it is sent: also what `fordran explain` prints."""

    page: str
    total: str
    values: list[Any]
    projection: Projection


_LISTED = """("_created" > '-infinity')"""
"""True of every document. The indexes that have documents in order are for statements that say it, and no others: schema.sql."""


_KEY = "_key"
"""Before the numbers of the columns with the sorted values."""


def list_statement(resource: Resource, caller: Caller, query: Query) -> SqlStatement:
    """The statements that read a page and its total. Both have the same values; a later page adds its offset."""
    return (_remembered if query.is_remembered else _compiled)(resource, caller, query)


def _compiled(resource: Resource, caller: Caller, query: Query) -> SqlStatement:
    parameters = SqlParameters()
    view = view_for(resource, caller, parameters)
    scope = scope_condition(resource, caller, parameters)
    conditions = [scope, _LISTED if resource.sorted_by else "true"]
    if query.where:
        conditions.append(compile_where(query.where, resource, parameters))
    for search in resource.search:
        if text := (query.search or {}).get(search.name):
            conditions.append(_search_condition(search, text, parameters))
    condition = " and ".join(part for part in conditions if part != "true") or "true"
    projection = compile_projection(query.projection or {}, resource.fields)
    columns = _columns(resource, projection)
    keys = sort_keys(query.sort, resource.columns)
    total = f"select count(*) from {view} where {condition}"
    is_whole = not query.where and not query.search
    tallied = tally_scope(resource, caller) if is_whole else None
    if tallied is not None:
        # The condition's own values are not used here, so the tally brings the next numbers.
        total = _tally_statement(resource, tallied, caller.account, parameters)
    by_key = caller.level == CREDITOR and resource.owner == "creditor"
    account = f"own_account = {parameters.add(caller.account, 'text')}" if by_key and not _is_first(query) else None
    if query.cursor:
        condition = f"{condition} and {beyond(query.cursor, keys, parameters)}"
    rows = _rows_of_page(view, scope, condition, ", ".join(key.ordered() for key in keys), query, parameters, account)
    sorted_by = "".join(f', {key.sql} as "{_KEY}{place}"' for place, key in enumerate(keys[:-1]))
    page = f"select page.*, ({total}) as _total from (select {columns}{sorted_by} from {rows}) page"
    return SqlStatement(page, total, parameters.values, projection)


_remembered = lru_cache(maxsize=1024)(_compiled)


def _is_first(query: Query) -> bool:
    """Whether the page is the first in no order that was asked for: its rows are the first that are found."""
    return query.page <= 1 and not query.sort


def _limit(query: Query) -> int:
    """How many rows are read: after a cursor one more than are shown, which tells whether there is another page."""
    return query.max_results + (query.cursor is not None)


def _rows_of_page(
    view: str, scope: str, condition: str, order: str, query: Query, parameters: SqlParameters, account: str | None
) -> str:
    """Which rows of the view make the page, and their order. `account` is the condition of the account they are looked up in.

    The limit is one of some hundred numbers and is part of the text: a planner that does not know it plans for a tenth of the
    table. So the plan that is kept for all values is as good as one for these values, and is the one that is used.
    """
    rows = f"{view} where {condition} order by {order} limit {_limit(query):d}"
    if _is_first(query):
        return rows
    # Of the rows that are sorted or passed over, only keys are read: what a view computes, it computes for those that are
    # shown. The scope is needed here too: where several creditors have details of one document, each has a row with its id.
    # So does the limit: what several shards answer is in order only where one is asked for.
    first = (query.page - 1) * query.max_results
    offset = f" offset {parameters.add(min(first, 2**62), 'bigint')}" if first else ""
    keys, again = f'array(select "_id" from {rows}{offset})', f"order by {order} limit {_limit(query):d}"
    if account is None:
        return f'{view} where {scope} and "_id" = any({keys}) {again}'
    # The planner takes every creditor for a small one (schema.sql), and would read all that a creditor has to find these.
    # `offset 0` has it look each up by its key, before it checks the owner.
    found = f'(select * from {view} where {account} and "_id" = chosen.key offset 0) as found'
    return f"unnest({keys}) as chosen (key) cross join lateral {found} where {scope} {again}"


def _tally_statement(
    resource: Resource, scopes: tuple[str, ...], account: str | None, parameters: SqlParameters
) -> str:
    name = parameters.add(resource.name, "text")
    if scopes == ("all",):
        return (
            f"select coalesce((select documents from tallies where resource = {name} and scope = 'all'), 0)"
            f" + coalesce((select sum(documents) from tally_changes where resource = {name}), 0)::bigint"
        )
    chosen = parameters.add(list(scopes), "text[]")
    # A caller that sees one account finds its changes with the account.
    there = f" and account_id = {parameters.add(account, 'text')}" if account else ""
    return (
        f"select (coalesce((select sum(documents) from tallies where resource = {name} and scope = any({chosen})), 0)"
        f" + coalesce((select sum(documents) from tally_changes where resource = {name}{there}"
        f" and (partner_id = any({chosen}) or account_id = any({chosen}) or creditor_id = any({chosen}))), 0))::bigint"
    )


def _search_condition(search: Search, text: str, parameters: SqlParameters) -> str:
    if "\x00" in text:
        raise BadQuery(f"{search.name} has a character that no stored text has.")
    folded = parameters.add(text, "text")
    return f"({search.column} = {folded})" if search.is_whole else f"(strpos({search.column}, {folded}) > 0)"


async def read_page(
    connection: Connection,
    resource: Resource,
    caller: Caller,
    query: Query,
    converted: Conversion = conversion,
    seconds: float | None = None,
) -> ListPage:
    """A page of what the caller sees of a resource, with the total of all pages; within so many seconds."""
    statement = list_statement(resource, caller, query)
    rows = await connection.fetch(statement.page, *statement.values, timeout=seconds)
    if rows:
        total = rows[0]["_total"]
    elif query.page == 1 and query.cursor is None:
        total = 0
    else:
        total = await _count(connection, resource, caller, query, seconds)
    write = writer(resource, statement.projection.columns, converted)
    shown = query.page * query.max_results
    is_more = len(rows) > query.max_results if query.cursor else bool(rows) and total > shown
    rows = rows[: query.max_results]
    items = [write(row) for row in rows]
    if statement.projection.parts:
        for item in items:
            statement.projection.apply(item)
    newest = max((row["_updated"] for row in rows), default=None)
    return ListPage(items, total, newest, _cursor(query, rows[-1]) if is_more else None)


def _cursor(query: Query, row: asyncpg.Record) -> Cursor:
    """Where a page ends that has this row last. What is sorted by after the id decides nothing."""
    decisive = next((place for place, (name, _) in enumerate(query.sort) if name == "_id"), len(query.sort))
    return Cursor(query.sort, tuple(row[f"{_KEY}{place}"] for place in range(decisive)), row["_id"])


async def read_values(
    connection: Connection, resource: Resource, caller: Caller, query: Query, seconds: float | None = None
) -> list[Values]:
    """The same page as values, for edges that show them to people."""
    return (await read_page(connection, resource, caller, query, value_conversion, seconds)).items


async def _count(
    connection: Connection, resource: Resource, caller: Caller, query: Query, seconds: float | None
) -> int:
    """The total of a list whose asked page lies beyond the end."""
    first = Query(where=query.where, max_results=1, projection={"_id": True}, search=query.search)
    statement = list_statement(resource, caller, first)
    row = await connection.fetchrow(statement.page, *statement.values, timeout=seconds)
    return row["_total"] if row else 0


@dataclass(frozen=True)
class Item:
    document: Document
    etag: str
    updated: datetime


async def read_item(
    connection: Connection,
    resource: Resource,
    caller: Caller,
    id_: str,
    projection: Mapping[str, bool] | None = None,
    converted: Conversion = conversion,
) -> Item | None:
    """One document, or None: a missing document and another caller's document look the same."""
    text, values, chosen = item_statement(resource, caller, id_, projection or {})
    row = await connection.fetchrow(text, *values)
    if row is None:
        return None
    document = writer(resource, chosen.columns, converted)(row)
    chosen.apply(document)
    return Item(document, row["_etag"], row["_updated"])


def item_statement(
    resource: Resource, caller: Caller, id_: str, projection: Mapping[str, bool]
) -> tuple[str, list[Any], Projection]:
    """The statement that reads one document, its values, and which of its fields are read."""
    text, values, chosen = _item(resource, caller, projection) if projection else _whole_item(resource, caller)
    return text, [id_, *values], chosen


def _item(
    resource: Resource, caller: Caller, projection: Mapping[str, bool]
) -> tuple[str, tuple[Any, ...], Projection]:
    """The same for any id, which is the first value."""
    parameters = SqlParameters()
    id_ = parameters.add("", "text")
    view = view_for(resource, caller, parameters)
    condition = f"_id = {id_} and {scope_condition(resource, caller, parameters)}"
    chosen = compile_projection(projection, resource.fields)
    text = f"select {_columns(resource, chosen)} from {view} where {condition}"
    return text, tuple(parameters.values[1:]), chosen


@lru_cache(maxsize=1024)
def _whole_item(resource: Resource, caller: Caller) -> tuple[str, tuple[Any, ...], Projection]:
    return _item(resource, caller, {})


def _columns(resource: Resource, chosen: Projection) -> str:
    return ", ".join(f'"{name}"' for name in columns_of(resource, chosen.columns))
