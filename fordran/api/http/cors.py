"""Web pages of other origins (the Fetch standard's CORS): refused unless a setting names them, letter by letter."""

from __future__ import annotations

from collections.abc import Collection

from fordran.api.http.answers import Headers
from fordran.api.http.request import Request

_SENT = (
    b"API-Version, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, X-API-Key, "
    b"X-HTTP-Method-Override"
)
_SHOWN = (
    b"API-Version, Deprecation, ETag, Fordran-Mode, Fordran-Version, Idempotency-Replayed, Last-Modified, Link, Location, "
    b"Retry-After, Sunset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Total-Count"
)


def cors_headers(request: Request, allow: bytes, origins: Collection[str]) -> Headers:
    """Headers that tell a browser whether its page may read the answer; `allow` is the methods of the path."""
    if not origins:
        return []
    origin = request.header(b"origin")
    if origin is None or ("*" not in origins and origin not in origins):
        return [(b"vary", b"Origin")]
    headers = [
        (b"access-control-allow-origin", b"*" if "*" in origins else origin.encode("latin-1")),
        (b"vary", b"Origin"),
    ]
    if request.method == "OPTIONS":
        return [
            *headers,
            (b"access-control-allow-methods", allow),
            (b"access-control-allow-headers", _SENT),
            (b"access-control-max-age", b"3600"),
        ]
    return [*headers, (b"access-control-expose-headers", _SHOWN)]
