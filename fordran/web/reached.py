"""Where people reach us, as an address that others can send them back to."""

from __future__ import annotations

from fordran.web.cookies import is_loopback
from fordran.web.hosts import public_url
from fordran.web.visit import Visit


def reached_at(visit: Visit) -> str:
    """Where the settings say that people reach us, else where this one did."""
    scheme = "http" if is_loopback(visit.request) else "https"
    return public_url(visit.settings) or f"{scheme}://{visit.request.headers.get('host', '')}"
