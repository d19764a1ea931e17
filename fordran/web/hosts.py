"""By which names the service is reached. A request by another name is refused, and no link is made of what a request says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from fordran.settings import Settings
from fordran.web.address import is_from_this_machine

_LOOPBACK = frozenset({"127.0.0.1", "[::1]", "localhost"})


def public_url(settings: Settings) -> str | None:
    """The address that people reach the service by; None where it is not set. A sandbox is reached by any."""
    operator = settings.operator
    is_given = not settings.sandbox and "public_url" not in operator.placeholders
    url = settings.public_url or (operator.public_url if is_given else None)
    return url.rstrip("/") if url else None


def hosts_of(settings: Settings) -> frozenset[str] | None:
    """The host names that requests may be for; None is any, in a sandbox and where `public_url` is not set."""
    url = public_url(settings)
    if url is None or settings.sandbox:
        return None
    return frozenset({host_name(urlsplit(url).netloc), *map(str.lower, settings.other_hosts)})


def host_name(host: str) -> str:
    """A `Host` header without its port, in lower case."""
    name = host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name.lower()


def is_for_us(scope: Mapping[str, Any], hosts: frozenset[str] | None) -> bool:
    """Whether a request is for one of these hosts, or by a program of this machine for the machine itself."""
    if hosts is None:
        return True
    asked = {host_name(value.decode("latin-1")) for name, value in scope["headers"] if name == b"host"}
    return asked <= hosts or (asked <= _LOOPBACK and is_from_this_machine(scope))
