"""The worker's loop: each duty in turn, when it is due, in a transaction of its own."""

from __future__ import annotations

import asyncio

import structlog

from fordran import clock
from fordran.settings import Settings
from fordran.store.database import Database, DatabaseAway, DatabaseBusy
from fordran.worker.schedule import Duty, duties

log = structlog.get_logger("fordran.worker")


async def run(settings: Settings, stop: asyncio.Event) -> None:
    """Work until told to stop."""
    assert settings.database_url is not None, "the process that starts the worker says where its database is"
    database = Database(settings.database_url, size=2, wait_seconds=30)
    work = duties(settings)
    due = {duty.name: 0.0 for duty in work}
    log.info("worker started")
    try:
        while not stop.is_set():
            for duty in work:
                if clock.monotonic() >= due[duty.name] and not stop.is_set():
                    did = await _do(database, duty)
                    due[duty.name] = clock.monotonic() + (0 if did else duty.every_seconds)
            await _wait(stop, max(0.05, min(due.values()) - clock.monotonic()))
    finally:
        await database.close()
        log.info("worker stopped")


async def _do(database: Database, duty: Duty) -> int:
    """Do it once. Trouble with one duty is told, and does not keep the others from being done."""
    try:
        async with database.transaction() as tx:
            return await duty.act(tx)
    except (DatabaseAway, DatabaseBusy) as trouble:
        log.warning("the database is away", duty=duty.name, trouble=str(trouble))
    except Exception:
        log.exception("a duty failed", duty=duty.name)
    return 0


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
