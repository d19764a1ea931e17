"""The statements that a request has the database do: their number and kind, which a clock only guesses at."""

from __future__ import annotations

import asyncio
import re
from contextvars import ContextVar
from typing import Any

import httpx

from fordran.store.callers import _USER
from fordran.store.database import Database

# A transaction is told in its first statement whose it is, and for which request.
_REQUEST_ID = re.compile(r'"request_id":"[0-9a-f]+"')
_said: ContextVar[list[str] | None] = ContextVar("statements", default=None)


def listen(database: Database) -> None:
    """Hear what the idle connections of a pool are asked from now on. One request at a time uses one of them."""
    for connection in database._idle:
        connection.add_query_logger(_hear)


def _hear(record: Any) -> None:
    # Called in the context of whoever asked, so that what is done meanwhile for nobody's request is not heard.
    heard = _said.get()
    # Who the caller is is looked up again when it is half a second old, whatever is asked for.
    if heard is not None and record.query != _USER:
        heard.append(_REQUEST_ID.sub("", record.query))


async def asked(client: httpx.AsyncClient, method: str, path: str, **options: Any) -> tuple[httpx.Response, list[str]]:
    """The answer to a request, and the statements it took."""
    heard: list[str] = []
    token = _said.set(heard)
    try:
        answer = await client.request(method, path, **options)
        await asyncio.sleep(0)
        return answer, heard
    finally:
        _said.reset(token)
