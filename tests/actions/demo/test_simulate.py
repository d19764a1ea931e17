"""Running ahead: a year of mixed cases is the same year every time, and the books are right after it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta

import pytest

from fordran.actions.books.report_days import totals
from fordran.actions.demo.simulate import Simulation, journal_digest, mixed, simulate
from fordran.actions.demo.stories import MIXED
from fordran.actions.proof.letters.verify_letters import verify_letters
from fordran.actions.proof.verify import verify
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.connections.clock_lock import holding_the_clock
from fordran.store.connections.database import Database
from tests.conftest import copy_database, execute, named

CASES = int(os.environ.get("FORDRAN_SIMULATED_CASES", "63"))
"""Every mixed story three times; 1,000 is the year that is meant."""
DAYS = 365 if CASES > 500 else 150
NOW = datetime(2026, 9, 1, 9, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
async def years(server: str, template: str) -> AsyncIterator[list[tuple[Database, Simulation, dict[str, bytes]]]]:
    """Two years that began alike."""
    run = []
    for number in (1, 2):
        await copy_database(server, f"year_{number}", template)
        url = named(server, f"year_{number}")
        files: dict[str, bytes] = {}
        async with holding_the_clock(url) as begin:
            found = await simulate(begin, files.__setitem__, Operator(), NOW, DAYS, CASES)
        run.append((Database(url, 2), found, files))
    yield run
    for number, (database, _, _) in enumerate(run, 1):
        await database.close()
        await execute(server, f"drop database year_{number} with (force)")


Years = list[tuple[Database, Simulation, dict[str, bytes]]]


async def test_the_same_start_gives_the_same_journal(years: Years) -> None:
    (_, first, _), (_, second, _) = years
    assert first.journal_sha256 == second.journal_sha256
    assert first.days == second.days


async def test_the_books_are_right_and_every_letter_was_lawful(years: Years) -> None:
    database, _, files = years[0]
    async with database.transaction() as tx:
        assert [str(found) async for found in verify(tx, files.__getitem__)] == []
    async with database.transaction() as tx:
        assert [str(found) async for found in verify_letters(tx, files.__getitem__, "Exempelinkasso AB")] == []


async def test_the_year_had_everything_in_it(years: Years) -> None:
    database, found, _ = years[0]
    async with database.connection() as connection:
        ends = Counter(row["close_reason"] for row in await connection.fetch("select close_reason from cases"))
        statuses = {
            item["status"]
            for row in await connection.fetch("select status_history from cases")
            for item in parsed(row["status_history"])
        }
        kinds = {
            row["kind"] for row in await connection.fetch("select kind from letters where status in ('sent', 'shown')")
        }
        settled = await connection.fetchval("select count(*) from cases where refund_amount > 0")
    assert {"paid", "credited", "cancelled", "bankruptcy", None} <= ends.keys()
    assert {"respite", "disputed", "amortization", "enforcement_verdict", "surveillance_active"} <= statuses
    assert {"reminder", "debt_collection", "enforcement", "amortization_notice", "amortization_default"} <= kinds
    assert settled > 0, "somebody paid too much"
    happened = totals(found.days)
    assert all(happened[name] > 0 for name in ("steps", "letters", "fees", "interest", "paid", "closed", "payouts"))


async def test_the_report_has_every_day_and_sums_to_the_journal(years: Years) -> None:
    database, found, _ = years[0]
    first = date(2026, 9, 1)
    assert [day.date for day in found.days] == [first + timedelta(days=number) for number in range(DAYS + 1)]
    async with database.connection() as connection:
        row = await connection.fetchrow(
            """select (select count(*) from steps) as steps,
                      (select count(*) from letters where status in ('sent', 'shown')) as letters,
                      (select count(*) from cases where closed is not null) as closed,
                      (select sum(total_added_interest_amount) from cases) as interest,
                      (select sum(total_added_costs_amount)
                              - 45000 * count(*) filter (where facts @> '[{"article": "late_payment_fee"}]')
                       from cases) as fees"""
        )
    happened = totals(found.days)
    assert {name: happened[name] for name in row.keys()} == dict(row)  # noqa: SIM118
    shown = found.shown()
    assert shown["totals"]["fees"] * 100 == happened["fees"]
    assert len(shown["days"]) == DAYS + 1


async def test_the_digest_differs_when_an_amount_or_a_day_does(years: Years) -> None:
    database = years[1][0]
    async with database.connection() as connection:
        before = await journal_digest(connection)
        await connection.execute("alter table bookings disable trigger bookings_are_append_only")
        for change in ("booked_on = booked_on + 1", "amounts = array[amounts[1] + 1, amounts[2] - 1] || amounts[3:]"):
            async with connection.transaction():
                await connection.execute(
                    f"update bookings set {change} where id = (select min(id) from bookings where cardinality(amounts) > 1)"
                )
                assert await journal_digest(connection) != before, change
                await connection.execute("rollback")
                await connection.execute("begin")


def test_stories_begin_early_enough_to_end() -> None:
    stories = mixed(100, 90)
    assert len(stories) == 100
    assert {story.what for _, story in stories} == {story.what for story in MIXED}
    assert max(first for first, _ in stories) < 60
