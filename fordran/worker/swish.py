"""Ask Swish about open payment requests, beside the worker's loop: nothing is asked within a transaction.

An answer that does not come is asked for again, later each time. A worker that is stopped leaves a claim that passes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

import structlog

from fordran import clock
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.swish.asking import claim_to_ask
from fordran.actions.swish.note_answer import note_answer
from fordran.actions.swish.refunds import RefundToAsk, begin_refunds, claim_refunds_to_ask, may_send, note_refund
from fordran.domain.bank.swish_refunds import NOT_TAKEN, SwishRefundAnswer, SwishRefundRequest
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
        callback_url: str = "",
        four_eyes: str = "auto",
    ) -> None:
        self.database, self.swish, self.jobs, self.now = database, swish, jobs or JobLog(), now
        self.callback_url, self.four_eyes = callback_url, four_eyes

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
        return len(rows) + await self.step_refunds()

    async def step_refunds(self) -> int:
        """Begin refunds that may leave, and send or ask about what is due; about how many."""
        begun = True
        while begun:
            async with self.database.transaction() as tx:
                takes_two = await in_force(tx, self.four_eyes)
                begun = bool(await begin_refunds(tx, self.now(), takes_two=takes_two))
        async with self.database.transaction() as tx:
            rows = await claim_refunds_to_ask(tx, AT_ONCE, self.now())
        await asyncio.gather(*(self._refund(row) for row in rows))
        return len(rows)

    async def _refund(self, row: RefundToAsk) -> None:
        # It is read before it is sent, each time: what was sent and not answered is found, and is not sent again.
        answer: SwishRefundAnswer | None = await self.swish.read_refund(row["request_id"], row["amount"])
        if answer == NOT_TAKEN:
            answer = (
                None
                if not may_send(row, self.now())
                else await self.swish.refund(
                    SwishRefundRequest(
                        row["request_id"],
                        row["amount"],
                        row["payment_reference"],
                        row["ocr_number"],
                        self.callback_url,
                        row["callback_identifier"],
                    )
                )
            )
        async with self.database.transaction() as tx:
            await note_refund(tx, row["account_id"], row["id"], answer, self.now())

    async def _ask(self, row: SwishPaymentRow) -> None:
        answer = await self.swish.read(row["request_id"], row["amount"])
        async with self.database.transaction() as tx:
            await note_answer(tx, row["account_id"], row["id"], answer, self.now())


async def _wait(stop: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(stop.wait(), LOOK_EVERY_SECONDS)
    except TimeoutError:
        return
