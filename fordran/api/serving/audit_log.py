"""The audit log, read when what this process has noted is in it."""

from __future__ import annotations

from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer
from fordran.api.http.request import Request
from fordran.store.connections.database import Database


def after_flush(serve: EndpointHandler) -> EndpointHandler:
    """The same endpoint, answered when what this process has noted is in the log."""

    async def serve_after(request: Request, database: Database) -> Answer:
        assert request.readings is not None
        await request.readings.flush()
        return await serve(request, database)

    return serve_after
