"""The page of connections to outside systems: contacts, what waits, certificates, and a button that tries each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.responses import Response

from fordran import clock
from fordran.actions.monitoring.contacts import read_contacts
from fordran.console.who import ADMIN
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

if TYPE_CHECKING:
    from fordran.outside.trials import Trial


async def connections_page(visit: Visit) -> Response:
    """Every outside system that there is a connection to, or may be one."""
    return await _shown(visit)


async def try_one(visit: Visit) -> Response:
    """Try a connection, and show the outcome beside it. No connection to the database is held meanwhile."""
    from fordran.outside.connections import try_connection  # with HTTP and mail clients, which nothing else here needs

    system, name = visit.path["system"], visit.form.text("name")
    trial = await try_connection(visit.settings, system, name)
    if trial is None:
        raise NoSuchPage
    return await _shown(visit, {(system, name): trial})


async def _shown(visit: Visit, trials: Mapping[tuple[str, str], Trial] | None = None) -> Response:
    from fordran.outside.connections import SELECTS, shown_connections

    async with visit.database.connection() as connection:
        found = await read_contacts(connection, SELECTS)
    return visit.render(
        "connections.html",
        connections=shown_connections(visit.settings, found, clock.now()),
        trials=trials or {},
        may_try=bool(visit.signed_in.roles & ADMIN),
    )
