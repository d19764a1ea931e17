"""The runs of the worker's jobs: one line of the log for each job every few seconds, and the totals in the database.

A heartbeat goes with the totals. A worker that is dead or stuck in its connection to the database stops beating, which the
metrics show.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.metadata import version

import structlog

from fordran import clock, tracing
from fordran.actions.monitoring.job_runs import JobTally, add_runs, beat, end_beat
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy

log = structlog.get_logger("fordran.worker")

STORED_EVERY_SECONDS = 5.0


class JobRun:
    """One run of a job, to which the job adds how much it did."""

    def __init__(self) -> None:
        self.done = 0
        self.has_failed = False


class JobLog:
    """The runs of one worker's jobs since they were last stored."""

    def __init__(self) -> None:
        self.worker = f"{socket.gethostname()}:{os.getpid()}"
        self.started = clock.now()
        self._tallies: defaultdict[str, JobTally] = defaultdict(JobTally)

    @contextmanager
    def run(self, job: str) -> Iterator[JobRun]:
        """Measure a run. It failed if it raises, or says so."""
        run, began = JobRun(), clock.monotonic()
        with tracing.active.job(job, run) if tracing.active else nullcontext():
            try:
                yield run
            except BaseException:
                run.has_failed = True
                raise
            finally:
                tally = self._tallies[job]
                tally.runs += 1
                tally.failures += run.has_failed
                tally.done += run.done
                tally.seconds += clock.monotonic() - began
                tally.is_succeeding = not run.has_failed

    async def keep(self, database: Database, stop: asyncio.Event) -> None:
        """Store the runs again and again until a stop signal, and those of the last moment after it."""
        while not stop.is_set():
            await self.store(database)
            try:
                await asyncio.wait_for(stop.wait(), STORED_EVERY_SECONDS)
            except TimeoutError:
                continue
        await self.store(database)
        try:
            async with database.transaction() as tx:
                await end_beat(tx, self.worker)
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("heartbeat not removed", error=str(trouble))

    async def store(self, database: Database) -> None:
        """Log and store the runs so far. Where the database takes none, they are stored next time."""
        storing = dict(self._tallies)
        self._tallies.clear()
        for job, tally in storing.items():
            if tally.done or tally.failures:
                log.info(
                    "job ran",
                    job=job,
                    done=tally.done,
                    runs=tally.runs,
                    failures=tally.failures,
                    seconds=round(tally.seconds, 3),
                )
        try:
            async with database.transaction() as tx:
                now = clock.now()
                await add_runs(tx, storing, now)
                await beat(tx, self.worker, version("fordran"), self.started, now)
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("job runs not stored", error=str(trouble))
            for job, tally in storing.items():
                self._put_back(job, tally)

    def _put_back(self, job: str, tally: JobTally) -> None:
        later = self._tallies[job]
        tally.is_succeeding = later.is_succeeding if later.runs else tally.is_succeeding
        for name in ("runs", "failures", "done", "seconds"):
            setattr(tally, name, getattr(tally, name) + getattr(later, name))
        self._tallies[job] = tally
