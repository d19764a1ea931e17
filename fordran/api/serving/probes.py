"""The service about itself: name, liveness, readiness, metrics and connections."""

from __future__ import annotations

import hmac
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import structlog
from prometheus_client.registry import Collector
from pydantic import Field

from fordran import clock
from fordran.actions.monitoring.contacts import read_contacts
from fordran.actions.monitoring.read_figures import read_figures
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, Headers, answer
from fordran.api.http.errors import AGAIN, http_error
from fordran.api.http.request import IS_STOPPING, Request
from fordran.outside.swish_section import certificate_note
from fordran.settings import Settings
from fordran.shape.fields import Shape
from fordran.shape.kinds import Text
from fordran.shape.moments import rfc_1123
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy, DatabaseReadOnly
from fordran.store.upkeep.installation import business_day, read_installation, takes_writes
from fordran.web import metrics
from fordran.web.address import is_from_this_machine
from fordran.web.figures import DatabaseFigures, ProcessFigures
from fordran.web.particulars import particulars_of

log = structlog.get_logger("fordran.api")


Mode = Literal["sandbox", "live"]


def mode_of(settings: Settings) -> Mode:
    """Whether this is a sandbox."""
    return "sandbox" if settings.sandbox else "live"


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
    mode: Mode
    """Whether this is a sandbox, where nothing is sent or paid."""
    version: Text
    """The version of the service."""
    business_date: Text | None = Field(
        default=None, description="Today on the business clock, if the database answers."
    )


def home(mode: Mode) -> EndpointHandler:
    """The endpoint that says which service this is, and where to find out more."""

    async def read_home(_request: Request, database: Database) -> Answer:
        document = {"_status": "OK", "name": "Fordran", "openapi": "/openapi.json", "docs": "/docs", "mode": mode}
        document["version"] = version("fordran")
        try:
            async with database.spare() as connection:
                document["business_date"] = (await business_day(connection, clock.now())).isoformat()
        except (DatabaseAway, DatabaseBusy) as away:
            log.debug("business date unknown", error=str(away))
        return answer(document)

    return read_home


async def read_health(_request: Request, _database: Database) -> Answer:
    """The process is alive."""
    return answer({"_status": "OK"})


_FULL_FOR_SECONDS = 15.0
"""How long after a write found no room the service counts as not ready. Then it is tried again."""
_LEAST_FREE_BYTES = 16 * 1024 * 1024
"""PostgreSQL makes its log in pieces of this size."""


def ready(settings: Settings) -> EndpointHandler:
    """The endpoint that says whether we can answer."""

    async def read_ready(request: Request, database: Database) -> Answer:
        """Ready when the database answers and takes writes, and the disks have room; else it is 503 like everywhere."""
        if IS_STOPPING in request.scope.get("state", {}):
            raise http_error(503, "The service is stopping.", AGAIN)
        async with database.spare() as connection:
            is_sandbox = (await read_installation(connection)).sandbox
            if not await takes_writes(connection):
                raise DatabaseReadOnly("The database is a standby.")
        full_at = database.disk_full_at
        if full_at is not None and clock.monotonic() - full_at < _FULL_FOR_SECONDS:
            raise DiskFull("A write found no room on the disk.")
        if shutil.disk_usage(settings.data).free < _LEAST_FREE_BYTES:
            raise DiskFull(f"The disk of {settings.data} is full.")
        notes = [
            "" if is_sandbox else settings.operator.what_is_invented,
            certificate_note(settings.swish, clock.now()),
        ]
        shown = [note for note in notes if note]
        return answer({"_status": "OK"} | ({"notes": shown} if shown else {}))

    return read_ready


_NOT_FOR_ALL = "Metrics need the token of the setting metrics_token, as Authorization: Bearer."
_BEARER: Headers = [(b"www-authenticate", b'Bearer realm="metrics"')]


def metrics_of(data: Path, token: str) -> EndpointHandler:
    """The endpoint of the metrics of an installation with this data folder. `token` opens it to other machines."""

    async def read_metrics(request: Request, database: Database) -> Answer:
        """Metrics for Prometheus. Metrics from the database are left out while it is unreachable."""
        if not is_from_this_machine(request.scope) and not _has_token(request, token):
            raise http_error(401, _NOT_FOR_ALL, _BEARER)
        collectors: list[Collector] = [ProcessFigures(database, data)]
        try:
            async with database.spare() as connection:
                now = clock.now()
                collectors.append(DatabaseFigures(await read_figures(connection, now), now))
        except (DatabaseAway, DatabaseBusy, TimeoutError):
            log.warning("metrics of the database left out")
        return Answer(200, metrics.text(*collectors), content_type=b"text/plain; version=0.0.4; charset=utf-8")

    return read_metrics


def _has_token(request: Request, token: str) -> bool:
    sent = request.headers.get(b"authorization", b"")
    return bool(token) and hmac.compare_digest(sent, b"Bearer " + token.encode())


def read_operator(settings: Settings) -> EndpointHandler:
    """How the operator's particulars are read. They are those of the process, which begins with the settings file."""

    async def serve(request: Request, database: Database) -> Answer:  # noqa: ARG001
        return answer({"_items": particulars_of(settings)})

    return serve


def list_connections(settings: Settings) -> EndpointHandler:
    """How the connections of an installation with these settings are listed."""

    async def serve(request: Request, database: Database) -> Answer:  # noqa: ARG001
        from fordran.outside.connections import SELECTS, shown_connections  # with HTTP and mail clients

        async with database.connection() as connection:
            found = await read_contacts(connection, SELECTS)
        items: list[dict[str, Any]] = []
        for one in shown_connections(settings, found, clock.now()):
            moments = {
                "last_success": one.last_success,
                "last_failure": one.last_failure,
                "waiting_since": one.waiting_since,
                "certificate_ends": one.certificate_ends,
            }
            texts = {"name": one.name, "address": one.address, "reason": one.reason}
            items.append(
                {
                    "system": one.system,
                    "is_configured": one.is_configured,
                    "waiting": one.waiting,
                    "can_be_tried": one.can_be_tried,
                }
                | {name: text for name, text in texts.items() if text}
                | {name: rfc_1123(moment) for name, moment in moments.items() if moment is not None}
                | ({"trouble": one.trouble} if one.trouble else {})
                | ({"certificate": one.certificate} if one.certificate else {})
            )
        return answer({"_items": items})

    return serve
