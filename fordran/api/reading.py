"""GET: a list of a resource, or one document of it."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache

from fordran.api.answers import Answer, Headers, answer
from fordran.api.errors import not_found
from fordran.api.request import LONGEST_REMEMBERED, Request, parameters_of
from fordran.resources.files import FileShown
from fordran.shape.fields import fields_of
from fordran.shape.moments import rfc_1123
from fordran.shape.resource import Resource
from fordran.shape.wire import parsed
from fordran.store.database import Database
from fordran.store.ids import is_id
from fordran.store.listing import Document, Query, read_item, read_page
from fordran.store.projection import parse_projection
from fordran.store.sorting import parse_sort
from fordran.store.where import parse_where

DEFAULT_RESULTS, MOST_RESULTS = 25, 100

Serve = Callable[[Request, Database], Awaitable[Answer]]


def page_number(text: str | None) -> int:
    """The page asked for: the dialect takes a negative one as positive, and anything that is no whole number as 1."""
    try:
        return min(abs(int(text or "")), 2**53) or 1
    except ValueError:
        return 1


def results_per_page(text: str | None) -> int:
    """How many results are asked for: capped at the most, and the default for what makes no sense."""
    try:
        number = float(text or "")
    except ValueError:
        return DEFAULT_RESULTS
    if not math.isfinite(number) or number < 1:
        return DEFAULT_RESULTS
    return min(int(number), MOST_RESULTS)


def query_of(request: Request, resource: Resource) -> Query:
    """What the query string asks of a list. Clients ask the same again and again, so a short one is remembered."""
    if len(request.raw_query) <= LONGEST_REMEMBERED:
        return _remembered_query(request.raw_query, resource)
    return _query(request.query, resource)


@lru_cache(maxsize=1024)
def _remembered_query(raw_query: bytes, resource: Resource) -> Query:
    return _query(parameters_of(raw_query), resource, is_remembered=True)


def _query(given: Mapping[str, str], resource: Resource, *, is_remembered: bool = False) -> Query:
    return Query(
        page=page_number(given.get("page")),
        max_results=results_per_page(given.get("max_results")),
        where=parse_where(given.get("where", "")),
        sort=tuple(parse_sort(given.get("sort", ""))),
        projection=parse_projection(given.get("projection", "")),
        search={search.name: given[search.name] for search in resource.search if given.get(search.name)},
        is_remembered=is_remembered,
    )


def list_of(resource: Resource) -> Serve:
    """The endpoint that lists a resource."""
    files = file_fields(resource)

    async def serve(request: Request, database: Database) -> Answer:
        query = query_of(request, resource)
        async with database.connection() as connection:
            page = await read_page(connection, resource, request.signed_in, query)
        for item in page.items if files else ():
            add_links(request, item, files)
        meta = {"page": query.page, "max_results": query.max_results, "total": page.total}
        headers: Headers = [(b"x-total-count", str(page.total).encode())]
        if page.newest:
            headers.append((b"last-modified", rfc_1123(page.newest).encode()))
        done = answer({"_items": page.items, "_meta": meta}, headers=headers)
        done.shown = page.items
        return done

    return serve


Complete = Callable[[Request, Database, Document], Awaitable[bool]]
"""Adds what a document still lacks when it is read; whether anything was added."""


def item_of(resource: Resource, complete: Complete | None = None) -> Serve:
    """The endpoint that reads one document, which is read again where it had to be completed."""
    files = file_fields(resource)

    async def serve(request: Request, database: Database) -> Answer:
        id_ = request.path["id"]
        if not is_id(id_):
            raise not_found()
        chosen = parse_projection(request.query.get("projection", ""))
        async with database.connection() as connection:
            item = await read_item(connection, resource, request.signed_in, id_, chosen)
        if item is not None and complete and await complete(request, database, item.document):
            async with database.connection() as connection:
                item = await read_item(connection, resource, request.signed_in, id_, chosen)
        if item is None:
            raise not_found()
        headers: Headers = [
            (b"etag", f'"{item.etag}"'.encode()),
            (b"last-modified", rfc_1123(item.updated).encode()),
        ]
        if is_unchanged(request, item.etag, item.updated):
            return Answer(304, headers=headers)
        add_links(request, item.document, files)
        return answer(item.document, headers=headers)

    return serve


def file_fields(resource: Resource) -> tuple[str, ...]:
    """The fields of a resource that show a file."""
    return tuple(name for name, field in resource.fields.items() if field.children == fields_of(FileShown))


def add_links(request: Request, document: Document, files: tuple[str, ...]) -> None:
    """Put a signed link into every file that a document shows."""
    for name in files:
        if name in document:
            shown = parsed(document[name])
            document[name] = shown | {"url": request.link_to(shown["id"])} if "id" in shown else shown


def is_unchanged(request: Request, etag: str, updated: datetime) -> bool:
    """Whether what the client has is still right. A tag, where one is sent, decides alone (RFC 9110 §13.1.3)."""
    tags = request.header(b"if-none-match")
    if tags is not None:
        return tags.strip() == "*" or etag in _tags(tags)
    since = request.header(b"if-modified-since")
    if since is None:
        return False
    try:
        moment = parsedate_to_datetime(since)
    except (ValueError, TypeError, OverflowError):
        return False
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    # A client knows the moment as we told it, in whole seconds.
    return updated.replace(microsecond=0) <= moment


def _tags(text: str) -> set[str]:
    return {tag.strip().removeprefix("W/").strip('"') for tag in text.split(",")}


def sent_etag(request: Request) -> str | None:
    """The tag in `If-Match`, quoted or bare; None where there is none."""
    text = request.header(b"if-match")
    return None if text is None else text.strip().strip('"')
