"""The post: what is due to leave is claimed, handed over beside whatever else is due, and noted.

Messages leave, batches leave, and what came back is read, each beside the others: a batch of many files, or a mailbox that
answers slowly, keeps no message waiting.

Nothing is handed over within a transaction. A worker that is stopped at any point leaves a claim that passes. The worker that
takes it up hands the same thing over by the same name: a batch that is there is not written again, and a message that may
have been sent is sent with the Message-ID that it had.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Protocol, TypeVar

import structlog

from fordran import clock, tracing
from fordran.actions.delivery.claim import CLAIMED_FOR, claim_batch, claim_messages
from fordran.actions.delivery.claimed import ClaimedDeliveryRow, DeliveryResult, PermanentFailure, RetryLater, Sent
from fordran.actions.delivery.note_outcome import DeliveryAttempt
from fordran.actions.delivery.note_safely import note_safely
from fordran.actions.delivery.parcel import Parcel
from fordran.actions.delivery.parcels import parcels_of
from fordran.actions.stored_files import MediaAway
from fordran.domain.kinds.channels import BATCHED, CHANNELS, SINGLE, Batched, Single
from fordran.operator import Operator
from fordran.outside.batches import BatchContents
from fordran.outside.channels import Channels
from fordran.outside.smtp import EXCHANGE_SECONDS
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.store.turns import FairTurns
from fordran.store.upkeep.installation import business_now
from fordran.worker.job_log import JobLog

log = structlog.get_logger("fordran.worker")

T = TypeVar("T")

AT_ONCE = 128
"""Messages that are under way at once, or wait for a connection."""
NOTED_TOGETHER = 100
LOOK_EVERY_SECONDS = 0.5
READ_EVERY_SECONDS = 10
BEGUN_WITHIN_SECONDS = CLAIMED_FOR.total_seconds() - EXCHANGE_SECONDS - 30
"""How long after it was claimed a message may be begun, and be over while it is claimed."""


class Reader(Protocol):
    """Reads what comes back from outside: bounces, receipts."""

    async def read(self, begin: Callable[[], AbstractAsyncContextManager[Any]], now: datetime) -> int:
        """See to what has come; how much."""


@dataclass
class DeliveryWorker:
    """One worker's part of deliveries. Several workers share the work."""

    database: Database
    channels: Channels
    operator: Operator
    readers: Sequence[Reader] = ()
    gathers: bool = True
    """Whether the first item of a batch waits a moment for others."""
    now: Callable[[], datetime] = clock.now
    reads_next: float = 0.0
    under_way: set[asyncio.Task[None]] = field(default_factory=set)
    done: list[DeliveryAttempt] = field(default_factory=list)
    """Handed over and not noted yet. Where that fails they are noted next time."""
    turns: FairTurns = field(default_factory=FairTurns)
    jobs: JobLog = field(default_factory=JobLog)

    async def run(self, stop: asyncio.Event) -> None:
        """Work until a stop signal. Deliveries under way are waited for, and noted."""
        try:
            await asyncio.gather(
                self._again("send messages", self._deliver_messages, stop, self.under_way),
                self._again("write batches", self._deliver_batches, stop),
                self._again("read returned items", self._read, stop),
            )
        finally:
            if self.under_way:
                await asyncio.wait(self.under_way)
            while self.done and await self._safely(self.note_done, "send messages"):
                pass

    async def _again(
        self,
        job: str,
        step: Callable[[], Awaitable[int]],
        stop: asyncio.Event,
        sent: Collection[asyncio.Task[None]] = (),
    ) -> None:
        """Take a step again and again: at once where it did something, else after a moment, or when something was sent."""
        while not stop.is_set():
            did = await self._safely(step, job)
            await _wait(stop, 0 if did else LOOK_EVERY_SECONDS, sent)

    async def step(self) -> int:
        """Do what can be done now; how much."""
        return await self._deliver_messages() + await self._deliver_batches() + await self._read()

    async def _deliver_messages(self) -> int:
        """Note what was sent, and begin to send more; how much. A few are not worth a transaction while others follow."""
        if len(self.done) < NOTED_TOGETHER // 2 and len(self.under_way) >= AT_ONCE // 4:
            return 0
        return await self.note_done() + sum([await self.begin_messages(channel) for channel in SINGLE])

    async def _deliver_batches(self) -> int:
        """Deliver a batch of each channel, where one is due."""
        return sum([await self.deliver_batch(channel) for channel in BATCHED])

    async def _read(self) -> int:
        """See to what has come back, now and then."""
        if not self.readers or clock.monotonic() < self.reads_next:
            return 0
        self.reads_next = clock.monotonic() + (READ_EVERY_SECONDS if self.gathers else 0)
        now, begin = self.now(), self.database.transaction
        return sum([await self._safely(partial(one.read, begin, now), type(one).__name__) for one in self.readers])

    async def all(self) -> None:
        """Hand over and note everything that is due now."""
        while await self.step() or self.under_way or self.done:
            if self.under_way:
                await asyncio.wait(self.under_way, return_when=asyncio.FIRST_COMPLETED)

    async def begin_messages(self, channel: Single) -> int:
        """Claim messages of a channel, as far as there is room, and begin to send them; how many."""
        room = AT_ONCE - len(self.under_way)
        if room <= AT_ONCE // 2:
            return 0
        domain, turn = self.channels.domain, self.turns.of(channel)
        rows = await self._transaction(lambda tx: claim_messages(tx, channel, domain, room, self.now(), turn))
        if rows:
            async with self.database.connection() as connection:
                parcels = await parcels_of(connection, rows, self.operator)
            for row in rows:
                task = asyncio.create_task(self._send(channel, row, parcels[row["id"]]))
                self.under_way.add(task)
                task.add_done_callback(self.under_way.discard)
        return len(rows)

    async def _send(self, channel: Single, row: ClaimedDeliveryRow, parcel: Parcel | PermanentFailure) -> None:
        outcome: DeliveryResult
        began = clock.unix()
        if isinstance(parcel, PermanentFailure):
            outcome = parcel
        elif (messenger := self.channels.messengers.get(channel)) is None:
            outcome = PermanentFailure(CHANNELS[channel].not_installed, is_tried=False)
        else:
            # Once its claim may pass, another may send it too.
            until = clock.monotonic() + BEGUN_WITHIN_SECONDS
            outcome = await messenger.deliver(parcel, lambda: clock.monotonic() < until)
        self.done.append(DeliveryAttempt(row, outcome, parcel.address if isinstance(parcel, Parcel) else ""))
        _trace(self.done[-1], began)

    async def deliver_batch(self, channel: Batched) -> int:
        """Claim a batch, write it and note it; how many deliveries it had."""
        at_once, turn = not self.gathers, self.turns.of(channel)
        batch = await self._transaction(lambda tx: claim_batch(tx, channel, self.now(), at_once=at_once, turn=turn))
        if batch is None:
            return 0
        async with self.database.connection() as connection:
            parcels = await parcels_of(connection, batch.items, self.operator)
        whole = [parcel for parcel in parcels.values() if isinstance(parcel, Parcel)]
        began = clock.unix()
        try:
            written = await asyncio.to_thread(self.channels.batches[channel].write, batch.name, whole)
        except OSError as trouble:
            written = BatchContents(
                frozenset(), {parcel.id: f"the folder cannot be written: {trouble}" for parcel in whole}
            )
        handed = [_handed(row, parcels[row["id"]], written) for row in batch.items]
        for attempt in handed:
            _trace(attempt, began)
        await self._note(handed)
        return len(batch.items)

    async def note_done(self) -> int:
        """Note what has been handed over since."""
        noting = self.done[:NOTED_TOGETHER]
        if noting:
            await self._note(noting)
            del self.done[: len(noting)]
        return len(noting)

    async def _note(self, handed: Sequence[DeliveryAttempt]) -> None:
        """Invoices together; letters one by one, since each moves its cases."""
        invoices = [one for one in handed if one.row["invoice_id"]]
        for together in (invoices, *([one] for one in handed if not one.row["invoice_id"])):
            if together:
                await self._transaction(self._noting(together))

    def _noting(self, handed: Sequence[DeliveryAttempt]) -> Callable[[Connection], Awaitable[None]]:
        async def note(tx: Connection) -> None:
            now = self.now()
            await note_safely(tx, handed, now, await business_now(tx, now))

        return note

    async def _transaction(self, act: Callable[[Connection], Awaitable[T]]) -> T:
        async with self.database.transaction() as tx:
            return await act(tx)

    async def _safely(self, act: Callable[[], Awaitable[int]], job: str) -> int:
        """Do it. An error is logged, and the rest is done next time."""
        try:
            with self.jobs.run(job) as run:
                run.done = await act()
                return run.done
        except (DatabaseAway, DatabaseBusy, DiskFull, MediaAway) as trouble:
            log.warning("job postponed", job=job, error=str(trouble))
        except Exception:
            log.exception("job failed", job=job)
        return 0


async def _wait(stop: asyncio.Event, seconds: float, sent: Collection[asyncio.Task[None]]) -> None:
    """Wait so long, or until a stop signal, or until something was handed over."""
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([stopping, *sent], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()


def _trace(attempt: DeliveryAttempt, began: float) -> None:
    if tracing.active is not None:
        row = attempt.row
        tracing.active.delivered(row["traceparent"], row["channel"], attempt.outcome, began)


def _handed(row: ClaimedDeliveryRow, parcel: Parcel | PermanentFailure, written: BatchContents) -> DeliveryAttempt:
    if isinstance(parcel, PermanentFailure):
        return DeliveryAttempt(row, parcel)
    if row["id"] in written.ids:
        return DeliveryAttempt(row, Sent(), parcel.receiver)
    return DeliveryAttempt(row, RetryLater(written.missing.get(row["id"], "it is not in its batch")))
