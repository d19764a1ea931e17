"""Ask Swish about open payment requests, beside the worker's loop: nothing is asked within a transaction.

An answer that does not come is asked for again, later each time. A worker that is stopped leaves a claim that passes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

import structlog

from fordran import clock
from fordran.actions.swish.asking import claim_to_ask
from fordran.actions.swish.note_answer import note_answer
from fordran.outside.swish import Swish
from fordran.outside.swish_section import certificate_note
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.store.rows.schema_rows import SwishPaymentRow
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

AT_ONCE = 10
LOOK_EVERY_SECONDS = 1.0
JOB = "ask Swish"


class SwishWorker:
    """One worker's part of it. Several workers share the work."""

    def __init__(
        self,
        database: Database,
        swish: Swish,
        jobs: JobLog | None = None,
        now: Callable[[], datetime] = clock.now,
    ) -> None:
        self.database, self.swish, self.jobs, self.now = database, swish, jobs or JobLog(), now

    async def run(self, stop: asyncio.Event) -> None:
        """Ask until a stop signal. An error is logged, and the rest is done next time."""
        if note := certificate_note(self.swish.section, self.now()):
            log.warning("certificate ends", note=note)
        while not stop.is_set():
            did = 0
            try:
                with self.jobs.run(JOB) as run:
                    did = run.done = await self.step()
            except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
                log.warning("job postponed", job=JOB, error=str(trouble))
            except Exception:
                log.exception("job failed", job=JOB)
            if not did:
                await _wait(stop)

    async def step(self) -> int:
        """Ask about what is due; about how many."""
        async with self.database.transaction() as tx:
            rows = await claim_to_ask(tx, AT_ONCE, self.now())
        await asyncio.gather(*(self._ask(row) for row in rows))
        return len(rows)

    async def _ask(self, row: SwishPaymentRow) -> None:
        answer = await self.swish.read(row["request_id"], row["amount"])
        async with self.database.transaction() as tx:
            await note_answer(tx, row["account_id"], row["id"], answer, self.now())


async def _wait(stop: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(stop.wait(), LOOK_EVERY_SECONDS)
    except TimeoutError:
        return
