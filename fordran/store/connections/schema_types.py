"""Domains of the schema: the library learns them when a connection is made, and not amid a request.

The library asks the catalog about every type that it meets for the first time on a connection, by a slow statement for each
set of new types. A parameter that goes into a column has the column's domain as its type, and each closed list is a domain.
So one prepared statement has the library ask about all of them at once.

On a cluster it asks about arrays too. Citus hides shards from readers of the catalog, which makes that question take seconds;
so it is asked while nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

DOMAINS = """array(select typname::text from pg_catalog.pg_type
                   where typtype = 'd' and typnamespace = to_regnamespace('fordran') order by 1)"""
"""The names of the schema's domains, as an expression; none before the first migration."""
_ARRAYS_OF = ("boolean", "smallint", "integer", "bigint", "numeric", "date", "timestamptz", "bytea", "jsonb")


async def learn_types(connection: Any, domains: Sequence[str], *, is_cluster: bool) -> None:
    """Have the library know these domains, and arrays on a cluster."""
    # By whole names: behind a pooler, a session finds none of our short names before its first transaction sets the path.
    types = [f"fordran.{name}" for name in domains]
    if is_cluster:
        types += [f"{name}[]" for name in (*types, *_ARRAYS_OF)]
        await connection.execute("set citus.override_table_visibility = off")
    if types:
        await connection.prepare(f"select {', '.join(f'${number}::{name}' for number, name in enumerate(types, 1))}")
    if is_cluster:
        await connection.execute("set citus.override_table_visibility = on")
