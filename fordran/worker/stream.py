"""The worker's second loop: events are numbered, queued for webhooks and sent, beside whatever else is due.

Numbering and queueing are short transactions. Sending is not in one: what is claimed is sent by tasks side by side, a bounded
number in all and a few to each webhook, so that a receiver that takes its ten seconds keeps nobody else's events waiting.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Protocol, TypeVar

import structlog

from fordran import clock, tracing
from fordran.actions.webhooks.claim_deliveries import ClaimedDelivery, claim_deliveries
from fordran.actions.webhooks.messages import AttemptOutcome, WebhookMessage
from fordran.actions.webhooks.note_outcome import note_outcome
from fordran.actions.webhooks.queue_deliveries import queue_deliveries
from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

T = TypeVar("T")

AT_ONCE = 40
AT_ONCE_TO_EACH = 4
LOOK_EVERY_SECONDS = 0.5
"""How long an event waits at the most before it is seen."""


class WebhookDispatcher(Protocol):
    """Sends to webhooks."""

    async def send(self, message: WebhookMessage, now: datetime) -> AttemptOutcome:
        """Send, and say how it went, whatever the receiver does."""


class Stream:
    """One worker's part of the event stream. Several workers share the work."""

    def __init__(self, database: Database, sender: WebhookDispatcher, jobs: JobLog | None = None) -> None:
        self.database = database
        self.sender = sender
        self.jobs = jobs or JobLog()
        self.under_way: dict[asyncio.Task[None], str] = {}
        """Deliveries in progress → their webhook."""

    async def run(self, stop: asyncio.Event) -> None:
        """Work until a stop signal. Messages under way are waited for, and noted."""
        try:
            while not stop.is_set():
                did = await self._step()
                await self._wait(stop, 0 if did else LOOK_EVERY_SECONDS)
        finally:
            if self.under_way:
                await asyncio.wait(self.under_way)

    async def _step(self) -> int:
        """Do the work that is due; return how much. An error is logged, and the rest is done next time."""
        try:
            with self.jobs.run("number events") as run:
                numbered = run.done = await self._transaction(sequence_events)
            with self.jobs.run("send webhooks") as run:
                queued = await self._transaction(lambda tx: queue_deliveries(tx, clock.now()))
                begun = run.done = await self.begin()
            return numbered + queued + begun
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("job postponed", job="events and webhooks", error=str(trouble))
        except Exception:
            log.exception("job failed", job="events and webhooks")
        return 0

    async def begin(self) -> int:
        """Claim deliveries, as far as there is room, and begin to send them; how many."""
        room = AT_ONCE - len(self.under_way)
        if room <= 0:
            return 0
        busy = [webhook for webhook, count in Counter(self.under_way.values()).items() if count >= AT_ONCE_TO_EACH]
        claims = await self._transaction(lambda tx: claim_deliveries(tx, busy, room, clock.now()))
        for claim in claims:
            task = asyncio.create_task(self._deliver(claim))
            self.under_way[task] = claim.webhook
            task.add_done_callback(self.under_way.pop)
        return len(claims)

    async def _deliver(self, claim: ClaimedDelivery) -> None:
        """Send, and note how it went. Where that cannot be noted, the delivery is sent again when its claim has passed."""
        try:
            sending = self.sender.send(claim.message, clock.now())
            outcome = await (tracing.active.webhook(claim.cause, sending) if tracing.active else sending)
            await self._transaction(lambda tx: note_outcome(tx, claim, outcome, clock.now()))
        except (DatabaseAway, DatabaseBusy, DiskFull) as trouble:
            log.warning("delivery outcome not stored", delivery=claim.delivery, error=str(trouble))
        except Exception:
            log.exception("webhook delivery failed", delivery=claim.delivery)

    async def _transaction(self, act: Callable[[Connection], Awaitable[T]]) -> T:
        async with self.database.transaction() as tx:
            return await act(tx)

    async def _wait(self, stop: asyncio.Event, seconds: float) -> None:
        """Wait so long, or until a stop signal, or until something that was under way has made room."""
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait([stopping, *self.under_way], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
