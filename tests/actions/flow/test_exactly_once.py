"""Each step happens once, and none is lost: workers are killed at every point, and the end is that of an undisturbed run.

FORDRAN_KILLS says how many times workers are killed at random; the default keeps the tests quick.
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.proof.verify import verify
from fordran.api.app import create_app
from fordran.domain.days import next_banking_day
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.store.connections.database import Connection, Database, connect
from tests.actions.flow.ends import end_of
from tests.actions.flow.people import person, register_debts
from tests.actions.office import APPLYING, Office, open_office
from tests.conftest import copy_database, execute, named

KILLS = int(os.environ.get("FORDRAN_KILLS", "40"))
NOTICE_DAYS = 10
"""How long before an instalment its notice is sent, unless a creditor wants otherwise."""


def first_instalment(today: date) -> date:
    """An instalment is paid on a banking day."""
    return next_banking_day(today + timedelta(days=11))


def working_days(today: date) -> tuple[int, ...]:
    """Days from the registration on which the workers work: a letter's time has run out from one to the next, and the first
    instalment is told of on the first."""
    notice = (first_instalment(today) - today).days - NOTICE_DAYS
    return (notice, notice + 13, notice + 16, notice + 29)


DAYS = working_days(clock.stockholm_date(clock.now()))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where every installation of these tests has its files."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
async def registered(server: str, template: str, data: Path) -> AsyncIterator[str]:
    """The name of a database with cases that have different things before them, and that nobody is connected to."""
    name = "exactly_once"
    async with copied(server, template, name, data) as place:
        settings = dataclasses.replace(Settings(), data=data, database_url=place.url, rate_limit_per_second=0)
        app = create_app(settings)
        office = await open_office(app)
        await register(office, clock.stockholm_date(clock.now()))
        await office.write_by_email()
        await office.client.aclose()
        await app.database.close()
        with place.doomed() as send:
            assert send(0) == ["done"]
        await place.connection.close()
        yield name


async def register(office: Office, today: date) -> None:
    """Two people with two debts each, one of them to enforcement; one held, one with a plan, one barred tomorrow."""
    invoiced = (today - timedelta(days=60)).isoformat()
    await office.give_mandate()
    await register_debts(office, people=2, each=2, invoiced=invoiced, case_settings=APPLYING)
    held, planned = [
        (
            await office.post(
                "case--registrations", office.case_body(office.debt(1000, invoice_date=invoiced), customer=one)
            )
        )["_cases"][0]
        for one in (person(100), person(101))
    ]
    await office.post(f"cases/{held}/respite", {"until": (today + timedelta(days=1)).isoformat()})
    plan = {"instalments": 2, "first_date": first_instalment(today).isoformat()}
    await office.post(f"cases/{planned}/amortization-plans", plan)
    old = office.debt(1000, invoice_date=date(today.year - 3, today.month, min(today.day, 28)).isoformat())
    await office.post("case--registrations", office.case_body(old, customer=person(102)))


@dataclasses.dataclass
class Place:
    """A copy of what was registered, and its workers."""

    url: str
    data: Path
    connection: Connection

    @property
    def environment(self) -> dict[str, str]:
        settings = dataclasses.replace(Settings(), data=self.data, database_url=self.url, log_level="error")
        return {**os.environ, **settings.environment()}

    async def on_day(self, day: int) -> None:
        """Let the clock stand so many days ahead. It is the service's own transaction, which says that it is."""
        database = Database(self.url, 1)
        async with database.transaction() as tx:
            await tx.execute("update installation set clock_offset_days = $1", day)
        await database.close()

    async def ask(self, question: Any) -> Any:
        async with self.connection.transaction():
            return await question(self.connection)

    async def progress(self) -> Any:
        """Something that differs when a transaction has left anything behind."""
        return await self.ask(
            lambda tx: tx.fetchrow(
                """select (select count(*) from steps), (select sum(revision) from cases), (select sum(revision) from letters),
                          (select string_agg(id || status, ' ' order by id) from envelopes)"""
            )
        )

    async def ended(self) -> dict[str, Any]:
        """How it ended up; what is stored fits together, and every document is there."""

        async def question(tx: Connection) -> dict[str, Any]:
            assert [found async for found in verify(tx, get=MediaFolder(self.data / "media").get)] == []
            return await end_of(tx)

        end: dict[str, Any] = await self.ask(question)
        return end

    @contextmanager
    def doomed(self) -> Iterator[Any]:
        """Sends workers to work, each doomed to a number, and says what became of them."""
        with subprocess.Popen(
            [sys.executable, "-m", "tests.actions.flow.doomed"],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None

            def send(*numbers: int) -> list[str]:
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(json.dumps(numbers) + "\n")
                process.stdin.flush()
                told: list[str] = json.loads(process.stdout.readline())
                return told

            yield send
            process.stdin.close()


@asynccontextmanager
async def copied(server: str, template: str, name: str, data: Path) -> AsyncIterator[Place]:
    """A copy of a database that nobody is connected to."""
    await copy_database(server, name, template)
    connection = await connect(named(server, name))
    try:
        yield Place(named(server, name), data, connection)
    finally:
        await connection.close()
        await execute(server, f"drop database {name} with (force)")


@pytest.fixture(scope="module")
async def undisturbed(server: str, registered: str, data: Path) -> list[dict[str, Any]]:
    """How it ends up on each day where nobody is killed."""
    ends = []
    async with copied(server, registered, "undisturbed", data) as place:
        with place.doomed() as send:
            for day in DAYS:
                await place.on_day(day)
                assert send(0) == ["done"]
                ends.append(await place.ended())
    steps = {step for end in ends for name, case in end.items() if name != "envelopes" for step, *_ in case["steps"]}
    assert steps == {
        *("debt_collection", "enforcement", "respite_end", "close_time_barred"),
        *("amortization_notice", "amortization_reminder", "amortization_default", "surveillance"),
    }
    return ends


async def test_killed_between_any_two_statements(
    server: str, registered: str, undisturbed: list[dict[str, Any]], data: Path
) -> None:
    """A worker is killed at its first statement, the next at its second, and so on until one gets a transaction through;
    then from the first again, to the end of the day."""
    killed = 0
    async with copied(server, registered, "each_point", data) as place:
        with place.doomed() as send:
            await place.on_day(DAYS[0])
            number, before = 1, await place.progress()
            while (told := send(number)) == ["killed"]:
                killed += 1
                after = await place.progress()
                number, before = (number + 1, before) if after == before else (1, after)
            assert told == ["done"]
        assert await place.ended() == undisturbed[0]
    assert killed > 100


async def test_killed_at_random_with_several_workers(
    server: str, registered: str, undisturbed: list[dict[str, Any]], data: Path
) -> None:
    chance = random.Random(1974)
    async with copied(server, registered, "several", data) as place:
        with place.doomed() as send:
            for place_of_day, day in enumerate(DAYS):
                await place.on_day(day)
                killed = 0
                while killed < KILLS // len(DAYS):
                    told = send(*(chance.randint(1, 60) for _ in range(3)))
                    assert set(told) <= {"killed", "done"}, told
                    killed += told.count("killed")
                assert send(0, 0, 0) == ["done"] * 3
                assert await place.ended() == undisturbed[place_of_day]


async def test_the_command_killed_at_random(
    server: str, registered: str, undisturbed: list[dict[str, Any]], data: Path
) -> None:
    """Two processes of `fordran worker` at a time, killed with kill -9 a moment after one has done something."""
    chance = random.Random(1981)
    command = [sys.executable, "-m", "fordran", "worker"]

    def start(place: Place) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command, env=place.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    async with copied(server, registered, "the_command", data) as place:
        await place.on_day(DAYS[0])
        workers = [start(place), start(place)]
        try:
            for turn in range(4):
                before, give_up = await place.progress(), time.monotonic() + 30
                while await place.progress() == before and time.monotonic() < give_up and not await finished(place):
                    time.sleep(0.02)
                time.sleep(chance.random() / 10)
                workers[turn % 2].send_signal(signal.SIGKILL)
                assert workers[turn % 2].wait() == -signal.SIGKILL
                workers[turn % 2] = start(place)
            give_up = time.monotonic() + 60
            while not await finished(place) and time.monotonic() < give_up:
                time.sleep(0.05)
        finally:
            for worker in workers:
                worker.terminate()
                worker.wait(60)
        end, expected = await place.ended(), undisturbed[0]
        assert end == expected


async def finished(place: Place) -> bool:
    """Whether the day has nothing left to do."""

    async def question(tx: Connection) -> bool:
        today = clock.stockholm_date(clock.business(clock.now(), DAYS[0]))
        return not await tx.fetchval(
            """select exists (select 1 from cases where next_step_date <= $1)
                   or exists (select 1 from envelopes where status in ('queued', 'made'))""",
            today,
        )

    return bool(await place.ask(question))
