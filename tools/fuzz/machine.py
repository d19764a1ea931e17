"""Whether the machine is itself: an answer that is late while it does something else for others says nothing of the service."""

from __future__ import annotations

import os
import tempfile
import time

_TURNS = 200_000
_MOST_SECONDS = 120.0
_CALM = 2.0
"""How many times its best a measure may take."""


class Machine:
    """What a loop and a write to disk take at best, as far as was seen."""

    def __init__(self) -> None:
        self._best = [float("inf"), float("inf")]
        for _ in range(5):
            self._is_calm()

    def wait_until_calm(self, after: float = 0.0) -> None:
        """Return after so many seconds, when a loop and a write take about their best, or have not for two minutes more."""
        time.sleep(after)
        until = time.monotonic() + _MOST_SECONDS
        while not self._is_calm() and time.monotonic() < until:
            time.sleep(1.0)

    def _is_calm(self) -> bool:
        seen = [_seconds_of_a_loop(), _seconds_of_a_write()]
        self._best = [min(one, best) for one, best in zip(seen, self._best, strict=True)]
        return all(one <= _CALM * max(best, 0.005) for one, best in zip(seen, self._best, strict=True))


def _seconds_of_a_loop() -> float:
    began = time.perf_counter()
    total = 0
    for number in range(_TURNS):
        total += number * number
    return time.perf_counter() - began


def _seconds_of_a_write() -> float:
    with tempfile.TemporaryFile() as file:
        file.write(bytes(1024 * 1024))
        began = time.perf_counter()
        file.flush()
        os.fsync(file.fileno())
        return time.perf_counter() - began
