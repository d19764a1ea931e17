"""The two endpoints that describe the interface: the table is whole only once every endpoint is in it, these two too."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from fordran import clock
from fordran.actions.accounts.access_token import BadAccessToken
from fordran.actions.people.sessions import SessionTerm, read_session
from fordran.api.clients.callers import Callers
from fordran.api.description.document import description_json, page
from fordran.api.description.guides import guide
from fordran.api.description.own_examples import own_examples, put_into
from fordran.api.description.page import content_policy, render_guide
from fordran.api.endpoint import Endpoint, EndpointHandler
from fordran.api.http.answers import Answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.store.callers import load_caller
from fordran.store.connections.database import Database
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.store.reading.scope import Caller
from fordran.web.cookies import DOCS_COOKIE, cookies_in

WholeTable = Callable[[], tuple[Endpoint, ...]]
"""Every endpoint, asked for when somebody reads about them."""


def read_openapi(table: WholeTable) -> EndpointHandler:
    """The endpoint that describes the others."""

    async def serve(_request: Request, _database: Database) -> Answer:
        return Answer(200, description_json(table()))

    return serve


def read_docs(table: WholeTable, *, can_be_tried: bool, session_term: SessionTerm) -> EndpointHandler:
    """The same as a page, on which requests can be tried where nothing comes of them.

    The examples name documents of a reader who sends an access token, or is signed in to the console.
    """

    async def serve(request: Request, database: Database) -> Answer:
        own = None
        # The page is there without the database, too.
        with suppress(DatabaseAway, DatabaseBusy):
            own = await _own_examples(request, database, session_term, table)
        if own is None:
            return _shown(page(table(), can_be_tried=can_be_tried), can_be_tried=can_be_tried)
        html = put_into(page(table(), can_be_tried=can_be_tried, has_places=True), own)
        return _shown(html, can_be_tried=can_be_tried)

    return serve


async def _own_examples(
    request: Request, database: Database, term: SessionTerm, table: WholeTable
) -> dict[bytes, bytes] | None:
    reader = await _reader(request, database, term)
    if reader is None:
        return None
    async with database.connection() as connection:
        return await own_examples(connection, reader, table())


async def _reader(request: Request, database: Database, term: SessionTerm) -> Caller | None:
    """Who reads the page; None where nobody says so."""
    token = request.header(b"x-api-key")
    if token:
        with suppress(BadAccessToken):
            return await Callers(database).caller(token)
    cookie = cookies_in(request.scope["headers"]).get(DOCS_COOKIE)
    if not cookie:
        return None
    async with database.connection() as connection:
        session = await read_session(connection, cookie, clock.now(), term)
        return None if session is None else await load_caller(connection, session.user)


async def read_guide(request: Request, _database: Database) -> Answer:
    """A guide as a page."""
    found = guide(request.path["guide"])
    if found is None:
        raise not_found()
    return _shown(render_guide(found), can_be_tried=False)


def _shown(html: bytes, *, can_be_tried: bool) -> Answer:
    headers = [(b"content-security-policy", content_policy(can_be_tried=can_be_tried).encode())]
    return Answer(200, html, headers, content_type=b"text/html; charset=utf-8")
