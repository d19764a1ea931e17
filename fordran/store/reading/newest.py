"""The newest document of a resource that a caller sees: an example that is the caller's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.scope import Caller, scope_condition, view_for


async def newest(
    connection: Connection, resource: Resource, caller: Caller, fields: Sequence[str] = (), id_: str | None = None
) -> dict[str, Any] | None:
    """Its id, its tag and some more fields, as they are in the view; None where the caller sees none. Or that by an id."""
    parameters = SqlParameters()
    view = view_for(resource, caller, parameters)
    condition = scope_condition(resource, caller, parameters)
    if id_ is not None:
        condition += f" and _id = {parameters.add(id_, 'text')}"
    columns = ", ".join(f'"{name}"' for name in ("_id", "_etag", *fields))
    statement = f"select {columns} from {view} where {condition} order by _id desc limit 1"
    row = await connection.fetchrow(statement, *parameters.values)
    return None if row is None else dict(row)
