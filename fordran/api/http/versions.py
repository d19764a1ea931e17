"""Headers about the service: whether it is a sandbox, its version, and deprecated fields of a request."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from importlib.metadata import version
from typing import Any

from fordran.api.http.answers import Headers
from fordran.api.http.request import Request
from fordran.settings import Settings
from fordran.shape.deprecation import deprecations_in
from fordran.shape.fields import Shape
from fordran.shape.moments import rfc_1123

_API_VERSION = re.compile(r"[\w.-]{1,40}", re.ASCII)


def service_headers(settings: Settings) -> Headers:
    """The headers of every answer."""
    return [
        (b"fordran-mode", b"sandbox" if settings.sandbox else b"live"),
        (b"fordran-version", version("fordran").encode()),
    ]


def echoed_version(request: Request) -> Headers:
    """The version of the interface that a client asks for, echoed. There is one version so far."""
    asked = request.header(b"api-version")
    return [(b"api-version", asked.encode())] if asked and _API_VERSION.fullmatch(asked) else []


def deprecation_headers(shape: type[Shape], document: Any) -> Headers:
    """`Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of the deprecated fields that a document has; the earliest days count."""
    found = list(deprecations_in(shape, document))
    if not found:
        return []
    since = datetime.combine(min(one.since for one in found), time(), UTC)
    until = datetime.combine(min(one.kept_until for one in found), time(), UTC)
    return [(b"deprecation", f"@{int(since.timestamp())}".encode()), (b"sunset", rfc_1123(until).encode())]
