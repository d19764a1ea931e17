"""The service about itself: name, liveness, readiness and metrics."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran.actions.delivery.list_deliveries import deliveries_queued, delivery_outcomes
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import AGAIN, http_error
from fordran.api.http.request import IS_STOPPING, Request
from fordran.operator import Operator
from fordran.shape.fields import Shape
from fordran.shape.kinds import Text
from fordran.store.connections.database import Database
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy, DatabaseReadOnly
from fordran.store.upkeep.installation import read_installation, takes_writes
from fordran.web import metrics
from fordran.web.metrics import Deliveries


class Fine(Shape):
    status: Literal["OK"] = Field(alias="_status")
    """`OK`."""


class Ready(Fine):
    notes: list[Text] | None = Field(default=None, description="What the operator has to see to before all is done.")


class Home(Fine):
    name: Text
    """The name of the service."""
    openapi: Text
    """Where programs read about the interface."""
    docs: Text
    """Where people read about the interface."""


async def read_home(_request: Request, _database: Database) -> Answer:
    """Where to find out more."""
    return answer({"_status": "OK", "name": "Fordran", "openapi": "/openapi.json", "docs": "/docs"})


async def read_health(_request: Request, _database: Database) -> Answer:
    """The process is alive."""
    return answer({"_status": "OK"})


def ready(operator: Operator) -> EndpointHandler:
    """The endpoint that says whether we can answer."""

    async def read_ready(request: Request, database: Database) -> Answer:
        """Ready when the database answers and takes writes; that it does not is answered like everywhere."""
        if IS_STOPPING in request.scope.get("state", {}):
            raise http_error(503, "The service is stopping.", AGAIN)
        async with database.spare() as connection:
            is_sandbox = (await read_installation(connection)).sandbox
            if not await takes_writes(connection):
                raise DatabaseReadOnly("The database is a standby.")
        note = "" if is_sandbox else operator.what_is_invented
        return answer({"_status": "OK"} | ({"notes": [note]} if note else {}))

    return read_ready


async def read_metrics(_request: Request, database: Database) -> Answer:
    """Metrics for Prometheus. Metrics from the database are left out while it is unreachable."""
    try:
        async with database.spare() as connection:
            found = Deliveries(await delivery_outcomes(connection), await deliveries_queued(connection))
    except (DatabaseAway, DatabaseBusy):
        found = None
    return Answer(200, metrics.text(found), content_type=b"text/plain; version=0.0.4; charset=utf-8")
