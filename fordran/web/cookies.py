"""Cookies: never for scripts, over HTTPS alone but on the machine itself, and not sent with what another site posts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fordran.web.hosts import host_name

_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}

DOCS_COOKIE: Final = "fordran_docs"
"""The token of a session of the console, sent to the page at `/docs` alone."""
DOCS_PATH: Final = "/docs"

MOST_BYTES: Final = 4096
"""How much of the cookies of one request is read. Ours are a few hundred bytes."""


def cookies_in(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The cookies of a request by name, the last of a name counts; those past `MOST_BYTES` in all are left out.

    No value is unquoted. Ours have no quotes, and the standard library takes quadratic time for that before Python 3.11.10
    and 3.12.6 (CVE-2024-7592).
    """
    sent = b";".join(value for name, value in headers if name == b"cookie")
    if len(sent) > MOST_BYTES:
        # The last cookie may be cut, and a part of a value is not the value.
        sent = sent[:MOST_BYTES].rpartition(b";")[0]
    found = {}
    for pair in sent.decode("latin-1").split(";"):
        name, _, value = pair.partition("=")
        if name := name.strip():
            found[name] = value.strip()
    return found


class PageRequest(Request):
    """A request for a page, whose cookies are read by us instead of the library."""

    @property
    def cookies(self) -> dict[str, str]:
        if not hasattr(self, "_cookies"):
            self._cookies = cookies_in(self.scope["headers"])
        return self._cookies


def is_loopback(request: Request) -> bool:
    """Whether the browser runs on the machine itself, as far as the address that it asks by tells."""
    return host_name(request.headers.get("host", "")) in _LOOPBACK


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
