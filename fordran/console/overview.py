"""The overview: what waits for a person, and how it goes."""

from __future__ import annotations

from starlette.responses import Response

from fordran.web.visit import Visit


async def overview(visit: Visit) -> Response:
    """The first page."""
    return visit.render("overview.html")
