"""Gathering: requests of one client that wait for each other are written together, in one transaction.

A client's first writes begin at once, each alone. Requests that arrive while they are under way wait, and what has gathered by
the end of one is written by one transaction. Each request keeps its own answer, refusal and idempotency key: whatever cannot be
written together is written alone, as if nobody had waited.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any

from fordran import tracing
from fordran.actions.refusals import NotTogether
from fordran.api.http.answers import Answer
from fordran.api.http.request import Request
from fordran.api.http.switches import DRY_RUN, is_on

MOST_TOGETHER = 12
MOST_WRITES = 2
"""Writes of a client that are under way at once: while the database writes one, the next is made."""
ALONE_AFTER_REFUSAL = 64
"""So many requests of a client are written alone after one that could not be written together."""


@dataclass(frozen=True, slots=True)
class GatheredRequest:
    """A request that waits to be written with others."""

    request: Request
    document: Any
    """As it was sent."""
    value: Any
    """As it was read."""
    context: Context = field(default_factory=copy_context)
    answer: asyncio.Future[Answer | None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future(), compare=False
    )
    """Its answer; or None where it has to be written alone."""


WriteTogether = Callable[[Sequence[GatheredRequest]], Awaitable[list[Answer]]]
"""Writes the documents of several requests in one transaction, or raises `NotTogether`, and then nothing is done."""


@dataclass(slots=True)
class _Lane:
    """The requests of one client."""

    waiting: deque[GatheredRequest] = field(default_factory=deque)
    writes: int = 0
    """How many writes are under way."""
    under_way: int = 0
    """How many requests those answer."""
    alone: int = 0
    """How many requests more are written alone."""

    @property
    def together(self) -> int:
        """How many requests go together, so that as many wait as are in each write under way."""
        return min(MOST_TOGETHER, -(-(len(self.waiting) + self.under_way) // (MOST_WRITES + 1)))

    def begin(self, requests: int) -> None:
        """Count a write of so many requests."""
        self.writes += 1
        self.under_way += requests

    def end(self, requests: int) -> None:
        """Count it no longer."""
        self.writes -= 1
        self.under_way -= requests

    def take(self) -> list[GatheredRequest]:
        """The requests to write next; none while it is better to wait for more, which come when a write ends."""
        while self.waiting and self.waiting[0].answer.done():
            self.waiting.popleft()
        if self.writes >= MOST_WRITES or (self.writes and len(self.waiting) < self.together):
            return []
        return [self.waiting.popleft() for _ in range(min(self.together, len(self.waiting)))]


def may_gather(request: Request) -> bool:
    """Whether a request may be written with others: not a dry run, nor one whose rows are to name its trace."""
    return tracing.active is None and not is_on(request, DRY_RUN)


def client_of(request: Request, account: str) -> Hashable:
    """The requests that may be written together: of one caller, from one address, for one account."""
    return request.signed_in, request.address, account


class Gathering:
    """The requests of all clients to one endpoint."""

    def __init__(self) -> None:
        self._lanes: dict[Hashable, _Lane] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def answer(
        self,
        client: Hashable,
        one: Callable[[], GatheredRequest],
        alone: Callable[[], Awaitable[Answer]],
        together: WriteTogether,
    ) -> Answer:
        """The answer to a request, which is written by itself or with others of the client."""
        lane = self._lanes.setdefault(client, _Lane())
        if lane.alone or not (lane.writes or lane.waiting):
            lane.alone = max(0, lane.alone - 1)
            return await self._alone(client, lane, alone, together)
        gathered = one()
        lane.waiting.append(gathered)
        self._go_on(client, lane, together)
        try:
            answer = await gathered.answer
        except asyncio.CancelledError:
            # It may have been the one to go next.
            self._go_on(client, lane, together)
            raise
        return answer if answer is not None else await self._alone(client, lane, alone, together)

    async def _alone(
        self, client: Hashable, lane: _Lane, alone: Callable[[], Awaitable[Answer]], together: WriteTogether
    ) -> Answer:
        lane.begin(1)
        try:
            return await alone()
        finally:
            lane.end(1)
            self._go_on(client, lane, together)

    def _go_on(self, client: Hashable, lane: _Lane, together: WriteTogether) -> None:
        """Begin the writes that there are to begin."""
        while batch := lane.take():
            if len(batch) == 1:
                batch[0].answer.set_result(None)
                return
            lane.begin(len(batch))
            write = self._write(client, lane, batch, together)
            # In the name of the first: it takes the place of its share, and all of them have one actor.
            task = asyncio.get_running_loop().create_task(write, context=batch[0].context)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if not lane.writes and not lane.waiting:
            self._lanes.pop(client, None)

    async def _write(
        self, client: Hashable, lane: _Lane, batch: Sequence[GatheredRequest], together: WriteTogether
    ) -> None:
        answers: Sequence[Answer | None] = [None] * len(batch)
        try:
            answers = await together(batch)
        except NotTogether:
            lane.alone = ALONE_AFTER_REFUSAL
        except Exception as trouble:  # noqa: BLE001  (each request answers it as if it had been alone)
            for gathered in batch:
                if not gathered.answer.done():
                    gathered.answer.set_exception(trouble)
        except BaseException:
            for gathered in batch:
                gathered.answer.cancel()
            raise
        finally:
            for gathered, answer in zip(batch, answers, strict=True):
                if not gathered.answer.done():
                    gathered.answer.set_result(answer)
            lane.end(len(batch))
            self._go_on(client, lane, together)
