"""A line: so many places, and those who wait for one in the order they came."""

from __future__ import annotations

import asyncio

from fordran import clock

_REMEMBERED_TURNS = 8


class LineTooLong(Exception):
    """No place came free in time, or none would."""


class Line:
    """Places that are taken and left. Who would wait longer than `wait_seconds` is told so, at once where that can be seen."""

    def __init__(self, places: int, wait_seconds: float) -> None:
        self.places = places
        self.wait_seconds = wait_seconds
        self.waiting = 0
        # How long the line has taken lately to move by one.
        self._turn_seconds = 0.0
        self._free = asyncio.Semaphore(places)

    @property
    def taken(self) -> int:
        """How many places are taken now."""
        return self.places - self._free._value

    async def take(self) -> None:
        """Take a place, or raise `LineTooLong`."""
        if self._free.locked():
            await self._wait()
        else:
            await self._free.acquire()

    def leave(self) -> None:
        """Leave a place to the next."""
        self._free.release()

    async def _wait(self) -> None:
        ahead = self.waiting
        if ahead * self._turn_seconds > self.wait_seconds:
            raise LineTooLong(f"{ahead} wait for one of {self.places} places.")
        began = clock.monotonic()
        self.waiting += 1
        try:
            await asyncio.wait_for(self._free.acquire(), self.wait_seconds)
        except TimeoutError:
            raise LineTooLong(f"None of {self.places} places came free.") from None
        finally:
            self.waiting -= 1
            turn_seconds = (clock.monotonic() - began) / (ahead + 1)
            self._turn_seconds += (turn_seconds - self._turn_seconds) / _REMEMBERED_TURNS
