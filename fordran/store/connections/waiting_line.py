"""A waiting line: so many places, and those who wait for one in the order they came."""

from __future__ import annotations

import asyncio
from collections import deque

from fordran import clock

_REMEMBERED_TURNS = 8


class QueueTimeout(Exception):
    """No place came free in time, or none would."""

    def __init__(self, places: int, ahead: int, *, is_refused: bool) -> None:
        super().__init__(
            f"{ahead} wait for one of {places} places." if is_refused else f"None of {places} places came free."
        )
        self.places = places
        self.ahead = ahead
        """How many waited already."""
        self.is_refused = is_refused
        """Whether it was refused at once, without having waited."""


class WaitingLine:
    """Places that are taken and left. A caller that would wait longer than `wait_seconds` is refused, at once if possible.

    Each who waits is a future, and one timer minds the longest of them. A semaphore and a time-out of its own for each
    would take a task each: a fifth of what an answering process does for a document, where clients outnumber places.
    """

    def __init__(self, places: int, wait_seconds: float) -> None:
        self.places = places
        self.wait_seconds = wait_seconds
        self.taken = 0
        """How many places are taken now."""
        self.waiting = 0
        self.waits = 0
        """How many have had to wait, or were refused at once."""
        self.waited_seconds = 0.0
        self.refusals = 0
        # How long the line has taken lately to move by one.
        self._turn_seconds = 0.0
        # Those who wait, in the order they came: until when, and what becomes true with their turn, false with their time.
        self._line: deque[tuple[float, asyncio.Future[bool]]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def has_room(self) -> bool:
        """Whether a place is free. Then nobody waits."""
        return self.taken < self.places

    async def take(self) -> None:
        """Take a place, or raise `QueueTimeout`."""
        if self.has_room:
            self.taken += 1
        else:
            await self._wait()

    def leave(self) -> None:
        """Leave a place to the next, for whom it stays taken."""
        while self._line:
            _, turn = self._line.popleft()
            if not turn.done():
                turn.set_result(True)
                return
        self.taken -= 1

    async def _wait(self) -> None:
        ahead = self.waiting
        self.waits += 1
        if ahead * self._turn_seconds > self.wait_seconds:
            self.refusals += 1
            raise QueueTimeout(self.places, ahead, is_refused=True)
        began = clock.monotonic()
        turn = asyncio.get_running_loop().create_future()
        self._line.append((began + self.wait_seconds, turn))
        if self._timer is None:
            self._timer = turn.get_loop().call_later(self.wait_seconds, self._end_time)
        self.waiting += 1
        try:
            if not await turn:
                self.refusals += 1
                raise QueueTimeout(self.places, ahead, is_refused=False)
        except asyncio.CancelledError:
            if not turn.cancelled() and turn.result():
                # Its turn came just as it went away.
                self.leave()
            raise
        finally:
            self.waiting -= 1
            waited = clock.monotonic() - began
            self.waited_seconds += waited
            turn_seconds = waited / (ahead + 1)
            self._turn_seconds += (turn_seconds - self._turn_seconds) / _REMEMBERED_TURNS

    def _end_time(self) -> None:
        """End the waiting of those whose time is over, and come again when the next one's is."""
        now = clock.monotonic()
        while self._line and self._line[0][0] <= now:
            _, turn = self._line.popleft()
            if not turn.done():
                turn.set_result(False)
        self._timer = None
        if self._line:
            self._timer = asyncio.get_running_loop().call_later(self._line[0][0] - now, self._end_time)
