"""Lookups of people before letters to them, beside the worker's other loops: a register that is slow delays nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import structlog

from fordran import clock
from fordran.actions.spar.look_up import PersonLookups, look_up_some
from fordran.outside.certificates import warn_of_end
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

JOB = "look people up"
LOOK_EVERY_SECONDS = 2.0
WARN_EVERY_SECONDS = 86_400.0


@dataclass
class LookupWorker:
    """One worker's part of the lookups. Several workers share the people."""

    database: Database
    lookups: PersonLookups
    certificate: str
    """The certificate that the register knows the installation by."""
    jobs: JobLog = field(default_factory=JobLog)

    async def run(self, stop: asyncio.Event) -> None:
        """Look people up until a stop signal."""
        warned = float("-inf")
        while not stop.is_set():
            if clock.monotonic() - warned >= WARN_EVERY_SECONDS:
                warn_of_end("spar", self.certificate, clock.now())
                warned = clock.monotonic()
            did = await self._safely()
            try:
                await asyncio.wait_for(stop.wait(), 0.01 if did else LOOK_EVERY_SECONDS)
            except TimeoutError:
                continue

    async def _safely(self) -> int:
        """One step. Its error is logged, and it is taken again."""
        try:
            with self.jobs.run(JOB) as run:
                run.done = await look_up_some(self.database.transaction, self.lookups, clock.now(), alone=False)
            return run.done
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("job postponed", job=JOB, error=str(trouble))
        except Exception:
            log.exception("job failed", job=JOB)
        return 0
