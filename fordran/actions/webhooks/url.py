"""The address of a webhook: what it may be. Where its name leads is looked at again whenever it is connected to."""

from __future__ import annotations

import re
from ipaddress import ip_address

from fordran.domain.service.public_addresses import IPAddress, is_loopback, is_public

MOST_CHARACTERS = 2000
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", re.IGNORECASE)


def url_issue(url: str, *, is_sandbox: bool) -> str | None:
    """The fault of a webhook URL; None if it has none.

    A sandbox may also use plain HTTP and the machine's own addresses, so that a receiver can be tried out on one machine.
    """
    import httpx  # an HTTP client for its grammar alone: loaded when the first webhook is made

    if len(url) > MOST_CHARACTERS:
        return f"max length is {MOST_CHARACTERS}"
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        return "must be a URL such as https://example.com/fordran"
    if parsed.scheme not in ("http", "https") or not parsed.host:
        return "must be a URL such as https://example.com/fordran"
    if parsed.scheme == "http" and not is_sandbox:
        return "must begin with https://"
    if parsed.userinfo:
        return "must not hold a user or password: deliveries are known by their signature"
    if parsed.fragment or "#" in url:
        return "must not have a fragment"
    if parsed.port is not None and not 0 < parsed.port < 2**16:
        return "must have a port from 1 to 65535, or none"
    address = literal_address(parsed.host)
    if address is None and not _NAME.fullmatch(parsed.raw_host.decode("ascii")):
        return "must have the name of a host"
    if address is not None and not may_connect(address, is_sandbox=is_sandbox):
        return "must not lead to an address that is not public"
    return None


def may_connect(address: IPAddress, *, is_sandbox: bool) -> bool:
    """Whether a webhook may lead to an address."""
    return is_public(address) or (is_sandbox and is_loopback(address))


def literal_address(host: str) -> IPAddress | None:
    """The address that a host is, where it is not a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None
