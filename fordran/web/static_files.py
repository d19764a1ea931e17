"""The style and the script of every page, served with names that last for as long as what they hold."""

from __future__ import annotations

from starlette.responses import Response

from fordran.web.headers import OF_STATIC
from fordran.web.rendering import STATIC
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

_TYPES = {
    "style.css": "text/css; charset=utf-8",
    "script.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}


async def serve_static(visit: Visit) -> Response:
    """A style, script or picture by its name."""
    name = visit.path["name"]
    if name not in _TYPES:
        raise NoSuchPage
    return Response((STATIC / name).read_bytes(), headers=OF_STATIC, media_type=_TYPES[name])
