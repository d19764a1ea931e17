"""A waiting line: so many places, and those who wait for one in the order they came."""

from __future__ import annotations

import asyncio

from fordran import clock

_REMEMBERED_TURNS = 8


class WaitTooLong(Exception):
    """No place came free in time, or none would."""

    def __init__(self, places: int, ahead: int, *, is_refused: bool) -> None:
        super().__init__(
            f"{ahead} wait for one of {places} places." if is_refused else f"None of {places} places came free."
        )
        self.places = places
        self.ahead = ahead
        """How many waited already."""
        self.is_refused = is_refused
        """Whether it was told so at once, without having waited."""


class WaitingLine:
    """Places that are taken and left. Who would wait longer than `wait_seconds` is told so, at once where that can be seen."""

    def __init__(self, places: int, wait_seconds: float) -> None:
        self.places = places
        self.wait_seconds = wait_seconds
        self.taken = 0
        """How many places are taken now."""
        self.waiting = 0
        # How long the line has taken lately to move by one.
        self._turn_seconds = 0.0
        self._free = asyncio.Semaphore(places)

    async def take(self) -> None:
        """Take a place, or raise `WaitTooLong`."""
        if self._free.locked():
            await self._wait()
        else:
            await self._free.acquire()
        self.taken += 1

    def leave(self) -> None:
        """Leave a place to the next."""
        self.taken -= 1
        self._free.release()

    async def _wait(self) -> None:
        ahead = self.waiting
        if ahead * self._turn_seconds > self.wait_seconds:
            raise WaitTooLong(self.places, ahead, is_refused=True)
        began = clock.monotonic()
        self.waiting += 1
        try:
            await asyncio.wait_for(self._free.acquire(), self.wait_seconds)
        except TimeoutError:
            raise WaitTooLong(self.places, ahead, is_refused=False) from None
        finally:
            self.waiting -= 1
            turn_seconds = (clock.monotonic() - began) / (ahead + 1)
            self._turn_seconds += (turn_seconds - self._turn_seconds) / _REMEMBERED_TURNS
