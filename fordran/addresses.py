"""Addresses of outside systems: https, or on this machine, where stand-ins are."""

from __future__ import annotations

from urllib.parse import urlsplit


def check_url(url: str) -> None:
    """Refuse the address of a system that is neither https nor on this machine. None is none."""
    parts = urlsplit(url)
    if url and not (parts.scheme == "https" and parts.hostname) and not (parts.scheme == "http" and is_loopback(url)):
        raise ValueError(f"url cannot be {url!r}: it is https, or http on this machine")


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine: a sandbox speaks to no other."""
    return urlsplit(url).hostname in ("127.0.0.1", "::1", "localhost")
