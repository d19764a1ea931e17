"""Several hosts in one database URL: each has its own time to answer, and the one that answered last is asked first.

`postgresql://user@one:5432,two:5432/fordran?target_session_attrs=read-write` names two. The library would try them in turn
within one time-out, which a host that hangs uses up for all of them.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import asyncpg

_answered: dict[str, str] = {}
"""URL → that of the one of its hosts which answered last."""


def hosts_of(url: str) -> list[str]:
    """A URL for each host that a URL names, in its order.

    >>> hosts_of("postgresql://me:x@one,two:5433/f?ssl=require")
    ['postgresql://me:x@one/f?ssl=require', 'postgresql://me:x@two:5433/f?ssl=require']
    """
    parts = urlsplit(url)
    before, at, hosts = parts.netloc.rpartition("@")
    if "," not in hosts:
        return [url]
    return [parts._replace(netloc=f"{before}{at}{host}").geturl() for host in hosts.split(",")]


async def connect_to_any(
    url: str, connect_seconds: float, statement_seconds: float
) -> asyncpg.Connection[asyncpg.Record]:
    """A connection to the first host that answers and is of the sort asked for; raises what the last one said."""
    known = _answered.get(url)
    hosts = sorted(hosts_of(url), key=lambda host: host != known)
    for place, host in enumerate(hosts, 1):
        try:
            connection = await asyncpg.connect(
                host, statement_cache_size=512, timeout=connect_seconds / len(hosts), command_timeout=statement_seconds
            )
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError):
            if place == len(hosts):
                raise
            continue
        _answered[url] = host
        return connection
    raise AssertionError("a URL names a host")
