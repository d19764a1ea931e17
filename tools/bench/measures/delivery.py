"""Delivering invoices: made and printed, and handed to a mail server on this machine, by one worker with a process a core."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

from fordran import clock
from fordran.actions.printing.print_invoice import print_due_invoices
from fordran.actions.rendering.renderers import RENDERERS
from fordran.operator import Operator
from fordran.outside.channels import Channels
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.worker.post import DeliveryWorker
from fordran.worker.press import AT_ONCE
from tools.bench.ground import Ground, Installation
from tools.bench.mail_sink import mail_sink
from tools.bench.results import Result

ABOUT = "invoices made and delivered a second by print, and handed over by e-mail"
BY_DEFAULT = False
PRINT_AIM, EMAIL_AIM = 200, 300
COUNT = 3000


def measure(ground: Ground) -> Iterator[Result]:
    """How many invoices leave in a second, from rows to batches, and then from documents to messages."""
    ground.imported()
    installation = ground.installation()
    installation.ask(lambda tx: tx.execute("update installation set sandbox = false"))
    count = min(COUNT, ground.invoices)
    ground.say(f"Printing and delivering {count:,} invoices.")
    own = time.process_time()
    seconds, typeset = asyncio.run(_printed(installation, count))
    made_of = {"seconds": seconds, "ms of renderers": typeset / count * 1000, "ms of the worker": _since(own, count)}
    yield Result("make and print invoices", count / seconds, "a second", PRINT_AIM, made_of)
    with mail_sink() as url:
        installation.ask(lambda tx: tx.execute(_BY_EMAIL))
        ground.say(f"Handing {count:,} messages to a mail server.")
        settings = replace(installation.settings, smtp_url=url)
        own = time.process_time()
        seconds = asyncio.run(_mailed(settings, count))
        made_of = {"seconds": seconds, "ms of the worker": _since(own, count)}
    yield Result("hand over e-mails", count / seconds, "a second", EMAIL_AIM, made_of)


def _since(began: float, count: int) -> float:
    """Milliseconds of a processor for each: what a busy machine changes least."""
    return (time.process_time() - began) / count * 1000


# What was printed leaves once more, as e-mail.
_BY_EMAIL = """
with mailed as (
    update customer_details s set email = 'kund@example.com' from deliveries q
    where s.account_id = q.account_id and s.customer_id = q.customer_id and q.status = 'sent')
update deliveries set channel = 'email', status = 'queued', attempts = 0, batch = null, message_id = null where status = 'sent'
"""
_SENT = "select count(*) from deliveries where status = 'sent'"


async def _printed(installation: Installation, count: int) -> tuple[float, float]:
    """Seconds that passed, and seconds of processors that the renderers took."""
    settings = installation.settings
    assert settings.database_url is not None
    database = Database(settings.database_url, 4)
    stop = asyncio.Event()
    put = MediaFolder(settings.data / "media").put

    made = 0

    async def make() -> None:
        nonlocal made
        while made < count:
            async with database.transaction() as tx:
                made += await print_due_invoices(tx, put, Operator(), clock.now())

    try:
        await asyncio.gather(*(RENDERERS.render("", len, b"") for _ in range(os.cpu_count() or 1)))
        channels = Channels.of(settings)
        post = DeliveryWorker(database, channels, Operator(), gathers=False)
        began = time.perf_counter()
        running = asyncio.create_task(post.run(stop))
        await asyncio.gather(*(make() for _ in range(AT_ONCE)))
        await _until(database, count)
        seconds = time.perf_counter() - began
        stop.set()
        await running
        before = _of_children()
        RENDERERS.close()  # what a process took is known once it has ended
        return seconds, _of_children() - before
    finally:
        RENDERERS.close()
        await database.close()


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def _mailed(settings: Settings, count: int) -> float:
    assert settings.database_url is not None
    database = Database(settings.database_url, 4)
    channels = Channels.of(settings)
    post = DeliveryWorker(database, channels, Operator())
    try:
        return await _timed(lambda: _send_all(post, database, count))
    finally:
        channels.close()
        await database.close()


async def _send_all(post: DeliveryWorker, database: Database, count: int) -> None:
    stop = asyncio.Event()
    running = asyncio.create_task(post.run(stop))
    await _until(database, count)
    stop.set()
    await running


async def _timed(act: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await act()
    return time.perf_counter() - began


async def _until(database: Database, count: int) -> None:
    """Wait until so many have left."""
    for _ in range(6000):
        async with database.connection() as connection:
            if await connection.fetchval(_SENT) >= count:
                return
        await asyncio.sleep(0.1)
    raise TimeoutError(f"{count} invoices did not leave within ten minutes")
