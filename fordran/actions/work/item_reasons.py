"""Why items of the work list wait, as messages that a page says in the visitor's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from fordran.domain.message import Message, from_json
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


class _ReasonRow(TypedDict):
    id: str
    message: Any


async def reasons_of(connection: Connection, items: Sequence[str]) -> dict[str, Message]:
    """The message of each item that has one, by the item's id."""
    rows = await fetch_rows(
        connection,
        _ReasonRow,
        "select id, message from work_items where id = any($1::text[]) and message is not null",
        items,
    )
    return {row["id"]: from_json(parsed(row["message"])) for row in rows}
