"""Callbacks of outside systems: each names something of ours by an unguessable id, and is believed in nothing else."""

from __future__ import annotations

from pydantic import Field

from fordran import clock
from fordran.actions.swish.asking import ask_soon
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.shape.fields import Shape
from fordran.shape.kinds import Text
from fordran.store.connections.database import Database


class SwishCallback(Shape):
    callback_identifier: Text = Field(
        alias="callbackIdentifier",
        description="The identifier that the payment request was sent with. The body is not read: Swish is asked instead.",
        json_schema_extra={"examples": ["0f1e2d3c4b5a69788796a5b4c3d2e1f0"]},
    )


async def take_swish_callback(request: Request, database: Database) -> Answer:
    """Let the worker ask Swish about the payment request; 404 where there is none with that identifier."""
    identifier = request.header(b"callbackidentifier") or ""
    async with database.transaction() as tx:
        is_known = len(identifier) == 32 and await ask_soon(tx, identifier, clock.now())
    if not is_known:
        raise not_found()
    return answer({"_status": "OK"})
