"""Types of ours on a cluster: told to the library when a connection is made, since finding out takes it seconds.

The library asks the catalog about every type that it meets for the first time on a connection. Citus hides the tables that shards
are from whoever reads the catalog, by a condition on each row that is looked at, with which that question takes hundreds of
times as long. Domains of ours are texts, which can be said without asking.
"""

from __future__ import annotations

from typing import Any

_TEXTS_OF_OURS = """
select typname::text as name from pg_catalog.pg_type
where typtype = 'd' and typbasetype = 'text'::regtype and typnamespace = to_regnamespace('fordran') order by 1
"""


async def tell_of_domains(connection: Any) -> None:
    """Have the library take the domains of the schema for what they are, on a connection to a cluster."""
    for row in await connection.fetch(_TEXTS_OF_OURS):
        await connection.set_builtin_type_codec(row["name"], schema="fordran", codec_name="text")
