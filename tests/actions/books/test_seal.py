"""Sealing: every ended day once, missed days too, and nothing of a day that runs."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

from fordran import clock
from fordran.actions.books.seal import MOST_DAYS, seal_days
from fordran.api.app import Api
from fordran.domain.books.chain import GENESIS
from tests.actions.office import Office

FIRST = date(2026, 3, 2)


async def seal(app: Api, now: datetime) -> int:
    async with app.database.transaction() as tx:
        return await seal_days(tx, now)


async def seals(app: Api) -> list[tuple[date, int, str, str]]:
    async with app.database.connection() as connection:
        rows = await connection.fetch("select day, bookings, previous_hash, hash from seals order by day")
    return [tuple(row) for row in rows]


def at(day: date, hour: int = 12) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC)


async def test_ended_days_are_sealed_once_and_caught_up_when_missed(office: Office, app: Api) -> None:
    assert await seal(app, at(FIRST)) == 0, "where nothing was booked there is nothing to seal"
    with patch.object(clock, "now", lambda: at(FIRST)):
        case = await office.register_invoice(1000)
        await office.pay(case, 100, "2026-03-02")
    assert await seal(app, at(FIRST, 22)) == 0, "the day runs"
    # 23:30 in UTC is half past midnight in Sweden.
    assert await seal(app, at(FIRST, 23) + timedelta(minutes=30)) == 0, "somebody may still be booking on it"
    assert await seal(app, at(FIRST + timedelta(days=1), 0) + timedelta(minutes=30)) == 1
    assert await seal(app, at(FIRST + timedelta(days=1))) == 0, "it is sealed once"
    with patch.object(clock, "now", lambda: at(FIRST + timedelta(days=3))):
        await office.pay(case, 100, "2026-03-02")
    assert await seal(app, at(FIRST + timedelta(days=6))) == 5, (
        "every day since, also those on which nothing was booked"
    )
    made = await seals(app)
    assert [(day - FIRST).days for day, *_ in made] == list(range(6))
    assert [bookings for _, bookings, *_ in made] == [2, 0, 0, 1, 0, 0]
    assert [previous for _, _, previous, _ in made] == [GENESIS, *(hash_ for *_, hash_ in made[:-1])]
    assert len({hash_ for *_, hash_ in made}) == 6
    assert await office.differences() == []


async def test_many_missed_days_are_sealed_some_at_a_time_and_by_one_alone(office: Office, app: Api) -> None:
    later = at(FIRST + timedelta(days=6 + MOST_DAYS + 20))
    done = await asyncio.gather(*(seal(app, later) for _ in range(4)))
    while more := await seal(app, later):
        done.append(more)
    assert sum(done) == MOST_DAYS + 20
    assert max(done) == MOST_DAYS
    assert await office.differences() == []
