"""GET: a list of a resource, or one document of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, Headers, answer
from fordran.api.http.conditions import is_unchanged
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.query import next_link, query_of
from fordran.resources.files import FileShown
from fordran.shape.fields import fields_of
from fordran.shape.moments import rfc_1123
from fordran.shape.resource import Resource
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.documents import Document
from fordran.store.reading.kept_plans import keeps_plan
from fordran.store.reading.listing import Item, ListPage, Query, read_item, read_page
from fordran.store.reading.projection import parse_projection
from fordran.store.rows.ids import is_id

Complete = Callable[[Request, Database, Document], Awaitable[bool]]
"""Adds what a document still lacks when it is read; whether anything was added."""


def list_of(resource: Resource) -> EndpointHandler:
    """The endpoint that lists a resource."""
    files = file_fields(resource)

    async def serve(request: Request, database: Database) -> Answer:
        query = query_of(request, resource)
        caller = request.signed_in

        async def read(connection: Connection) -> ListPage:
            return await read_page(connection, resource, caller, query, seconds=database.list_seconds)

        page = await database.read(read, keeps_plans=keeps_plan(resource, caller, query))
        for item in page.items if files else ():
            add_links(request, item, files)
        return page_answer(request, query, page)

    return serve


def page_answer(request: Request, query: Query, page: ListPage, **more: int) -> Answer:
    """The answer that shows a page; `more` is added to `_meta`."""
    meta = {"page": query.page, "max_results": query.max_results, "total": page.total} | more
    headers: Headers = [(b"x-total-count", str(page.total).encode())]
    if page.newest:
        headers.append((b"last-modified", rfc_1123(page.newest).encode()))
    if page.next:
        headers += next_link(request, page.next)
    done = answer({"_items": page.items, "_meta": meta}, headers=headers)
    done.shown = page.items
    return done


def item_of(resource: Resource, complete: Complete | None = None) -> EndpointHandler:
    """The endpoint that reads one document, which is read again where it had to be completed."""
    files = file_fields(resource)

    async def serve(request: Request, database: Database) -> Answer:
        item = await _item(request, database, resource)
        if item is not None and complete and await complete(request, database, item.document):
            item = await _item(request, database, resource)
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


async def _item(request: Request, database: Database, resource: Resource) -> Item | None:
    id_ = request.path["id"]
    if not is_id(id_):
        return None
    chosen = parse_projection(request.query.get("projection", ""))
    async with database.connection(keeps_plans=True) as connection:
        return await read_item(connection, resource, request.signed_in, id_, chosen)


def file_fields(resource: Resource) -> tuple[str, ...]:
    """The fields of a resource that show a file."""
    return tuple(name for name, field in resource.fields.items() if field.children == fields_of(FileShown))


def add_links(request: Request, document: Document, files: tuple[str, ...]) -> None:
    """Put a signed link into every file that a document shows."""
    for name in files:
        if name in document:
            shown = parsed(document[name])
            document[name] = shown | {"url": request.link_to(shown["id"])} if "id" in shown else shown
