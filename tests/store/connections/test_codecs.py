"""Values that cross to PostgreSQL and back are what they were, moments to their last microsecond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import asyncpg
import pytest

from fordran.store.connections.database import Database

MOMENTS = (
    datetime(2000, 1, 1, tzinfo=UTC),
    datetime(1999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(2026, 3, 29, 1, 0, 0, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2026, 6, 1, 2, tzinfo=timezone(timedelta(hours=2))),
)


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
async def test_a_moment_comes_back_as_it_was_and_is_the_one_that_was_meant(
    database: Database, moment: datetime
) -> None:
    async with database.connection() as connection:
        row = await connection.fetchrow(
            "select $1::timestamptz as back, to_char($1::timestamptz, 'YYYY-MM-DD\"T\"HH24:MI:SS.US') as said", moment
        )
    assert row is not None
    assert row["back"] == moment
    assert row["back"].utcoffset() == timedelta(0)
    assert row["said"] == moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")


async def test_moments_without_end_are_the_last_and_the_first_and_arrays_have_moments_too(database: Database) -> None:
    async with database.connection() as connection:
        ends = await connection.fetchval("select array['infinity', '-infinity', null]::timestamptz[]")
        back = await connection.fetchval("select $1::timestamptz[]", [*MOMENTS, None])
    assert ends == [datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC), None]
    assert back == [*MOMENTS, None]


async def test_a_moment_of_no_zone_is_refused(database: Database) -> None:
    async with database.connection() as connection:
        with pytest.raises(asyncpg.DataError, match="offset-naive"):
            await connection.fetchval("select $1::timestamptz", datetime(2026, 1, 1))  # noqa: DTZ001
