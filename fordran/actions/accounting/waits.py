"""How patiently accounting systems are asked: waits that grow, and when they are on the work list."""

from __future__ import annotations

from datetime import timedelta

CLAIMED_FOR = timedelta(minutes=10)
"""How long work is left to the process that began it."""
TIME_TO_ADD = timedelta(minutes=5)
"""How much of that is kept for the call that adds an entry."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=5), timedelta(hours=6)
PATIENT_TRIES = 3
"""After so many tries in vain it is on the work list."""
OF_ALL = ("no_connection", "too_many_requests")
"""Troubles that are about no single thing: what comes after is left for later, too."""
MOST_SILENT = 3
"""So many answers that do not come in time end a turn, too."""


def wait_after(tries: int) -> timedelta:
    """How long to wait after so many tries in vain.

    >>> [wait_after(tries).total_seconds() / 60 for tries in (1, 2, 3, 7, 8, 99)]
    [5.0, 10.0, 20.0, 320.0, 360.0, 360.0]
    """
    times: int = 2 ** min(tries - 1, 10)
    return min(FIRST_WAIT * times, LONGEST_WAIT)
