"""PATCH and DELETE: a caller that knows a document's tag changes or removes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.answer_warnings import doubtful, warnings_field
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.refusals import EtagDiffers
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.conditions import sent_etag
from fordran.api.http.errors import NO_ETAG, http_error, not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.shape.merging import merged
from fordran.shape.resource import META, Resource
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find

Change = Callable[[Connection, Caller, str, str, Any, datetime], Awaitable[str | None]]
"""A change of a document; it may return the id by which a second person approves it."""
Remove = Callable[[Connection, Caller, str, str, datetime], Awaitable[None]]


def patch(resource: Resource, change: Change) -> EndpointHandler:
    """The endpoint that changes a document."""
    assert resource.change is not None
    shape = resource.change

    async def serve(request: Request, database: Database) -> Answer:
        sent = await request.body()  # before a connection is taken, which a slow client must not hold
        async with database.transaction() as tx:
            item, etag = await to_edit(tx, request, resource)
            document = request.json_in(sent)
            if isinstance(document, list):
                raise http_error(400, "A PATCH takes one document, not an array.")
            whole = await read_all_issues(tx, request.signed_in, shape, merged(shape, item.document, document))
            asks = await change(tx, request.signed_in, request.path["id"], etag, whole, clock.now())
            waits = asks is not None and await in_force(tx, request.rules.setting)
            after = await find(tx, resource, request.signed_in, request.path["id"])
        if after is None:
            return Answer(204)
        body = {name: after.document[name] for name in META} | {"_status": "OK"}
        body |= warnings_field(doubtful(after.document.get("warnings")))
        approval = {"_approval": asks} if waits else {}
        return answer(body | approval, 202 if waits else 200, [(b"etag", f'"{after.etag}"'.encode())])

    return serve


def delete(resource: Resource, remove: Remove) -> EndpointHandler:
    """The endpoint that removes a document."""

    async def serve(request: Request, database: Database) -> Answer:
        async with database.transaction() as tx:
            _, etag = await to_edit(tx, request, resource)
            await remove(tx, request.signed_in, request.path["id"], etag, clock.now())
        return Answer(204)

    return serve


async def to_edit(tx: Connection, request: Request, resource: Resource) -> tuple[Item, str]:
    """The document and the tag it must still have; 404 comes before 428, and 428 before 412."""
    item = await find(tx, resource, request.signed_in, request.path["id"])
    if item is None:
        raise not_found()
    etag = sent_etag(request)
    if etag is None:
        raise http_error(428, NO_ETAG)
    if etag != item.etag:
        raise EtagDiffers
    return item, etag
