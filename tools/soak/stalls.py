"""What stands still for a while without having ended: processes are paused, the database freezes, the disk is full.

Kills go on meanwhile. Whatever stands still is set going again, however the run ends.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from tools.soak.place import Place

PAUSED = ("api", "worker", "supervisor", "backend")
PAUSE_SECONDS, FREEZE_SECONDS, FULL_SECONDS = (0.2, 5.0), (0.5, 6.0), (1.0, 6.0)
EVERY_SECONDS = (2.0, 8.0)
SHORT_SECONDS, SHORT_EVERY_SECONDS = 1.5, (0.2, 0.6)


async def stall_now_and_then(place: Place, chance: Random, *, is_short: bool) -> None:
    """Make something stand still again and again, until cancelled. Each kind comes in its turn; short runs have short ones."""
    for number in itertools.count():
        await asyncio.sleep(chance.uniform(*(SHORT_EVERY_SECONDS if is_short else EVERY_SECONDS)))
        kind = ("pause", "freeze", "pause", "disk")[number % 4]
        lasts = {"pause": PAUSE_SECONDS, "freeze": FREEZE_SECONDS, "disk": FULL_SECONDS}[kind]
        seconds = min(chance.uniform(*lasts), SHORT_SECONDS if is_short else lasts[1])
        if kind == "disk":
            await _full(place, seconds)
        elif kind == "freeze":
            await _stopped(place, "database", place.running("database"), seconds)
        else:
            of = chance.choice([kind for kind in PAUSED if kind in place.kinds])
            await _stopped(place, of, chance.sample(found, 1) if (found := place.running(of)) else [], seconds)


async def _stopped(place: Place, kind: str, pids: Sequence[int], seconds: float) -> None:
    """Stop processes with SIGSTOP, and let them go on after a while."""
    if not pids:
        return
    try:
        for pid in pids:
            _tell(pid, signal.SIGSTOP)
        place.counts.stalled(f"{kind} paused" if kind != "database" else "database frozen", time.monotonic())
        await asyncio.sleep(seconds)
    finally:
        for pid in pids:
            _tell(pid, signal.SIGCONT)


async def _full(place: Place, seconds: float) -> None:
    """Fill the disk, and give the room back after a while."""
    if not place.disk.is_mounted:
        return
    try:
        place.disk.fill()
        place.counts.stalled("disk full", time.monotonic())
        await asyncio.sleep(seconds)
    finally:
        place.disk.empty()


def _tell(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
