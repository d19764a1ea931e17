"""Events from before they had positions: the migration rewrites nothing, and they are numbered first, in their order."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator

import asyncpg
import pytest

from fordran import clock
from fordran.store.connections.database import Connection, connect
from fordran.store.rows.ids import new_id
from fordran.store.upkeep.contents import changed_rows, hashed_tables
from fordran.store.upkeep.migrate import migrate, migrations
from tests.conftest import named

BEFORE = "0006_flow.sql"
ACCOUNT = "a" * 24
_INSERT = """insert into fordran.events (account_id, id, created, creditor_id, type, case_id, data)
             values ($1, $2, $3, null, 'case.held', null, $4)"""


@pytest.fixture
async def url(server: str) -> AsyncIterator[str]:
    """A database as the version before left it."""
    own = await asyncpg.connect(server)
    await own.execute("create database before_positions")
    there = named(server, "before_positions")
    connection = await connect(there)
    await connection.execute(
        """create schema fordran_migrations;
           create table fordran_migrations.applied (name text primary key, hash text not null, at timestamptz default now())"""
    )
    for name, text in migrations().items():
        if name <= BEFORE:
            async with connection.transaction():
                await connection.execute(text)
                digest = hashlib.sha256(text.encode()).hexdigest()
                await connection.execute(
                    "insert into fordran_migrations.applied (name, hash) values ($1, $2)", name, digest
                )
    await connection.execute("select fordran.keep_content_hashes()")
    await connection.close()
    yield there
    await own.execute("drop database before_positions with (force)")
    await own.close()


async def note(connection: Connection, number: int) -> None:
    # As the version before inserts them, which may still serve while the migration runs.
    await connection.execute(_INSERT, ACCOUNT, new_id(), clock.now(), {"hold": str(number)})


async def test_old_events_come_first_in_their_order_and_the_old_version_goes_on_writing(url: str) -> None:
    connection = await connect(url)
    try:
        for number in range(5):
            await note(connection, number)
        file = "select relfilenode from pg_class where oid = 'fordran.events'::regclass"
        before = await connection.fetchval(file)
        await migrate(url)
        assert await connection.fetchval(file) == before, "the table was rewritten"
        for number in range(5, 8):
            await note(connection, number)
        assert await connection.fetchval("select fordran.number_events(100)") == 8
        rows = await connection.fetch("select position, data ->> 'hold' from fordran.events order by position")
        assert [tuple(row) for row in rows] == [(number + 1, str(number)) for number in range(8)]
        (table,) = [table for table in await hashed_tables(connection) if table.name == "events"]
        assert [row async for row in changed_rows(connection, table, lambda *_: None)] == []
    finally:
        await connection.close()
