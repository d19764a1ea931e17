"""Several hosts in one database URL: one that hangs delays nobody for long, and the one that answers is remembered."""

from __future__ import annotations

import asyncio
import socket
from urllib.parse import urlsplit

import pytest

from fordran import clock
from fordran.store.connections import hosts
from fordran.store.connections.database import Database, connect
from fordran.store.connections.troubles import DatabaseAway, DatabaseReadOnly


@pytest.fixture
def silent() -> str:
    """A host that takes connections and never says a word."""
    taken = socket.create_server(("127.0.0.1", 0))
    yield f"127.0.0.1:{taken.getsockname()[1]}"  # type: ignore[misc]
    taken.close()


def with_hosts(url: str, *others: str) -> str:
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}{at}{','.join([*others, host])}").geturl()


async def test_a_host_that_hangs_leaves_time_for_the_next_one_which_is_asked_first_from_then_on(
    database_url: str, silent: str
) -> None:
    url = with_hosts(database_url, silent)
    began = clock.monotonic()
    first = await connect(url, connect_seconds=2.0)
    waited = clock.monotonic() - began
    assert await first.fetchval("select 1") == 1
    assert waited >= 0.9, "the silent host had its own time"
    assert waited < 10, "and no more of it than its share"
    second = await connect(url, connect_seconds=20.0)
    assert clock.monotonic() - began - waited < 9, "the one that answered is asked first"
    for connection in (first, second):
        await connection.close()


async def test_where_no_host_answers_the_database_is_away(silent: str) -> None:
    with pytest.raises(DatabaseAway):
        await connect(f"postgresql://x@{silent},{silent}/nothing", connect_seconds=0.4)


async def test_a_session_that_does_not_keep_what_is_set_is_not_used(database: Database) -> None:
    """As behind a pooler that drops it: here it is switched off, which is seen by the same look."""
    with pytest.raises(DatabaseAway, match="do not last"):
        await connect(database.url, **{"fordran.writer": "off"})


def test_one_host_is_left_as_it_is() -> None:
    url = "postgresql:///fordran?host=/run/postgresql"
    assert hosts.hosts_of(url) == [url]


async def test_a_server_that_takes_no_writes_is_away_and_its_connection_is_not_kept(database: Database) -> None:
    async def write() -> None:
        async with database.connection() as connection:
            await connection.execute("set session characteristics as transaction read only")
            seen.append(connection.get_server_pid())
            await connection.execute("update installation set clock_offset_days = clock_offset_days")

    seen: list[int] = []
    with pytest.raises(DatabaseReadOnly):
        await write()
    await asyncio.sleep(0)
    async with database.connection() as connection:
        assert connection.get_server_pid() not in seen
        assert await connection.fetchval("select current_setting('fordran.writer')") == "on"
