"""How a transaction ends: kept, undone, or in a way that nobody knows, which is said so."""

from __future__ import annotations

import asyncpg
import pytest

from fordran.store.connections.database import Connection, Database
from fordran.store.connections.troubles import DatabaseAway, OutcomeUnknown


async def cut(database: Database, tx: Connection) -> None:
    """Cut a connection, as a server does that is stopped."""
    pid = await tx.fetchval("select pg_backend_pid()")
    async with database.connection() as other:
        assert await other.fetchval("select pg_terminate_backend($1::integer, 5000::bigint)", pid)


async def test_a_connection_that_is_lost_when_all_is_to_be_kept_leaves_it_unknown(database: Database) -> None:
    async def keep() -> None:
        async with database.transaction() as tx:
            await cut(database, tx)

    with pytest.raises(OutcomeUnknown):
        await keep()
    async with database.transaction() as tx:
        assert await tx.fetchval("select 1") == 1, "the next one has another connection"


async def test_a_connection_that_is_lost_before_leaves_nothing_done(database: Database) -> None:
    async def go_on() -> None:
        async with database.transaction() as tx:
            await cut(database, tx)
            await tx.execute("select 1")

    with pytest.raises((DatabaseAway, asyncpg.OperatorInterventionError)) as lost:
        await go_on()
    assert not isinstance(lost.value, OutcomeUnknown)


async def test_what_is_refused_at_the_end_is_refused_by_name(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("create table late (id int unique deferrable initially deferred)")

    async def insert() -> None:
        async with database.transaction() as tx:
            await tx.execute("insert into late values (1), (1)")

    with pytest.raises(asyncpg.UniqueViolationError):
        await insert()
    async with database.transaction() as tx:
        assert await tx.fetchval("select count(*) from late") == 0
        await tx.execute("drop table late")
