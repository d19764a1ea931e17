"""Send notices by SMS, beside the worker's other loops: a provider that is slow delays nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import structlog

from fordran import clock
from fordran.actions.sms.queue_notices import queue_notices
from fordran.actions.sms.send_notices import SmsNotices, send_some
from fordran.store.connections.clock_lock import may_do_business
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

JOB = "send notices by SMS"
LOOK_EVERY_SECONDS = 10.0


@dataclass
class SmsWorker:
    """One worker's part of it. Several workers share the notices."""

    database: Database
    notices: SmsNotices
    jobs: JobLog = field(default_factory=JobLog)

    async def run(self, stop: asyncio.Event) -> None:
        """Send until a stop signal."""
        while not stop.is_set():
            did = await self.step()
            try:
                await asyncio.wait_for(stop.wait(), 0.01 if did else LOOK_EVERY_SECONDS)
            except TimeoutError:
                continue

    async def step(self) -> int:
        """Queue and send what is due now; how much was sent. An error is logged, and the rest is done next time."""
        try:
            with self.jobs.run(JOB) as run:
                async with self.database.transaction() as tx:
                    if await may_do_business(tx):
                        await queue_notices(tx, clock.now())
                run.done = await send_some(self.database.transaction, self.notices, clock.now(), alone=False)
            return run.done
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("job postponed", job=JOB, error=str(trouble))
        except Exception:
            log.exception("job failed", job=JOB)
        return 0
