"""The runs of a worker's jobs are logged and stored, and a failure or an absent database loses none of them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from fordran import clock
from fordran.actions.monitoring.job_runs import FORGOTTEN_AFTER, beat, read_heartbeats, read_runs
from fordran.store.connections.database import Connection, Database
from fordran.worker import job_log
from fordran.worker.job_log import JobLog
from fordran.worker.loop import _do
from fordran.worker.schedule import ScheduledJob


async def three(_tx: Connection) -> int:
    return 3


async def nothing(_tx: Connection) -> int:
    return 0


async def failing(_tx: Connection) -> int:
    raise RuntimeError("a fault")


class Recorder:
    """A logger that keeps its lines."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, dict[str, Any]]] = []

    def info(self, event: str, **fields: Any) -> None:
        self.lines.append((event, fields))

    warning = info


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    recorder = Recorder()
    monkeypatch.setattr(job_log, "log", recorder)
    return recorder.lines


async def test_runs_of_jobs_are_added_up(database: Database, logged: list[tuple[str, dict[str, Any]]]) -> None:
    jobs = JobLog()
    for _ in range(2):
        for name, act in (("print letters", three), ("forget sessions", nothing), ("take steps", failing)):
            await _do(database, ScheduledJob(name, 1, act), jobs)
        logged.clear()
        await jobs.store(database)
        lines = {line["job"]: line for event, line in logged if event == "job ran"}
        assert lines.keys() == {"print letters", "take steps"}, "a job that did nothing is not logged"
        assert (lines["print letters"]["done"], lines["print letters"]["failures"]) == (3, 0)
        assert (lines["take steps"]["done"], lines["take steps"]["failures"]) == (0, 1)
    async with database.connection() as connection:
        stored = {row["job"]: row for row in await read_runs(connection)}
    assert {job: (row["runs"], row["failures"], row["done"]) for job, row in stored.items()} == {
        "print letters": (2, 0, 6),
        "forget sessions": (2, 0, 0),
        "take steps": (2, 2, 0),
    }
    assert stored["print letters"]["last_success"] == stored["print letters"]["last_run"]
    assert stored["take steps"]["last_success"] is None


async def test_runs_that_cannot_be_stored_are_stored_later(database: Database) -> None:
    jobs = JobLog()
    with jobs.run("import") as run:
        run.done = 1
    away = Database("postgresql://nobody@127.0.0.1:1/nothing", 1, 1)
    await jobs.store(away)
    with jobs.run("import") as run:
        run.done = 10
    await jobs.store(away)
    await jobs.store(database)
    async with database.connection() as connection:
        (row,) = [row for row in await read_runs(connection) if row["job"] == "import"]
    assert (row["runs"], row["done"]) == (2, 11)


async def test_a_worker_beats_while_it_works_and_is_forgotten_when_it_stops(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_log, "STORED_EVERY_SECONDS", 0.01)
    jobs, stop = JobLog(), asyncio.Event()
    long_ago = clock.now() - FORGOTTEN_AFTER - timedelta(minutes=1)
    async with database.transaction() as tx:
        await beat(tx, "silent:1", "0", long_ago, long_ago)
    keeping = asyncio.create_task(jobs.keep(database, stop))
    seen: set[str] = set()
    beats = set()
    async with asyncio.timeout(30):
        while len(beats) < 3:
            async with database.connection() as connection:
                found = await read_heartbeats(connection)
            beats |= {row["beat"] for row in found if row["worker"] == jobs.worker}
            seen |= {row["worker"] for row in found}
            await asyncio.sleep(0.01)
    stop.set()
    await keeping
    async with database.connection() as connection:
        assert await read_heartbeats(connection) == []
    assert jobs.worker in seen
