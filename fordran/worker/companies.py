"""Check debtor companies with Bolagsverket, beside the worker's other loops: at most 60 questions a minute."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import structlog

from fordran import clock
from fordran.actions.companies.check_companies import CompanyChecks, check_some
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

JOB = "check companies"
LOOK_EVERY_SECONDS = 10.0


@dataclass
class CompanyWorker:
    """One worker's part of the checks. Several workers share the companies."""

    database: Database
    checks: CompanyChecks
    jobs: JobLog = field(default_factory=JobLog)

    async def run(self, stop: asyncio.Event) -> None:
        """Check until a stop signal: ten companies every ten seconds."""
        while not stop.is_set():
            await self.step()
            try:
                await asyncio.wait_for(stop.wait(), LOOK_EVERY_SECONDS)
            except TimeoutError:
                continue

    async def step(self) -> int:
        """Check some of what is due; how many. An error is logged, and the rest is done next time."""
        try:
            with self.jobs.run(JOB) as run:
                run.done = await check_some(self.database.transaction, self.checks, clock.now(), alone=False)
            return run.done
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("job postponed", job=JOB, error=str(trouble))
        except Exception:
            log.exception("job failed", job=JOB)
        return 0
