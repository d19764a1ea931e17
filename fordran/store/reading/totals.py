"""Totals: how many documents of a resource a caller sees of those that a filter lets through, and what their amounts sum to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.scope import Caller, scope_condition, view_for
from fordran.store.reading.where_sql import compile_where


async def read_totals(
    connection: Connection, resource: Resource, caller: Caller, where: Mapping[str, Any] | None, amounts: Sequence[str]
) -> tuple[int, list[int]]:
    """How many there are, and the sums in öre of those fields, which are amounts of the resource."""
    assert set(amounts) <= resource.fields.keys()
    parameters = SqlParameters()
    view = view_for(resource, caller, parameters)
    conditions = [scope_condition(resource, caller, parameters)]
    if where:
        conditions.append(compile_where(where, resource, parameters))
    sums = "".join(f', coalesce(sum("{name}"), 0)::bigint' for name in amounts)
    row = await connection.fetchrow(
        f"select count(*){sums} from {view} where {' and '.join(conditions)}", *parameters.values
    )
    assert row is not None
    return row[0], list(row)[1:]
