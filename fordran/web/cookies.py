"""Cookies: never for scripts, over HTTPS alone but on the machine itself, and not sent with what another site posts."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def is_loopback(request: Request) -> bool:
    """Whether the browser runs on the machine itself, as far as the address that it asks by tells."""
    host = request.headers.get("host", "")
    name = host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name in _LOOPBACK


def set_cookie(
    request: Request, response: Response, name: str, value: str, path: str, max_age: int | None = None
) -> None:
    """Have the browser keep a value, for as long as it runs or for `max_age` seconds."""
    response.set_cookie(
        name, value, max_age=max_age, path=path, secure=not is_loopback(request), httponly=True, samesite="lax"
    )


def drop_cookie(request: Request, response: Response, name: str, path: str) -> None:
    """Have the browser forget a value."""
    response.delete_cookie(name, path=path, secure=not is_loopback(request), httponly=True, samesite="lax")
