"""Somebody who asks each service again and again whether it is ready, as a load balancer does, and notes how long it was not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

import httpx

from tools.soak.counts import Counts

EVERY_SECONDS = 0.1
ANSWER_SECONDS = 2.0
BEFORE_SECONDS = 2.0
"""What was broken this long before a service was away may be why."""
MOST_SECONDS = 90.0
"""A service that is away for longer than this has not come back by itself in any time that counts."""


class Watch:
    """When each of several services was last ready, and the longest time between two such moments."""

    def __init__(self, ports: Sequence[int], counts: Counts) -> None:
        self.ports = ports
        self.counts = counts
        self._ready_at = dict.fromkeys(self._names, time.monotonic())

    @property
    def _names(self) -> list[str]:
        return [*(f"service {number}" for number in range(1, len(self.ports) + 1)), "all of them"]

    async def watch(self) -> None:
        """Ask until cancelled; what is not ready then counts up to that moment."""
        try:
            await asyncio.gather(*(self._ask(name, port) for name, port in zip(self._names, self.ports, strict=False)))
        finally:
            for name in self._names:
                self.note(name, time.monotonic())
            self._judge()

    async def _ask(self, name: str, port: int) -> None:
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS) as client:
            while True:
                with suppress(httpx.TransportError):
                    if (await client.get(f"http://127.0.0.1:{port}/ready")).status_code == 200:
                        self.note(name, time.monotonic())
                        self.note("all of them", time.monotonic())
                await asyncio.sleep(EVERY_SECONDS)

    def note(self, name: str, now: float) -> None:
        """It is ready now; the time since it last was counts if it is the longest."""
        since, self._ready_at[name] = self._ready_at[name], now
        if now - since > self.counts.not_ready.get(name, 0.0):
            self.counts.not_ready[name] = now - since
            self.counts.meanwhile[name] = self.counts.broken_between(since - BEFORE_SECONDS, now)

    def _judge(self) -> None:
        for name, seconds in self.counts.not_ready.items():
            if seconds > MOST_SECONDS:
                self.counts.other(f"{name} was not ready for {seconds:.0f} seconds")
