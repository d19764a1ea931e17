"""JSON is passed through as text: what is stored is what is shown, so a read does not parse it."""

from __future__ import annotations

from typing import Any

import orjson


async def pass_json(connection: Any) -> None:
    """Let a connection take values as JSON, and give JSON as it stands in the database."""
    for name in ("json", "jsonb"):
        await connection.set_type_codec(name, schema="pg_catalog", encoder=_encode, decoder=orjson.Fragment)


def _encode(value: Any) -> str:
    return orjson.dumps(value, default=_plain).decode()


def _plain(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} is not JSON")
