"""The two endpoints that describe the interface: the table is whole only once every endpoint is in it, these two too."""

from __future__ import annotations

from collections.abc import Callable

from fordran.api.description.document import description_json, page
from fordran.api.description.page import content_policy
from fordran.api.endpoint import Endpoint, Serve
from fordran.api.http.answers import Answer
from fordran.api.http.request import Request
from fordran.store.connections.database import Database

WholeTable = Callable[[], tuple[Endpoint, ...]]
"""Every endpoint, asked for when somebody reads about them."""


def read_openapi(table: WholeTable) -> Serve:
    """The endpoint that describes the others."""

    async def serve(_request: Request, _database: Database) -> Answer:
        return Answer(200, description_json(table()))

    return serve


def read_docs(table: WholeTable) -> Serve:
    """The same as a page."""

    async def serve(_request: Request, _database: Database) -> Answer:
        headers = [(b"content-security-policy", content_policy().encode())]
        return Answer(200, page(table()), headers, content_type=b"text/html; charset=utf-8")

    return serve
