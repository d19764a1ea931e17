"""Runs of jobs, and heartbeats of workers: counted in the database, so that any API process can serve them as metrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import JobRunRow, WorkerHeartbeatRow

BACKUP, VERIFY, VERIFY_SINCE = "backup", "verify", "verify since"
"""Jobs that a command runs, and no worker."""

FORGOTTEN_AFTER = timedelta(days=1)
"""A worker that has been silent for so long was stopped for good."""


@dataclass
class JobTally:
    """The runs of one job since they were last stored."""

    runs: int = 0
    failures: int = 0
    done: int = 0
    seconds: float = 0.0
    is_succeeding: bool = True
    """Whether the last run succeeded."""


_ADD = """
insert into job_runs as j (job, runs, failures, done, microseconds, last_run, last_success)
select job, runs, failures, done, microseconds, $7::timestamptz, case when is_succeeding then $7::timestamptz end
from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::boolean[])
    as given (job, runs, failures, done, microseconds, is_succeeding)
order by job
on conflict (job) do update set
    runs = j.runs + excluded.runs, failures = j.failures + excluded.failures, done = j.done + excluded.done,
    microseconds = j.microseconds + excluded.microseconds, last_run = greatest(j.last_run, excluded.last_run),
    last_success = greatest(j.last_success, excluded.last_success)
"""

_BEAT = """
insert into worker_heartbeats (worker, version, started, beat) values ($1, $2, $3, $4)
on conflict (worker) do update set version = excluded.version, started = excluded.started, beat = excluded.beat
"""


async def add_runs(tx: Connection, tallies: Mapping[str, JobTally], now: datetime) -> None:
    """Add runs to the totals."""
    if tallies:
        of = tallies.values()
        await tx.execute(
            _ADD,
            [*tallies],
            [one.runs for one in of],
            [one.failures for one in of],
            [one.done for one in of],
            [round(one.seconds * 1_000_000) for one in of],
            [one.is_succeeding for one in of],
            now,
        )


async def beat(tx: Connection, worker: str, version: str, started: datetime, now: datetime) -> None:
    """Note that a worker works, and forget those that have not for long."""
    await tx.execute(_BEAT, worker, version, started, now)
    await tx.execute("delete from worker_heartbeats where beat < $1", now - FORGOTTEN_AFTER)


async def end_beat(tx: Connection, worker: str) -> None:
    """Forget a worker that stops."""
    await tx.execute("delete from worker_heartbeats where worker = $1", worker)


async def read_runs(connection: Connection) -> list[JobRunRow]:
    """The totals of every job."""
    statement = "select job, runs, failures, done, microseconds, last_run, last_success from job_runs order by job"
    return await fetch_rows(connection, JobRunRow, statement)


async def read_heartbeats(connection: Connection) -> list[WorkerHeartbeatRow]:
    """The workers, those too that may have died."""
    statement = "select worker, version, started, beat from worker_heartbeats order by worker"
    return await fetch_rows(connection, WorkerHeartbeatRow, statement)
