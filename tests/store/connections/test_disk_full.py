"""A disk without room: it is called so, nothing is done, and the connection serves the next."""

from __future__ import annotations

import errno

import asyncpg
import pytest

from fordran.api.http.errors import answer_to
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull

FULL = (
    "do $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$"
)


async def the_backend(database: Database) -> int:
    async with database.connection() as connection:
        found: int = await connection.fetchval("select pg_backend_pid()")
        return found


@pytest.fixture
async def one(database_url: str) -> Database:
    return Database(database_url, 1)


async def test_a_full_disk_of_the_database_undoes_the_transaction_and_keeps_the_connection(one: Database) -> None:
    before = await the_backend(one)
    with pytest.raises(DiskFull, match="No space left"):  # noqa: PT012
        async with one.transaction() as tx:
            await tx.execute("create table something (id integer)")
            await tx.execute(FULL)
    assert await the_backend(one) == before
    async with one.connection() as connection:
        assert await connection.fetchval("select to_regclass('something')") is None
    await one.close()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
async def test_a_full_disk_of_ours_is_not_taken_for_a_lost_connection(one: Database, number: int) -> None:
    before = await the_backend(one)
    with pytest.raises(DiskFull):
        async with one.transaction():
            raise OSError(number, "No space left on device")
    assert await the_backend(one) == before
    await one.close()


@pytest.mark.parametrize(
    "trouble", [DiskFull("full"), asyncpg.DiskFullError("full"), OSError(errno.ENOSPC, "No space left on device")]
)
def test_a_full_disk_is_answered_503_with_a_time_to_come_back(trouble: Exception) -> None:
    answer = answer_to(trouble, "POST")
    assert answer is not None
    assert answer.status == 503
    assert b"The disk is full; nothing was done." in answer.body
    assert b"retry-after" in dict(answer.headers or [])
