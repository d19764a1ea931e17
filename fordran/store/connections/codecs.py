"""How values cross between PostgreSQL and Python where the library's own way is not ours.

JSON is passed through as text: what is stored is what is shown, so a read does not parse it. A moment that was met lately is
not made again: the library takes longer for one than for ten numbers, and a page of 25 cases has 150, most of them days that
many cases share or that a page has shown before.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

import orjson

_FIRST = datetime(2000, 1, 1, tzinfo=UTC)
"""From which PostgreSQL counts."""
_ONE = timedelta(microseconds=1)
_ENDLESS = {2**63 - 1: datetime.max.replace(tzinfo=UTC), -(2**63): datetime.min.replace(tzinfo=UTC)}
"""The encoding of `infinity` and `-infinity`, which the library uses, too."""


async def tell_of_codecs(connection: Any) -> None:
    """Let a connection take values as JSON and give JSON unparsed, and remember moments."""
    for name in ("json", "jsonb"):
        await connection.set_type_codec(name, schema="pg_catalog", encoder=_encode, decoder=orjson.Fragment)
    await connection.set_type_codec("timestamptz", schema="pg_catalog", encoder=_sent, decoder=_moment, format="tuple")


def _encode(value: Any) -> str:
    return orjson.dumps(value, default=_plain).decode()


def _plain(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} is not JSON")


def _sent(moment: datetime) -> tuple[int]:
    return ((moment - _FIRST) // _ONE,)


@lru_cache(maxsize=8192)
def _moment(sent: tuple[int]) -> datetime:
    (microseconds,) = sent
    return _ENDLESS.get(microseconds) or _FIRST + timedelta(microseconds=microseconds)
