"""When something that failed is tried again: after waits that grow, until it has failed for three days."""

from __future__ import annotations

from datetime import datetime, timedelta

GIVE_UP_AFTER = timedelta(hours=72)
FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(hours=8)
LONGEST_HOLD = timedelta(minutes=1)
GROWTH = 4
"""Each wait is so many times the one before it."""
SPREAD_PERMILLE = 250
"""A wait is up to so much shorter or longer, by chance, so that what failed together does not come back together."""


def wait_after(failures: int) -> timedelta:
    """How long to wait after so many failures, before chance has its part.

    >>> [int(wait_after(failures).total_seconds()) for failures in range(1, 10)]
    [5, 20, 80, 320, 1280, 5120, 20480, 28800, 28800]
    """
    assert failures > 0
    # Past some failures the wait is the longest, and the power is not worth computing.
    times: int = GROWTH ** min(failures - 1, 20)
    return min(LONGEST_WAIT, FIRST_WAIT * times)


def next_try(first_try: datetime, now: datetime, failures: int, chance_permille: int) -> datetime | None:
    """When to try again what was tried first at `first_try` and has just failed; None where it is given up.

    `chance_permille` is drawn from 0 to 1000. The last try is made when the three days have passed, not before.
    """
    assert 0 <= chance_permille <= 1000
    last = first_try + GIVE_UP_AFTER
    if now >= last:
        return None
    permille = 1000 - SPREAD_PERMILLE + 2 * SPREAD_PERMILLE * chance_permille // 1000
    return min(last, now + wait_after(failures) * permille // 1000)


def hold_after(failures: int) -> timedelta:
    """How long a receiver that has failed so many times in a row is left alone, whatever waits for it.

    >>> [int(hold_after(failures).total_seconds()) for failures in range(1, 9)]
    [1, 2, 4, 8, 16, 32, 60, 60]
    """
    assert failures > 0
    return min(LONGEST_HOLD, timedelta(seconds=2 ** min(failures - 1, 10)))


def is_given_up(failing_since: datetime, now: datetime) -> bool:
    """Whether a receiver has failed without a break for so long that it is switched off."""
    return now - failing_since >= GIVE_UP_AFTER
