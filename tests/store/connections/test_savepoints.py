"""Parts of a transaction: undone alone, one in another, and never without the transaction that they are of."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg
import pytest

from fordran.store.connections.clock_lock import transactions_of
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.savepoints import savepoint
from fordran.store.connections.troubles import DatabaseAway


class Undo(Exception):
    """Ends a part."""


async def write(tx: Connection, number: int) -> None:
    await tx.execute("insert into numbers values ($1)", number)


async def written(tx: Connection) -> Sequence[int]:
    return [row["number"] for row in await tx.fetch("select number from numbers order by number")]


async def undone(tx: Connection, number: int) -> None:
    """A part that writes a number and is undone."""

    async def part() -> None:
        async with savepoint(tx):
            await write(tx, number)
            raise Undo

    with pytest.raises(Undo):
        await part()


async def test_a_part_that_raises_is_undone_alone(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("create temporary table numbers (number integer) on commit drop")
        await write(tx, 1)
        await undone(tx, 2)
        async with savepoint(tx):
            await write(tx, 3)
        assert await written(tx) == [1, 3]


async def test_a_part_of_a_part_is_undone_with_it_and_not_the_other_way_about(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("create temporary table numbers (number integer) on commit drop")
        async with savepoint(tx):
            await write(tx, 1)
            await undone(tx, 2)
            await undone(tx, 3)
            await write(tx, 4)
        assert await written(tx) == [1, 4]

        async def part_of_parts() -> None:
            async with savepoint(tx):
                await write(tx, 5)
                await undone(tx, 6)
                async with savepoint(tx):
                    await write(tx, 7)
                raise Undo

        with pytest.raises(Undo):
            await part_of_parts()
        assert await written(tx) == [1, 4]


async def test_what_the_database_refuses_in_a_part_leaves_the_transaction_usable(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("create temporary table numbers (number integer unique) on commit drop")
        await write(tx, 1)
        with pytest.raises(asyncpg.UniqueViolationError):
            async with savepoint(tx):
                await write(tx, 1)
        await write(tx, 2)
        assert await written(tx) == [1, 2]


async def test_there_is_no_part_without_a_transaction(database: Database) -> None:
    async with database.connection() as connection:
        with pytest.raises(asyncpg.NoActiveSQLTransactionError):
            async with savepoint(connection):
                pass


async def test_a_connection_that_is_lost_in_a_part_is_lost(database: Database) -> None:
    async def lose_it() -> None:
        async with database.transaction() as tx:
            async with savepoint(tx):
                pid = await tx.fetchval("select pg_backend_pid()")
                async with database.connection() as other:
                    assert await other.fetchval("select pg_terminate_backend($1::integer, 5000::bigint)", pid)
                await tx.execute("select 1")

    with pytest.raises((DatabaseAway, asyncpg.OperatorInterventionError)):
        await lose_it()
    async with database.transaction() as tx:
        assert await tx.fetchval("select 1") == 1, "the next one has another connection"


async def test_transactions_within_a_transaction_are_parts_of_it(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("create temporary table numbers (number integer) on commit drop")
        begin = transactions_of(tx)
        async with begin() as part:
            await write(part, 1)

        async def part_that_is_undone() -> None:
            async with begin() as part:
                await write(part, 2)
                raise Undo

        with pytest.raises(Undo):
            await part_that_is_undone()
        assert await written(tx) == [1]
