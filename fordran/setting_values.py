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
