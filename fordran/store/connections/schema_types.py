"""Domains of the schema: the library learns them when a connection is made, and not amid a request.

The library asks the catalog about every type that it meets for the first time on a connection, by a slow statement for each
set of new types. A parameter that goes into a column has the column's domain as its type, and each closed list is a domain.
So our first statement reads all domains, and the library gets them in the form that its own statement gives.

On a cluster the library also meets arrays. Citus hides shards from readers of the catalog, which makes the library's statement
take seconds; so it runs once, while nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from fordran.store.connections.poolers import PooledSession

DOMAINS = """array(select concat_ws(' ', t.typname, t.oid, t.typbasetype) from pg_catalog.pg_type t
                   where t.typtype = 'd' and t.typnamespace = to_regnamespace('fordran') order by t.typname)"""
"""The schema's domains, as an expression: name, number, and number of the base type, which is one of the server's own. There
are none before `migrate`. They are texts, since an array of rows would itself be a type to ask about."""
_ARRAYS_OF = ("boolean", "smallint", "integer", "bigint", "numeric", "date", "timestamptz", "bytea", "jsonb")
_NOT_OF_DOMAINS = dict.fromkeys(("elemtype", "elemdelim", "range_subtype", "attrtypoids", "attrnames", "basetype_name"))


async def learn_types(connection: PooledSession, domains: Sequence[str], *, is_cluster: bool) -> None:
    """Have the library know these domains, and arrays on a cluster."""
    connection.register_types(
        [
            {"ns": "fordran", "name": name, "oid": int(oid), "kind": b"d", "basetype": int(base), **_NOT_OF_DOMAINS}
            for name, oid, base in map(str.split, domains)
        ]
    )
    if is_cluster:
        # By whole names: behind a pooler, a session finds none of our short names before its first transaction sets the path.
        types = [*(f"fordran.{domain.split()[0]}" for domain in domains), *_ARRAYS_OF]
        await connection.execute("set citus.override_table_visibility = off")
        await connection.prepare(f"select {', '.join(f'${number}::{name}[]' for number, name in enumerate(types, 1))}")
        await connection.execute("set citus.override_table_visibility = on")
