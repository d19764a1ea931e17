"""POST below a document: an act on it, and what is answered of it afterwards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.refusals import EtagDiffers
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.conditions import sent_etag
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.shape.fields import Shape
from fordran.shape.resource import META, Resource
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find

Act = Callable[[Connection, Caller, Item, Any, datetime], Awaitable[None]]


def acts_on(
    resource: Resource, shape: type[Shape], act: Act, shown: Callable[[Mapping[str, Any]], Mapping[str, Any]]
) -> EndpointHandler:
    """The endpoint of an act on a document of a resource. `shown` is what is answered of the document beside its tag."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json() if shape.model_fields else {}

        async def work(tx: Connection) -> Answer:
            found = await find(tx, resource, request.signed_in, request.path["id"])
            if found is None:
                raise not_found()
            if sent_etag(request) not in (None, found.etag):
                raise EtagDiffers
            given = await read_all_issues(tx, request.signed_in, shape, document)
            await act(tx, request.signed_in, found, given, clock.now())
            after = await find(tx, resource, request.signed_in, request.path["id"])
            assert after is not None
            four = {name: after.document[name] for name in META}
            return answer({**four, **shown(after.document), "_status": "OK"}, 201)

        return await once(request, database, work, document)

    return serve
