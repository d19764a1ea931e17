"""Holding the clock: one alone, for as long as the connection lasts."""

from __future__ import annotations

import pytest

from fordran.store.connections.clock_lock import ClockIsMoving, holding_the_clock
from fordran.store.connections.database import connect
from fordran.store.connections.troubles import DatabaseAway


async def test_a_second_is_refused_while_the_first_holds_it(database_url: str) -> None:
    async with holding_the_clock(database_url):
        with pytest.raises(ClockIsMoving):
            async with holding_the_clock(database_url):
                pass
    async with holding_the_clock(database_url):
        pass


async def test_whoever_loses_the_connection_is_told_that_the_database_is_away(database_url: str) -> None:
    async def lose_it() -> None:
        async with holding_the_clock(database_url) as begin:
            async with begin() as tx:
                pid = await tx.fetchval("select pg_backend_pid()")
            other = await connect(database_url)
            await other.execute("select pg_terminate_backend($1)", pid)
            await other.close()
            async with begin() as tx:
                await tx.execute("select 1")

    with pytest.raises(DatabaseAway, match=r"The connection to the database was lost"):
        await lose_it()
    async with holding_the_clock(database_url):
        pass
