"""A night with its letters: steps are taken, letters made and shown in a sandbox, by one worker with a renderer a core.

It is measured with half of the letters and with all of them, in installations of their own. A letter must cost the same in both.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from fordran import clock
from fordran.actions.days.run_day import DAY, DayServices, run_day
from fordran.actions.rendering.renderers import RENDERERS
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.store.connections.database import Connection, Database
from fordran.worker.press import AT_ONCE, RENDERS
from tools.bench.ground import Ground
from tools.bench.measures.night import empty_installation
from tools.bench.results import Result

ABOUT = "a night with its letters: steps, documents and deliveries of --letters envelopes, and of half as many"
BY_DEFAULT = False
AIM = 20
AIM_HALF = 1 / 1.2
JOBS = ("advance cases", "make letters", "show letters")
CASES_OF_A_LETTER = 2

_DETAILS = """
insert into customer_details (account_id, id, created, updated, customer_id, creditor_id, name, name_folded, id_number,
                              id_number_status, is_person, is_company, address)
select distinct c.account_id, c.id, c.created, c.updated, c.id, k.creditor_id, c.name, c.name_folded, c.id_number,
       c.id_number_status, c.is_person, c.is_company, c.address
from customers c join cases k on k.account_id = c.account_id and k.customer_id = c.id
"""
_COUNTED = "select count(*) from envelopes where status = any($1::text[])"


def measure(ground: Ground) -> Iterator[Result]:
    """How many letters a second a night makes and shows, and how the time of one grows with their number."""
    half = _seconds(ground, ground.letters // 2)
    whole = _seconds(ground, ground.letters)
    RENDERERS.close()
    jobs = {name: seconds / ground.letters * 1000 for name, seconds in whole.items()}
    made_of = {"letters": float(ground.letters)} | {f"ms of {name}": spent for name, spent in jobs.items()}
    yield Result("letters of a night", ground.letters / sum(whole.values()), "a second", AIM, made_of)
    ratio = 2 * sum(half.values()) / sum(whole.values())
    yield Result("the same, half as many", ratio, f"× of {ground.letters:,}", AIM_HALF, dict(half))


def _seconds(ground: Ground, letters: int) -> dict[str, float]:
    """The seconds of each job in a night with so many letters."""
    night = asyncio.run(empty_installation(ground, f"letters_{letters}"))
    ground.say(f"Opening {letters * CASES_OF_A_LETTER:,} cases that are due.")
    asyncio.run(night.fill(0, letters * CASES_OF_A_LETTER))
    return asyncio.run(_night(night.settings, letters))


async def _night(settings: Settings, letters: int) -> dict[str, float]:
    assert settings.database_url is not None
    database = Database(settings.database_url, AT_ONCE)
    means = DayServices(MediaFolder(settings.data / "media").put, Operator())
    spent: dict[str, float] = {}
    try:
        async with database.transaction() as tx:
            await tx.execute("update installation set sandbox = true")
            await tx.execute(_DETAILS)
        for job in (job for job in DAY if job.name in JOBS):
            began = time.perf_counter()
            lanes = AT_ONCE if job.name in RENDERS else 1
            await asyncio.gather(*(run_day(database.transaction, means, clock.now(), [job]) for _ in range(lanes)))
            spent[job.name] = time.perf_counter() - began
        async with database.transaction() as tx:
            await _check(tx, letters)
    finally:
        await database.close()
    return spent


async def _check(tx: Connection, letters: int) -> None:
    """Every letter was shown."""
    shown, waiting = [await tx.fetchval(_COUNTED, list(found)) for found in (("shown",), ("queued", "made"))]
    assert waiting == 0, f"{waiting} letters wait"
    assert shown == letters, f"{shown} of {letters} letters were shown"
