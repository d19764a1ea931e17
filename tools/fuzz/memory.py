"""What the service holds while it is asked, second by second.

One moment tells little: a body of ten megabytes is held while it is read, and what an allocator gives back of it differs from one
time to the next by more than a leak of some hours. So the late part of one piece of work is held against that of another of
the same kind.
"""

from __future__ import annotations

import statistics
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

EVERY_SECONDS = 1.0


@contextmanager
def watched(held_mb: Callable[[], float], every_seconds: float = EVERY_SECONDS) -> Iterator[list[float]]:
    """What is held, as a list that grows while the block lasts, and has its end too."""
    seen: list[float] = []
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(every_seconds):
            seen.append(held_mb())

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield seen
    finally:
        is_over.set()
        watching.join()
        seen.append(held_mb())


def growth(first: Sequence[float], last: Sequence[float]) -> float:
    """How much more was held late in the last piece of work than late in the first."""
    return _late(last) - _late(first)


def _late(seen: Sequence[float]) -> float:
    return statistics.median(seen[len(seen) * 3 // 4 :])
