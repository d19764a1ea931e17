"""Pull overdue invoices from Fortnox, beside the worker's other loops: once a business day from each creditor's."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import structlog

from fordran import clock
from fordran.actions.fortnox.pull_invoices import FortnoxPulls
from fordran.actions.stored_files import MediaAway
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

JOB = "pull invoices from Fortnox"
LOOK_EVERY_SECONDS = 60.0


@dataclass
class FortnoxWorker:
    """One worker's part of the pulls. Several workers share the creditors."""

    database: Database
    pulls: FortnoxPulls
    jobs: JobLog = field(default_factory=JobLog)

    async def run(self, stop: asyncio.Event) -> None:
        """Pull what is due until a stop signal."""
        while not stop.is_set():
            await self.step()
            try:
                await asyncio.wait_for(stop.wait(), LOOK_EVERY_SECONDS)
            except TimeoutError:
                continue

    async def step(self) -> int:
        """Pull from those that are due; how many invoices were taken. An error is logged, and the rest is done next time."""
        try:
            with self.jobs.run(JOB) as run:
                done = await self.pulls.pull_all(self.database.transaction, clock.now(), alone=False)
                run.done = sum(counts.taken for counts in done.values())
            return run.done
        except (DatabaseAway, DatabaseBusy, DiskFull, MediaAway) as trouble:
            log.warning("job postponed", job=JOB, error=str(trouble))
        except Exception:
            log.exception("job failed", job=JOB)
        return 0
