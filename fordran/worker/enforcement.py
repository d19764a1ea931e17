"""Send messages about applications to the receiver, and read its feed, beside the worker's other loops."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import structlog

from fordran import clock
from fordran.actions.filing.file_all import file_some
from fordran.actions.filing.receiver import AuthorityReceiver
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

JOB = "exchange post with the enforcement authority"
LOOK_EVERY_SECONDS = 30.0


@dataclass
class EnforcementWorker:
    """One worker's part of it. Several workers share the messages; one at a time reads the feed."""

    database: Database
    receiver: AuthorityReceiver
    jobs: JobLog = field(default_factory=JobLog)

    async def run(self, stop: asyncio.Event) -> None:
        """Send and read until a stop signal."""
        while not stop.is_set():
            did = await self.step()
            try:
                await asyncio.wait_for(stop.wait(), 0.01 if did else LOOK_EVERY_SECONDS)
            except TimeoutError:
                continue

    async def step(self) -> int:
        """Send what is due and read what is new; how much. An error is logged, and the rest is done next time."""
        try:
            with self.jobs.run(JOB) as run:
                run.done = await file_some(self.database.transaction, self.receiver, clock.now(), alone=False)
            return run.done
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("job postponed", job=JOB, error=str(trouble))
        except Exception:
            log.exception("job failed", job=JOB)
        return 0
