"""API clients over HTTP: a new code, a new key, and a key that is taken away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.accounts.change_keys import NoSuchKey, remove_key
from fordran.actions.accounts.wider_users import refuse_wider_user
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.changing import to_edit
from fordran.api.serving.once import once
from fordran.resources.api_clients import API_CLIENTS
from fordran.shape.fields import Shape
from fordran.shape.resource import META
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.documents import Document
from fordran.store.rows.ids import is_id
from fordran.store.rows.rows import find

ClientAct = Callable[[Connection, str, Any, datetime], Awaitable[dict[str, Any]]]


def act_on_client(shape: type[Shape], act: ClientAct) -> EndpointHandler:
    """The endpoint of an act on a client: its four fields are answered, and what the act has to say. No body is an empty one."""

    async def serve(request: Request, database: Database) -> Answer:
        sent = await request.body()
        document = request.json_in(sent) if sent else {}

        async def work(tx: Connection) -> Answer:
            client = (await _client(tx, request))["_id"]
            given = await read_all_issues(tx, request.signed_in, shape, document)
            await refuse_wider_user(tx, request.signed_in, client)
            result = await act(tx, client, given, clock.now())
            shown = await _client(tx, request)
            return answer({name: shown[name] for name in META} | result | {"_status": "OK"}, 201)

        done = await once(request, database, work, document)
        done.headers.append((b"cache-control", b"no-store"))
        return done

    return serve


async def take_key_away(request: Request, database: Database) -> Answer:
    """The endpoint that removes a key, for a caller that knows the client's tag."""
    async with database.transaction() as tx:
        _, etag = await to_edit(tx, request, API_CLIENTS)
        client, key = request.path["id"], request.path["key"]
        await refuse_wider_user(tx, request.signed_in, client)
        if not is_id(key):
            raise not_found()
        try:
            await remove_key(tx, client, key, etag, clock.now())
        except NoSuchKey:
            raise not_found() from None
    return Answer(204)


async def _client(tx: Connection, request: Request) -> Document:
    item = await find(tx, API_CLIENTS, request.signed_in, request.path["id"])
    if item is None:
        raise not_found()
    return item.document
