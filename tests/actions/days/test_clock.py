"""The time machine: days pass in a sandbox as they would have passed, each with everything that was due on it."""

from __future__ import annotations

import asyncio
import dataclasses
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.days.set_clock import NotASandbox, advance_clock
from fordran.api.serving import clock as serving_clock
from fordran.operator import Operator
from fordran.settings import Settings
from fordran.shape.moments import moment_of
from fordran.store.connections.clock_lock import ClockIsMoving, holding_the_clock
from fordran.store.connections.database import Database
from fordran.worker.loop import run
from tests.actions.office import Office
from tests.api.world import World, client_of, make_world

Body = dict[str, Any]


@pytest.fixture(scope="module")
def settings(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """With a data folder, since letters are made."""
    data = tmp_path_factory.mktemp("data")
    return dataclasses.replace(Settings(), database_url=database_url, data=data, rate_limit_per_second=0, pool_size=16)


async def today(office: Office) -> date:
    """The business day."""
    return date.fromisoformat((await move(office, days=0))["date"])


async def move(office: Office, status: int = 201, **body: Any) -> Body:
    return await office.post("clock", body, status)


async def overdue(office: Office, **changes: Any) -> str:
    """A debt that was due ten days ago; its case."""
    invoiced = await today(office) - timedelta(days=40)
    made = await office.post(
        "case--registrations", office.case_body(office.debt(invoice_date=invoiced.isoformat()), **changes)
    )
    case: str = made["_cases"][0]
    return case


def states(case: Body) -> list[str]:
    return [item["state"] for item in case["state_history"]]


async def test_every_due_thing_happens_on_its_day(office: Office) -> None:
    start = await today(office)
    case = await overdue(office, first_action="reminder")
    moved = await move(office, days=1)
    assert (moved["date"], moved["days"]) == ((start + timedelta(days=1)).isoformat(), 1)
    assert (moved["steps"], moved["letters"], moved["fees"]) == (1, 1, 60)
    there = await office.case(case)
    assert there["state"] == "reminder"
    letters = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
    assert [(letter["kind"], letter["status"]) for letter in letters] == [("reminder", "shown")]
    assert clock.stockholm_date(moment_of(letters[0]["dated"])) == start + timedelta(days=1)
    await move(office, days=60)
    assert states(await office.case(case)) == ["initializing", "reminder", "debt_collection", "surveillance"]
    kinds = [letter["kind"] for letter in (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]]
    assert kinds == ["reminder", "debt_collection"]
    assert await office.differences() == []


async def test_sixty_days_at_once_are_sixty_times_a_day(office: Office) -> None:
    one = await overdue(office)
    for _ in range(40):
        await move(office, days=1)
    by_day = await office.case(one)
    other = await overdue(office)
    await move(office, days=40)
    at_once = await office.case(other)
    assert states(by_day) == states(at_once)
    days = [
        [clock.stockholm_date(moment_of(item["status_date"])) for item in case["status_history"]]
        for case in (by_day, at_once)
    ]
    first, second = ([(day - dates[0]).days for day in dates] for dates in days)
    # The weekdays differ, and with them the days on which a pay-by date can fall.
    assert all(abs(one - another) <= 4 for one, another in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("body", "issues", "remark"),
    [
        ({}, {"days": "the clock is moved by either days or date"}, "neither"),
        ({"days": 1, "date": "2030-01-01"}, {"days": "the clock is moved by either days or date"}, "both"),
        ({"days": 401}, {"days": "must be from 0 to 400"}, "too far at once"),
        ({"days": -1}, {"days": "must be from 0 to 400"}, "back"),
        ({"days": "1"}, {"days": "must be of integer type"}, "not a number"),
        ({"date": "2100-01-01"}, {"date": "must be within 400 days"}, "a date too far"),
        ({"date": "soon"}, {"date": "must be of datetime type"}, "not a date"),
        ({"days": 1, "hours": 2}, {"hours": "unknown field"}, "unknown"),
    ],
)
async def test_a_move_that_cannot_be_is_refused(office: Office, body: Body, issues: Body, remark: str) -> None:
    before = await today(office)
    refused = await office.refused("clock", body)
    assert refused.keys() == issues.keys(), remark
    assert await today(office) == before


async def test_a_date_moves_to_that_day_and_a_past_one_is_a_conflict(office: Office) -> None:
    start = await today(office)
    target = (start + timedelta(days=5)).isoformat()
    assert (await move(office, date=target))["days"] == 5
    assert (await move(office, date=target))["days"] == 0
    said = await move(office, 409, date=start.isoformat())
    assert "it only goes forward" in said["_error"]["message"]


async def test_a_dry_run_says_what_would_happen_and_leaves_everything_as_it_was(
    office: Office, settings: Settings
) -> None:
    await overdue(office)
    before, counts, files = await today(office), await office.counts(), _files(settings.data)
    would = await office.post("clock?dry_run=true", {"days": 20}, 200)
    assert would["date"] == (before + timedelta(days=20)).isoformat()
    assert would["steps"] >= 2
    assert await today(office) == before
    assert (await office.counts(), _files(settings.data)) == (counts, files)
    did = await move(office, days=20)
    assert did | {"_dry_run": True} == would


async def test_a_dry_run_that_takes_too_long_is_ended_with_nothing_done(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, counts = await today(office), await office.counts()
    monkeypatch.setattr(serving_clock, "MOST_DRY_SECONDS", 0.0)
    refused = await office.post("clock?dry_run=true", {"days": 3}, 409)
    assert "came to day 1 of 3: ask for fewer days" in refused["_error"]["message"]
    assert (await today(office), await office.counts()) == (before, counts)
    await office.post("clock?dry_run=true", {"days": 1}, 200)


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


async def test_a_move_with_an_idempotency_key_happens_once(office: Office) -> None:
    start = await today(office)
    key = {"idempotency-key": "a day"}
    first = await office.client.post("/clock", json={"days": 1}, headers=key)
    again = await office.client.post("/clock", json={"days": 1}, headers=key)
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert await today(office) == start + timedelta(days=1)


async def test_two_at_once_do_not_move_the_clock_together(office: Office, database_url: str) -> None:
    start = await today(office)
    async with holding_the_clock(database_url):
        said = await move(office, 409, days=1)
        assert said["_error"]["message"] == "The clock is being moved just now: try again when it has arrived."
        with pytest.raises(ClockIsMoving):
            async with holding_the_clock(database_url):
                raise AssertionError
    assert await today(office) == start


async def test_a_worker_beside_it_does_nothing_twice_and_nothing_is_lost(office: Office, settings: Settings) -> None:
    cases = [await overdue(office, customer=_someone(office, number)) for number in range(4)]
    stop = asyncio.Event()
    workers = [asyncio.create_task(run(settings, stop)) for _ in range(2)]
    for _ in range(6):
        await move(office, days=4)
    stop.set()
    await asyncio.gather(*workers)
    for case in cases:
        there = await office.case(case)
        assert states(there) == ["initializing", "debt_collection", "surveillance"]
        letters = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
        assert [(letter["kind"], letter["status"]) for letter in letters] == [("debt_collection", "shown")]
    assert await office.differences() == []


def _someone(office: Office, number: int) -> Body:
    return office.customer_body(id_number="", customer_number=f"K{number}", address=_ADDRESS)


_ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm"}


async def test_what_is_registered_while_the_clock_moves_lands_on_one_day_or_the_other(office: Office) -> None:
    """A day is sealed with everything that was booked on it, also by what had begun before the clock moved."""

    async def register() -> None:
        for _ in range(6):
            many = [office.case_body(office.debt(), customer=_someone(office, 100 + number)) for number in range(15)]
            await office.post("case--registrations", many)

    await asyncio.gather(register(), register(), *(move(office, days=days) for days in (12,)))
    assert await office.differences() == []


async def test_only_the_operators_people_move_the_clock_and_no_auditor(office: Office) -> None:
    world: World = await make_world(office.app)
    try:
        others = [client for role, client in world.callers.items() if role not in ("operator", "handler", "finance")]
        for client in (world.partners[0].client, *others):
            assert (await client.post("/clock", json={"days": 1})).status_code == 403
        async with client_of(office.app) as stranger:
            assert (await stranger.post("/clock", json={"days": 1})).status_code == 401
    finally:
        await world.close()


async def test_the_clock_of_a_real_installation_is_not_moved(office: Office, database: Database) -> None:
    start = await today(office)
    async with database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    try:
        said = await move(office, 409, days=1)
        assert said["_error"]["message"] == "The clock of an installation that is not a sandbox cannot be moved."
        async with holding_the_clock(database.url) as begin:
            with pytest.raises(NotASandbox):
                await advance_clock(begin, lambda *_: None, Operator(), clock.now(), 1)
    finally:
        async with database.transaction() as tx:
            await tx.execute("update installation set sandbox = true")
    assert await today(office) == start
