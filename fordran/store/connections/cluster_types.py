"""Types on a cluster: told to the library when a connection is made, since finding out later takes it seconds each.

The library asks the catalog about every type that it meets for the first time on a connection. Citus hides the tables that shards
are from whoever reads the catalog, by a condition on each row that is looked at, with which that question takes hundreds of
times as long. Domains of ours are texts, which can be said without asking. Of arrays it has to ask, and does while nothing is
hidden; whatever else reads the catalog is to see tables and not shards.
"""

from __future__ import annotations

from typing import Any

_TEXTS_OF_OURS = """
select typname::text as name from pg_catalog.pg_type
where typtype = 'd' and typbasetype = 'text'::regtype and typnamespace = to_regnamespace('fordran') order by 1
"""
_OTHERS = ("boolean", "smallint", "integer", "bigint", "numeric", "date", "timestamptz", "bytea", "jsonb")


async def tell_of_types(connection: Any) -> None:
    """Have the library know the domains of the schema, and arrays, on a connection of our own to a cluster."""
    names = [row["name"] for row in await connection.fetch(_TEXTS_OF_OURS)]
    for name in names:
        await connection.set_builtin_type_codec(name, schema="fordran", codec_name="text")
    # By whole names: behind a pooler, a session finds no short ones of ours before its first transaction says where.
    types = [*(f"fordran.{name}" for name in names), *_OTHERS]
    arrays = [f"${number}::{name}[]" for number, name in enumerate(types, 1)]
    await connection.execute("set citus.override_table_visibility = off")
    await connection.prepare(f"select {', '.join(arrays)}")
    await connection.execute("set citus.override_table_visibility = on")
