"""Shares of the database connections: how many of them one client, one account, or all strangers may hold at once.

A client that asks for more waits for its own share to come free, and nobody else waits for that.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import NamedTuple, TypeAlias

from fordran.store.connections.waiting_line import QueueTimeout, WaitingLine


class Share(NamedTuple):
    """A part of all places, in percent, and who has it: `("account", id)`."""

    owner: tuple[str, object]
    percent: int

    def of(self, places: int) -> int:
        """How many of so many places it is: one at least."""
        return max(1, places * self.percent // 100)


_shares: ContextVar[tuple[Share, ...]] = ContextVar("shares", default=())


class sharing:
    """Connections that are taken in the block are of these shares. Every request has such a block, so it is no generator."""

    __slots__ = ("_shares", "_token")

    def __init__(self, shares: tuple[Share, ...]) -> None:
        self._shares = shares

    def __enter__(self) -> None:
        self._token = _shares.set(self._shares)

    def __exit__(self, *_: object) -> None:
        _shares.reset(self._token)


class SharedLine:
    """The line for all places, and those for the shares of them that are in use."""

    def __init__(self, everybody: WaitingLine) -> None:
        self.everybody = everybody
        self.lines: dict[tuple[str, object], WaitingLine] = {}

    def now(self) -> ConnectionLine:
        """The line for who asks now."""
        shares = _shares.get()
        return SharedPlace(self, shares) if shares else self.everybody

    def line_of(self, share: Share) -> WaitingLine:
        """The line of a share. It is to be taken at once: a line that nobody has a place in is forgotten."""
        line = self.lines.get(share.owner)
        if line is None:
            places = share.of(self.everybody.places)
            line = self.lines[share.owner] = WaitingLine(places, self.everybody.wait_seconds)
        return line

    def have_room(self, shares: tuple[Share, ...]) -> bool:
        """Whether a place is free for each of the shares, and for everybody."""
        lines = (self.lines.get(share.owner) for share in shares)
        return self.everybody.has_room and all(line is None or line.has_room for line in lines)

    def leave(self, share: Share) -> None:
        """Leave a place of a share."""
        line = self.lines[share.owner]
        line.leave()
        if not line.taken:
            del self.lines[share.owner]


class SharedPlace:
    """A place that is counted for each of its shares. It is taken once and left once."""

    __slots__ = ("_lines", "_shares")

    def __init__(self, lines: SharedLine, shares: tuple[Share, ...]) -> None:
        self._lines = lines
        self._shares = shares

    async def take(self) -> None:
        """Take a place, or raise `QueueTimeout`. All waiting together is no longer than for a place without shares."""
        if self._lines.have_room(self._shares):
            # Nobody waits, and so no timer is needed.
            await self._take_each()
            return
        everybody = self._lines.everybody
        try:
            async with asyncio.timeout(everybody.wait_seconds):
                await self._take_each()
        except TimeoutError:
            raise QueueTimeout(everybody.places, everybody.waiting, is_refused=False) from None

    async def _take_each(self) -> None:
        taken: list[Share] = []
        try:
            for share in self._shares:
                await self._lines.line_of(share).take()
                taken.append(share)
            await self._lines.everybody.take()
        except BaseException:
            for share in reversed(taken):
                self._lines.leave(share)
            raise

    def leave(self) -> None:
        """Leave the place to the next."""
        self._lines.everybody.leave()
        for share in reversed(self._shares):
            self._lines.leave(share)


ConnectionLine: TypeAlias = WaitingLine | SharedPlace
"""The line that a connection is taken from and given back to."""
