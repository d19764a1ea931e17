"""A client of the soak that also notes how it was answered, and for how long its service acknowledged nothing."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import httpx

from tools.soak.client import Client
from tools.soak.counts import Counts
from tools.soak.records import Records


@dataclass
class Answers:
    """Of one service: how often each status was answered to writes, and the longest time between two acknowledgements."""

    name: str
    statuses: Counter[int] = field(default_factory=Counter)
    longest_seconds: float = 0.0
    slowest_seconds: float = 0.0
    """The longest that a client waited for any answer."""
    gaps: list[float] = field(default_factory=list)
    """Every time of more than a second without an acknowledgement."""
    _acknowledged_at: float = field(default_factory=time.monotonic)

    def note(self, status: int, seconds: float) -> None:
        now = time.monotonic()
        self.statuses[status] += 1
        self.slowest_seconds = max(self.slowest_seconds, seconds)
        if status not in (200, 201):
            return
        gap, self._acknowledged_at = now - self._acknowledged_at, now
        self.longest_seconds = max(self.longest_seconds, gap)
        if gap > 1:
            self.gaps.append(gap)

    def begin(self) -> None:
        """Count from now on."""
        self._acknowledged_at = time.monotonic()

    def shown(self) -> str:
        answered = ", ".join(f"{status}: {number}" for status, number in sorted(self.statuses.items()))
        return (
            f"{self.name}: {answered}; longest refusal {self.longest_seconds:.1f} s, "
            f"median of {len(self.gaps)} over a second {_median(self.gaps):.1f} s, slowest answer {self.slowest_seconds:.1f} s"
        )


class CountedClient(Client):
    """Counts what is answered to writes."""

    def __init__(
        self, name: str, code: str, where: str, chance: Random, counts: Counts, records: Records, answers: Answers
    ) -> None:
        super().__init__(name, code, where, chance, counts, records)
        self.answers = answers
        self._http.event_hooks["response"].append(self._answered)

    async def _answered(self, response: httpx.Response) -> None:
        if response.request.method == "POST" and "idempotency-key" in response.request.headers:
            await response.aread()
            self.answers.note(response.status_code, response.elapsed.total_seconds())


def _median(numbers: list[float]) -> float:
    return sorted(numbers)[len(numbers) // 2] if numbers else 0.0
