"""The statements that a request has the database do: their number and kind, which a clock only guesses at."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

import httpx
from asyncpg import introspection

from fordran.store.callers import _USER
from fordran.store.connections.database import TO_KEEP_PLANS, TO_PLAN_BY_VALUES, Connection, Database
from fordran.store.connections.waiting_line import WaitingLine

# A transaction is told in its first statement whose it is, and for which request.
_REQUEST_ID = re.compile(r'"request_id":"[0-9a-f]+"')
# A connection that meets a type for the first time looks it up. Which request that happens to says nothing about the request.
_OF_THE_LIBRARY = {
    introspection.INTRO_LOOKUP_TYPES,
    introspection.INTRO_LOOKUP_TYPES_13,
    introspection.TYPE_BY_NAME,
}
_JIT_OF_THE_LIBRARY = re.compile(r"\s*SELECT\s+(current_setting\('jit'\) AS cur,\s+)?set_config\('jit', ")
_said: ContextVar[list[str] | None] = ContextVar("statements", default=None)


def listen(database: Database) -> None:
    """Hear what connections are asked from now on, whichever of them are lent, also those that are yet to be made."""
    lend = database._take

    async def lend_heard(line: WaitingLine, keeps_plans: bool = False) -> Connection:
        connection = await lend(line, keeps_plans)
        connection.add_query_logger(_hear)
        return connection

    database._take = lend_heard  # type: ignore[method-assign]


def _hear(record: Any) -> None:
    # Called in the context of whoever asked, so that what is done meanwhile for nobody's request is not heard.
    heard = _said.get()
    # Who the caller is is looked up again when it is half a second old, whatever is asked for.
    if heard is None or record.query == _USER:
        return
    # How a connection plans is told it when it was last lent for another way, whatever is asked for now.
    if record.query in (TO_KEEP_PLANS, TO_PLAN_BY_VALUES):
        return
    if record.query in _OF_THE_LIBRARY or _JIT_OF_THE_LIBRARY.match(record.query):
        return
    heard.append(_REQUEST_ID.sub("", record.query))


@asynccontextmanager
async def hearing() -> AsyncIterator[list[str]]:
    """The statements that are asked within the block, all of them once it has ended."""
    heard: list[str] = []
    token = _said.set(heard)
    try:
        yield heard
        await asyncio.sleep(0)  # the library tells of the last one as soon as the loop has a moment
    finally:
        _said.reset(token)


async def asked(client: httpx.AsyncClient, method: str, path: str, **options: Any) -> tuple[httpx.Response, list[str]]:
    """The answer to a request, and the statements it took."""
    async with hearing() as heard:
        answer = await client.request(method, path, **options)
    return answer, heard
