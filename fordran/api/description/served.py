"""The two endpoints that describe the interface: the table is whole only once every endpoint is in it, these two too."""

from __future__ import annotations

from collections.abc import Callable

from fordran.api.description.document import description_json, page
from fordran.api.description.guides import guide
from fordran.api.description.page import content_policy, render_guide
from fordran.api.endpoint import Endpoint, EndpointHandler
from fordran.api.http.answers import Answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.store.connections.database import Database

WholeTable = Callable[[], tuple[Endpoint, ...]]
"""Every endpoint, asked for when somebody reads about them."""


def read_openapi(table: WholeTable) -> EndpointHandler:
    """The endpoint that describes the others."""

    async def serve(_request: Request, _database: Database) -> Answer:
        return Answer(200, description_json(table()))

    return serve


def read_docs(table: WholeTable, *, can_be_tried: bool) -> EndpointHandler:
    """The same as a page, on which requests can be tried where nothing comes of them."""

    async def serve(_request: Request, _database: Database) -> Answer:
        return _shown(page(table(), can_be_tried=can_be_tried), can_be_tried=can_be_tried)

    return serve


async def read_guide(request: Request, _database: Database) -> Answer:
    """A guide as a page."""
    found = guide(request.path["guide"])
    if found is None:
        raise not_found()
    return _shown(render_guide(found), can_be_tried=False)


def _shown(html: bytes, *, can_be_tried: bool) -> Answer:
    headers = [(b"content-security-policy", content_policy(can_be_tried=can_be_tried).encode())]
    return Answer(200, html, headers, content_type=b"text/html; charset=utf-8")
