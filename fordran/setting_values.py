"""Values of settings: each type read from text or from TOML. A value that does not fit raises ValueError or TypeError."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from fordran.operator import read_address

Network = IPv4Network | IPv6Network


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    known = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    try:
        return known[str(value).lower()]
    except KeyError:
        raise ValueError(value) from None


def _whole_number(value: Any) -> int:
    if isinstance(value, bool | float):
        raise TypeError(value)
    return int(value)


def _number(value: Any) -> float:
    if isinstance(value, bool):
        raise TypeError(value)
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _texts(value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(_text(part).strip() for part in parts if _text(part).strip())


def _networks(value: Any) -> tuple[Network, ...]:
    parts = value if isinstance(value, tuple) else _texts(value)
    return tuple(ip_network(str(part), strict=False) for part in parts)


READERS: Mapping[str, Any] = {
    "Path": lambda value: Path(value).expanduser(),
    "str": _text,
    "str | None": _text,
    "address": lambda value: read_address(_text(value)),
    "int": _whole_number,
    "float": _number,
    "bool": _boolean,
    "tuple[str, ...]": _texts,
    "tuple[Network, ...]": _networks,
}

BOUNDS: Mapping[str, tuple[float, float]] = {
    "port": (0, 65535),
    "workers": (1, 256),
    "demo_invoices": (0, 10_000),
    "pool_size": (1, 1000),
    "pool_wait_seconds": (0.1, 600),
    **dict.fromkeys(("statement_seconds", "list_seconds", "lock_seconds", "client_seconds"), (0.1, 3600)),
    **dict.fromkeys(("client_share_percent", "account_share_percent", "stranger_share_percent"), (1, 100)),
    "stop_delay_seconds": (0, 60),
    "max_connections": (10, 1_000_000),
    "max_requests": (1, 1_000_000),
    # Less could not hold the longest file that may be uploaded.
    "body_memory_mb": (32, 1_000_000),
    "keep_alive_seconds": (1, 3600),
    "rate_limit_per_second": (0, 1_000_000),
    "rate_limit_burst": (1, 10_000_000),
    "sign_in_failures_per_minute": (1, 1_000_000),
    "token_minutes": (1, 1440),
    "session_hours": (1, 720),
    "session_idle_minutes": (1, 10_080),
    # Less than a month the log itself does not allow.
    "audit_read_days": (31, 36_500),
    "erase_after_months": (0, 600),
    "fiscal_year_end_month": (1, 12),
    "tracing_sample_ratio": (0, 1),
}
"""Numbers of settings → the least and the most of each."""
