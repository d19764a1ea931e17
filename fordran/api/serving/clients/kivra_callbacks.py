"""Callbacks of Kivra: signed by the secret of `[kivra]`, and believed in nothing without."""

from __future__ import annotations

from pydantic import Field

from fordran import clock
from fordran.actions.kivra.note_callback import note_callback
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.formats.kivra import is_signed, read_callback
from fordran.settings import Settings
from fordran.shape.fields import Shape
from fordran.shape.kinds import Text
from fordran.store.connections.database import Database

HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")


class KivraCallbackHeaders(Shape):
    webhook_id: Text = Field(
        alias="webhook-id",
        description="The id of the callback.",
        json_schema_extra={"examples": ["3f62fc97-907a-4212-af02-8c30f1ea1927"]},
    )
    webhook_timestamp: Text = Field(
        alias="webhook-timestamp",
        description="When it was sent, in seconds since 1970. It is taken for five minutes.",
        json_schema_extra={"examples": ["1795082400"]},
    )
    webhook_signature: Text = Field(
        alias="webhook-signature",
        description="Its signature by `webhook_secret`, as Standard Webhooks describes it.",
        json_schema_extra={"examples": ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="]},
    )


def take_kivra_callback(settings: Settings) -> EndpointHandler:
    """The endpoint that Kivra calls; 404 for what is not signed, or is about a content that we did not give it."""
    secret = "" if settings.kivra is None else settings.kivra.webhook_secret

    async def serve(request: Request, database: Database) -> Answer:
        body = await request.body()
        headers = {name: request.header(name.encode()) or "" for name in HEADERS}
        if not secret or not is_signed(secret, headers, body, clock.now()):
            raise not_found()
        callback = read_callback(body)
        if callback is None:
            raise not_found()
        async with database.transaction() as tx:
            is_known = await note_callback(tx, callback, clock.now())
        if not is_known:
            raise not_found()
        return answer({"_status": "OK"})

    return serve
