"""What stands around the resources: health, figures, the interface's own description."""

from __future__ import annotations

from collections.abc import Callable

from fordran.api import figures
from fordran.api.answers import Answer, answer
from fordran.api.description import description_json, page
from fordran.api.docs_page import content_policy
from fordran.api.endpoint import Endpoint
from fordran.api.reading import Serve
from fordran.api.request import Request
from fordran.store.database import Database
from fordran.store.installation import read_installation

Table = Callable[[], tuple[Endpoint, ...]]
"""The table of endpoints, which is whole only once every endpoint is in it."""


async def home(_request: Request, _database: Database) -> Answer:
    return answer({"_status": "OK", "name": "Fordran", "openapi": "/openapi.json", "docs": "/docs"})


async def health(_request: Request, _database: Database) -> Answer:
    return answer({"_status": "OK"})


async def ready(_request: Request, database: Database) -> Answer:
    """Ready when the database answers; that it does not is answered like everywhere."""
    async with database.spare() as connection:
        await read_installation(connection)
    return answer({"_status": "OK"})


async def metrics(_request: Request, _database: Database) -> Answer:
    return Answer(200, figures.text(), content_type=b"text/plain; version=0.0.4; charset=utf-8")


def openapi(table: Table) -> Serve:
    """The endpoint that describes the others."""

    async def serve(_request: Request, _database: Database) -> Answer:
        return Answer(200, description_json(table()))

    return serve


def docs(table: Table) -> Serve:
    """The same as a page."""

    async def serve(_request: Request, _database: Database) -> Answer:
        headers = [(b"content-security-policy", content_policy().encode())]
        return Answer(200, page(table()), headers, content_type=b"text/html; charset=utf-8")

    return serve
