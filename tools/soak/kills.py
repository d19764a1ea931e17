"""The schedule of the kills, which follows from the seed, and the killer who keeps to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Iterator
from random import Random

from tools.soak.place import Place

ROUND = ("api",) * 7 + ("worker",) * 7 + ("backend",) * 5 + ("postmaster", "supervisor")
"""Every round has these, in an order of its own. With a supervisor goes all that it keeps running, PostgreSQL included."""
BRINGS_DOWN_ALL = ("postmaster", "supervisor")
"""What is killed only when everything is back: what is never up would prove nothing."""
PAUSE_SECONDS = (0.1, 1.4)
READY_AGAIN_SECONDS = 20.0
SHORT_SECONDS = 60.0
CUT_EVERY_SECONDS = 1.5


def schedule(chance: Random, seconds: float, of: Collection[str] = ROUND) -> Iterator[tuple[float, str]]:
    """Waits, and what of these kinds is killed after each, for so long. A short run has shorter waits and two of every kind."""
    left = seconds
    is_short = seconds < SHORT_SECONDS
    shortest, longest = (seconds / 14, seconds / 8) if is_short else PAUSE_SECONDS
    while True:
        kinds = [kind for kind in (dict.fromkeys(ROUND) if is_short else ROUND) if kind in of]
        chance.shuffle(kinds)
        for kind in kinds:
            wait = chance.uniform(shortest, longest)
            left -= wait
            if left < 0:
                return
            yield wait, kind


async def kill_by(place: Place, chance: Random, seconds: float) -> None:
    """Kill by the schedule. Where victims take their time to come back, its end is left out, but not before each kind died."""
    until = time.monotonic() + seconds
    alive = {*place.kinds}
    for wait, kind in schedule(chance, seconds, place.kinds):
        await asyncio.sleep(wait)
        if time.monotonic() > until and not alive:
            return
        if kind in BRINGS_DOWN_ALL:
            await place.wait_until_ready(READY_AGAIN_SECONDS)
        await place.kill(kind, chance)
        alive.discard(kind)


async def cut_now_and_then(place: Place, chance: Random) -> None:
    """Cut connections to the database, whatever they do, until cancelled."""
    while True:
        await asyncio.sleep(chance.uniform(0.5, 1.5) * CUT_EVERY_SECONDS)
        place.wire.cut_one()
