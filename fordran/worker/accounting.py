"""Pull overdue invoices from accounting systems, once a business day from each creditor's, and send back what was booked since.

It runs beside the worker's other loops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from fordran import clock
from fordran.actions.accounting.pull_invoices import InvoicePulls
from fordran.actions.accounting.send_entries import AccountingEntries
from fordran.actions.stored_files import MediaAway
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

JOB = "pull invoices from accounting systems"
BACK = "send entries to accounting systems"
LOOK_EVERY_SECONDS = 60.0


@dataclass
class AccountingWorker:
    """One worker's part of the pulls. Several workers share the creditors."""

    database: Database
    pulls: InvoicePulls
    entries: AccountingEntries = field(default_factory=AccountingEntries)
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
        """Pull from those that are due, and send what is; how many invoices were taken and entries sent.

        An error is logged, and the rest is done next time.
        """
        return await self._run(JOB, self._pull) + await self._run(BACK, self._send)

    async def _pull(self) -> int:
        done = await self.pulls.pull_all(self.database.transaction, clock.now(), alone=False)
        return sum(counts.taken for counts in done.values())

    async def _send(self) -> int:
        done = await self.entries.send_all(self.database.transaction, clock.now(), alone=False)
        return sum(counts.sent for counts in done.values())

    async def _run(self, job: str, do: Callable[[], Awaitable[int]]) -> int:
        try:
            with self.jobs.run(job) as run:
                run.done = await do()
            return run.done
        except (DatabaseAway, DatabaseBusy, DiskFull, MediaAway) as trouble:
            log.warning("job postponed", job=job, error=str(trouble))
        except Exception:
            log.exception("job failed", job=job)
        return 0
