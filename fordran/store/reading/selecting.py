"""Selecting: the keys of all documents of a resource that a caller sees and a filter lets through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.scope import Caller, scope_condition, view_for
from fordran.store.reading.where_sql import compile_where


class SelectedKey(TypedDict):
    """A document of a creditor, by its key."""

    account_id: str
    creditor_id: str
    id: str


async def select_keys(
    connection: Connection, resource: Resource, caller: Caller, where: Mapping[str, Any], most: int
) -> list[SelectedKey]:
    """Up to `most` of them, the oldest first."""
    assert resource.owner == "creditor"
    parameters = SqlParameters()
    view = view_for(resource, caller, parameters)
    conditions = [scope_condition(resource, caller, parameters)]
    if where:
        conditions.append(compile_where(where, resource, parameters))
    limit = parameters.add(most, "bigint")
    return await fetch_rows(
        connection,
        SelectedKey,
        f"""select own_account as account_id, own_creditor as creditor_id, _id as id from {view}
            where {" and ".join(conditions)} order by _id limit {limit}""",
        *parameters.values,
    )
