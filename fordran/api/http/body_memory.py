"""How much of long bodies a process holds in memory at once, of those that come in and of those that go out.

Short ones are not counted: there are no more of them than requests under way. One client, one account and all strangers have
a share each, as of connections: who waits for its own share is in nobody's way.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from fordran.store.connections.shares import Share

SHORT_BYTES = 64 * 1024


class BodyMemoryFull(Exception):
    """The process holds as much as it may, and too little of it was released in time."""


class BodyMemory:
    """A number of bytes, taken before a body is read and given back when its request has been answered."""

    def __init__(self, most_bytes: int, wait_seconds: float) -> None:
        self.most_bytes = most_bytes
        self.wait_seconds = wait_seconds
        self.held_bytes = 0
        self.held_by: Counter[tuple[str, object]] = Counter()
        self._waiting: set[asyncio.Future[None]] = set()

    async def take(self, size: int, shares: tuple[Share, ...] = (), own_bytes: int = 0) -> None:
        """Take so much, as soon as there is room for it. A waiting request reads nothing, which holds the client back.

        `own_bytes` is how much the same request has taken already.
        """
        if not self._has_room(size, shares, own_bytes):
            try:
                async with asyncio.timeout(self.wait_seconds):
                    while not self._has_room(size, shares, own_bytes):
                        await self._something_given_back()
            except TimeoutError:
                raise BodyMemoryFull(
                    "The service holds as many large bodies in memory as it may. Try again soon."
                ) from None
        self.held_bytes += size
        for share in shares:
            self.held_by[share.owner] += size

    def _has_room(self, size: int, shares: tuple[Share, ...], own_bytes: int) -> bool:
        """Whether there is room, in all and in each share. A body that is its share's only one may be longer than it."""
        return self.held_bytes + size <= self.most_bytes and all(
            self.held_by[share.owner] <= own_bytes or self.held_by[share.owner] + size <= share.of(self.most_bytes)
            for share in shares
        )

    def give_back(self, size: int, shares: tuple[Share, ...] = ()) -> None:
        """Let go of what was taken."""
        self.held_bytes -= size
        for share in shares:
            self.held_by[share.owner] -= size
            if not self.held_by[share.owner]:
                del self.held_by[share.owner]
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    async def _something_given_back(self) -> None:
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            await waiting
        finally:
            self._waiting.discard(waiting)
