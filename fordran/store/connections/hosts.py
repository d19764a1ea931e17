"""Several hosts in one database URL: each has its own time to answer, and the one that answered last is asked first.

`postgresql://user@one:5432,two:5432/fordran?target_session_attrs=read-write` names two. The library would try them in turn
within one time-out, which a host that hangs uses up for all of them. What is found out about a host that is a pooler
(poolers.py) is remembered, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import asyncpg

from fordran.store.connections.poolers import PooledSession, is_shared

_STATEMENTS_KEPT = 512

Look = Callable[[PooledSession], Awaitable[bool]]
"""Finds out whether statements may be kept on a connection by a pooler. It takes a transaction, which is not begun here."""

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


_statements_kept: dict[str, int] = {}
"""URL of a host that is a pooler → how many prepared statements a connection by it may keep."""


async def connect_to_any(
    url: str, connect_seconds: float, statement_seconds: float, keeps_statements: Look
) -> tuple[PooledSession, bool]:
    """A connection to the first host that answers and is of the sort asked for, and whether its session is shared.

    Raises the error of the last one.
    """
    known = _answered.get(url)
    hosts = sorted(hosts_of(url), key=lambda host: host != known)
    for place, host in enumerate(hosts, 1):
        try:
            connected = await _connect(host, connect_seconds / len(hosts), statement_seconds, keeps_statements)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError):
            if place == len(hosts):
                raise
            continue
        _answered[url] = host
        return connected
    raise AssertionError("a URL names a host")


async def _connect(
    host: str, connect_seconds: float, statement_seconds: float, keeps_statements: Look
) -> tuple[PooledSession, bool]:
    kept = _statements_kept.get(host, _STATEMENTS_KEPT)
    connection = await asyncpg.connect(
        host,
        statement_cache_size=kept,
        timeout=connect_seconds,
        command_timeout=statement_seconds,
        connection_class=PooledSession,
    )
    try:
        if not await is_shared(connection):
            return connection, False
        # Others may find it out meanwhile, so that this one is held against how it was made itself.
        if host not in _statements_kept:
            _statements_kept[host] = _STATEMENTS_KEPT if await keeps_statements(connection) else 0
    except BaseException:
        connection.terminate()
        raise
    if _statements_kept[host] == kept:
        return connection, True
    await connection.close(timeout=connect_seconds)
    return await _connect(host, connect_seconds, statement_seconds, keeps_statements)
