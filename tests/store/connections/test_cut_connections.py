"""A connection that is cut amid a COPY or a part of a transaction is lost, and nothing else: the next one serves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from fordran.store.connections.database import Connection, Database, connect
from fordran.store.connections.savepoints import savepoint
from fordran.store.connections.troubles import ConnectionLost
from tests.wire import Wire


@pytest.fixture
async def one(database_url: str) -> AsyncIterator[Database]:
    made = Database(database_url, 1)
    yield made
    await made.close()


async def cut(tx: Connection, database: Database) -> None:
    """End the connection's backend, as an administrator or a crash would, and wait until that has been heard."""
    async with database.spare() as other:
        await other.fetchval("select pg_terminate_backend($1)", tx.get_server_pid())
    await asyncio.sleep(0.1)


async def test_a_copy_on_a_connection_that_was_cut_loses_it(one: Database) -> None:
    with pytest.raises(ConnectionLost):  # noqa: PT012
        async with one.transaction() as tx:
            await tx.execute("create temporary table copied (n integer) on commit drop")
            await cut(tx, one)
            await tx.copy_records_to_table("copied", records=[(1,)])
    async with one.connection() as connection:
        assert await connection.fetchval("select 1") == 1


async def test_a_part_of_a_transaction_that_was_cut_loses_the_connection(one: Database) -> None:
    with pytest.raises(ConnectionLost):  # noqa: PT012
        async with one.transaction() as tx, savepoint(tx):
            await cut(tx, one)
            await tx.execute("select 1")
    async with one.transaction() as tx:
        assert await tx.fetchval("select 1") == 1


async def test_a_connection_that_believes_in_a_statement_under_way_is_given_up(one: Database) -> None:
    with pytest.raises(ConnectionLost):  # noqa: PT012
        async with one.transaction() as tx:
            sleeping = asyncio.ensure_future(tx.execute("select pg_sleep(5)"))
            await asyncio.sleep(0.1)
            raise RuntimeError("something else goes wrong meanwhile")
    with pytest.raises(Exception, match="closed"):
        await sleeping
    async with one.connection() as connection:
        assert await connection.fetchval("select 1") == 1


async def test_a_server_that_does_not_answer_a_goodbye_keeps_nobody(database_url: str) -> None:
    wire = Wire(database_url)
    connection = await connect(await wire.open())
    try:
        assert await connection.fetchval("select 1") == 1
        wire.carries.clear()
        await asyncio.wait_for(connection.close(timeout=0.2), 10)
        assert connection.is_closed()
    finally:
        await wire.close()
