"""A stand-in of Swish at an address of this machine, and the section of settings that leads to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran import clock
from fordran.outside.stand_ins.swish import SwishStandIn
from fordran.sections import SwishSection
from tests.my.browsing import listening

PAYEE = "1231181189"


@asynccontextmanager
async def swish_hall(
    callbacks: httpx.AsyncBaseTransport | None = None, seconds: float = 0.0
) -> AsyncIterator[SwishSection]:
    """A listening stand-in."""
    stand_in = SwishStandIn(clock.now, seconds, 0.02, callbacks)
    application = Starlette(routes=[Mount("/swish", routes=stand_in.routes())])
    async with listening(cast("Any", application)) as url:
        yield SwishSection(PAYEE, url=f"{url}/swish")
