"""What the service is measured against: `python -m tools.bench.bare FD PLAN`, a bare ASGI application.

It has the same server, settings and pool, sends PostgreSQL the same statements, and writes the rows as JSON. There is no
sign-in, validation, scope, header, figure or log, and its statements are ready before the first request. What it takes is
what the database, the driver and the server take; the rest of the service's time is ours.
"""

from __future__ import annotations

import pickle
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
import uvicorn

from fordran.api.http.request import Request
from fordran.api.serving.query import query_of
from fordran.commands.api_process import server_config
from fordran.commands.children import stop_with_parent
from fordran.commands.process_setup import settle_memory
from fordran.resources import RESOURCES
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.store.reading.listing import item_statement, list_statement
from fordran.store.reading.scope import SYSTEM
from tools.bench.writes import Plan, Write

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Bare:
    """The application. An operator's statements have no scope, so they are the same as the service's."""

    def __init__(self, settings: Settings, plan: Plan) -> None:
        assert settings.database_url is not None
        self.database = Database(settings.database_url, settings.pool_size, settings.pool_wait_seconds)
        self.items: dict[str, str] = {}
        self.lists: dict[tuple[str, bytes], tuple[str, list[Any]]] = {("/health", b""): ("select true as lives", [])}
        self.writes = plan.writes
        for target in plan.targets:
            path, _, query = target.partition("?")
            if path.endswith("/{id}"):
                self._add_item(path.removesuffix("/{id}"))
            else:
                self._add_list(path, query.encode())

    def _add_item(self, path: str) -> None:
        self.items[path], _, _ = item_statement(RESOURCES[path[1:]], SYSTEM, "", {})

    def _add_list(self, path: str, query: bytes) -> None:
        resource = RESOURCES[path[1:]]
        asked = query_of(Request({"method": "GET", "headers": [], "query_string": query}, _nothing, ""), resource)
        statement = list_statement(resource, SYSTEM, asked)
        self.lists[path, query] = statement.page, statement.values

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live(receive, send)
            return
        path, status = scope["path"], 200
        if scope["method"] == "POST":
            status, body = 201, await self.write(self.writes[path], receive)
        elif found := self.lists.get((path, scope["query_string"])):
            async with self.database.connection() as connection:
                rows = await connection.fetch(found[0], *found[1])
            body = orjson.dumps([dict(row) for row in rows])
        else:
            path, _, id_ = path.rpartition("/")
            async with self.database.connection() as connection:
                row = await connection.fetchrow(self.items[path], id_)
            assert row is not None, "what is asked for here is there"
            body = orjson.dumps(dict(row))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def write(self, write: Write, receive: Receive) -> bytes:
        """Insert what a body says, in one statement that is its own transaction."""
        parts = []
        while True:
            message = await receive()
            parts.append(message["body"])
            if not message["more_body"]:
                break
        values = write.values_for(orjson.loads(b"".join(parts)))
        async with self.database.connection() as connection:
            await connection.execute(write.statement, *values)
        return orjson.dumps({"_status": "OK"})

    async def live(self, receive: Receive, send: Send) -> None:
        """Start and end with the process."""
        await receive()
        await self.database.open()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.database.close()
        await send({"type": "lifespan.shutdown.complete"})


async def _nothing() -> dict[str, Any]:
    raise AssertionError("a query has no body")


def main() -> None:
    stop_with_parent()
    settle_memory()
    config = server_config(Bare(Settings.load(), pickle.loads(Path(sys.argv[2]).read_bytes())))
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=int(sys.argv[1]))])


if __name__ == "__main__":
    main()
