"""The record of statements, which the matrix compares, has every statement of ours and none of the library's."""

from __future__ import annotations

from fordran.settings import Settings
from fordran.store.connections.database import Database
from tests.api.sql_log import hearing, listen


async def test_a_type_that_a_connection_meets_for_the_first_time_is_not_heard(settings: Settings) -> None:
    assert settings.database_url is not None
    async with _fresh(settings) as database:
        async with database.connection() as connection:
            await connection.execute("create type mood as enum ('calm', 'cross')")
        statement = (
            "select array_agg(m) as moods, null::mood as mood, null::inet[] as addresses from unnest($1::mood[]) m"
        )
        recordings = []
        async with database.connection() as first, database.connection() as second:
            for connection in (first, first, second):
                async with hearing() as heard:
                    assert (await connection.fetchrow(statement, ["calm"]))["moods"] == ["calm"]
                recordings.append(heard)
        assert recordings == [[statement]] * 3


async def test_what_a_connection_that_is_made_later_is_asked_is_heard(settings: Settings) -> None:
    async with _fresh(settings) as database:
        assert not database._idle
        async with database.connection() as first, database.connection() as second:
            for connection in (first, second):
                async with hearing() as heard:
                    await connection.fetchval("select 1")
                assert heard == ["select 1"]


async def test_what_is_asked_for_nobody_is_not_heard(settings: Settings) -> None:
    async with _fresh(settings) as database, database.connection() as connection:
        async with hearing() as heard:
            pass
        await connection.fetchval("select 1")
        assert heard == []


class _fresh:
    """A pool without a connection yet, which is listened to."""

    def __init__(self, settings: Settings) -> None:
        assert settings.database_url is not None
        self.database = Database(settings.database_url, 3)

    async def __aenter__(self) -> Database:
        listen(self.database)
        return self.database

    async def __aexit__(self, *_: object) -> None:
        await self.database.close()
