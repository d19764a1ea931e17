"""The worker's loop: each duty in turn, when it is due, in a transaction of its own.

Beside it run the press (`press.py`), the loop of events and webhooks (`stream.py`), the post (`post.py`) and the questions to
Swish (`swish.py`), which wait for nobody's duty.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import structlog

from fordran import clock
from fordran.actions.stored_files import MediaAway
from fordran.outside.accounting import accounting_of, invoices_of
from fordran.outside.channels import Channels
from fordran.outside.coming_back import BounceFolder, BounceMailbox, ReceiptFolder, ReturnedMailFolder
from fordran.outside.lookups import lookups_of
from fordran.outside.systems import (
    authority_of,
    checks_of,
    outside_of,
    sms_of,
    swish_of,
)
from fordran.outside.webhook import WebhookSender
from fordran.settings import Settings
from fordran.store.connections.actor import Actor, act_from_now_on, acting
from fordran.store.connections.database import Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.store.upkeep.installation import read_installation
from fordran.worker import press
from fordran.worker.accounting import AccountingWorker
from fordran.worker.companies import CompanyWorker
from fordran.worker.enforcement import EnforcementWorker
from fordran.worker.job_log import JobLog
from fordran.worker.kivra import KivraWorker
from fordran.worker.lookups import LookupWorker
from fordran.worker.post import DeliveryWorker, Reader
from fordran.worker.schedule import ScheduledJob, duties
from fordran.worker.sms import SmsWorker
from fordran.worker.stream import Stream
from fordran.worker.swish import SwishWorker

log = structlog.get_logger("fordran.worker")


async def run(settings: Settings, stop: asyncio.Event, when_ready: Callable[[], None] = lambda: None) -> None:
    """Work until a stop signal. It is ready when the database can be reached, without which there is nothing to do."""
    assert settings.database_url is not None, "the process that starts the worker says where its database is"
    database = Database(settings.database_url, size=press.LANES, wait_seconds=30)
    act_from_now_on(Actor("worker", "worker"))
    log.info("worker started")
    jobs = JobLog()
    try:
        is_sandbox = await _is_sandbox(database, stop)
        if not stop.is_set():
            when_ready()
            stream = _run_stream(settings, stop, jobs, is_sandbox=is_sandbox)
            post = _run_post(settings, stop, jobs, is_sandbox=is_sandbox)
            work = press.split_print_jobs(duties(settings))
            runs = _keep_runs(settings, stop, jobs)
            swish = _run_swish(settings, stop, jobs, is_sandbox=is_sandbox)
            lookups = _run_lookups(settings, stop, jobs)
            kivra = _run_kivra(settings, stop, jobs)
            sms = _run_sms(settings, stop, jobs)
            companies = _run_companies(settings, stop, jobs)
            accounting = _run_accounting(settings, stop, jobs)
            authority = _run_enforcement(settings, stop, jobs)
            running = [_run_duties(database, some, stop, jobs) for some in work]
            await asyncio.gather(
                *running, stream, post, swish, lookups, kivra, sms, companies, accounting, authority, runs
            )
    finally:
        await database.close()
        log.info("worker stopped")


async def _run_duties(database: Database, work: tuple[ScheduledJob, ...], stop: asyncio.Event, jobs: JobLog) -> None:
    due = {duty.name: 0.0 for duty in work}
    while not stop.is_set():
        for duty in work:
            if clock.monotonic() >= due[duty.name] and not stop.is_set():
                did = await _do(database, duty, jobs)
                due[duty.name] = clock.monotonic() + (0 if did else duty.every_seconds)
        await _wait(stop, max(0.05, min(due.values()) - clock.monotonic()))


async def _keep_runs(settings: Settings, stop: asyncio.Event, jobs: JobLog) -> None:
    """Store what the jobs did, on a connection of its own."""
    act_from_now_on(Actor("worker", "worker: job runs"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=1, wait_seconds=30)
    try:
        await jobs.keep(database, stop)
    finally:
        await database.close()


async def _run_stream(settings: Settings, stop: asyncio.Event, jobs: JobLog, *, is_sandbox: bool) -> None:
    """Run the other loop, on connections of its own."""
    act_from_now_on(Actor("worker", "worker: events and webhooks"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=4, wait_seconds=30)
    try:
        sender = WebhookSender(is_sandbox=is_sandbox)
        try:
            await Stream(database, sender, jobs).run(stop)
        finally:
            await sender.close()
    finally:
        await database.close()


async def _run_post(settings: Settings, stop: asyncio.Event, jobs: JobLog, *, is_sandbox: bool) -> None:
    """Let leave what is to leave, on connections of its own. A sandbox shows it instead, which is a duty."""
    if is_sandbox:
        return
    if settings.operator_is_placeholder:
        # A letter in an invented name would be wrong, so nothing leaves before the operator has configured its details.
        log.warning("sending disabled: operator details are placeholders", placeholders=settings.operator.placeholders)
        return
    act_from_now_on(Actor("worker", "worker: post"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=3, wait_seconds=30)
    channels = Channels.of(settings)
    try:
        await DeliveryWorker(database, channels, settings.operator, _readers(settings), jobs=jobs).run(stop)
    finally:
        channels.close()
        await database.close()


async def _run_swish(settings: Settings, stop: asyncio.Event, jobs: JobLog, *, is_sandbox: bool) -> None:
    """Ask Swish about payment requests, on connections of its own, where the settings say how."""
    swish = swish_of(settings.swish, is_sandbox=is_sandbox)
    if swish is None:
        return
    act_from_now_on(Actor("worker", "worker: Swish"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=2, wait_seconds=30)
    try:
        callback_url = f"{settings.operator.public_url}/callbacks/swish"
        await SwishWorker(database, swish, jobs, callback_url=callback_url, four_eyes=settings.four_eyes).run(stop)
    finally:
        await database.close()


async def _run_lookups(settings: Settings, stop: asyncio.Event, jobs: JobLog) -> None:
    """Look people up before letters to them, on a connection of its own, where the settings say in what."""
    lookups = lookups_of(settings.spar)
    if settings.spar is None or lookups is None:
        return
    act_from_now_on(Actor("worker", "worker: lookups"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=1, wait_seconds=30)
    try:
        await LookupWorker(database, lookups, settings.spar.certificate, jobs).run(stop)
    finally:
        await database.close()


async def _run_kivra(settings: Settings, stop: asyncio.Event, jobs: JobLog) -> None:
    """Ask Kivra whom it reaches, on a connection of its own, where the settings say how."""
    outside = outside_of(settings)
    if outside.match is None:
        return
    act_from_now_on(Actor("worker", "worker: Kivra"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=1, wait_seconds=30)
    try:
        await KivraWorker(database, outside, settings.operator, jobs).run(stop)
    finally:
        await database.close()


async def _run_sms(settings: Settings, stop: asyncio.Event, jobs: JobLog) -> None:
    """Send notices by SMS, on a connection of its own, where the settings say by whom."""
    notices = sms_of(settings)
    if notices is None or settings.operator_is_placeholder:
        return
    act_from_now_on(Actor("worker", "worker: SMS"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=1, wait_seconds=30)
    try:
        await SmsWorker(database, notices, jobs).run(stop)
    finally:
        await database.close()


async def _run_companies(settings: Settings, stop: asyncio.Event, jobs: JobLog) -> None:
    """Check companies before letters to them, on a connection of its own, where the settings say how."""
    checks = checks_of(settings)
    if checks is None:
        return
    act_from_now_on(Actor("worker", "worker: companies"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=1, wait_seconds=30)
    try:
        await CompanyWorker(database, checks, jobs).run(stop)
    finally:
        await database.close()


async def _run_accounting(settings: Settings, stop: asyncio.Event, jobs: JobLog) -> None:
    """Pull invoices from accounting systems and send entries back, on a connection of its own, where the settings name one."""
    pulls, entries = invoices_of(settings), accounting_of(settings)
    if pulls is None or entries is None:
        return
    act_from_now_on(Actor("worker", "worker: accounting"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=1, wait_seconds=30)
    try:
        await AccountingWorker(database, pulls, entries, jobs).run(stop)
    finally:
        await database.close()


async def _run_enforcement(settings: Settings, stop: asyncio.Event, jobs: JobLog) -> None:
    """Exchange post with the enforcement authority, on a connection of its own, where applications go by file."""
    receiver = authority_of(settings)
    if receiver is None or (settings.operator_is_placeholder and not settings.sandbox):
        return
    act_from_now_on(Actor("worker", "worker: enforcement"))
    assert settings.database_url is not None
    database = Database(settings.database_url, size=1, wait_seconds=30)
    try:
        await EnforcementWorker(database, receiver, jobs).run(stop)
    finally:
        await database.close()


def _readers(settings: Settings) -> list[Reader]:
    """Readers of returned items."""
    found: list[Reader] = [ReceiptFolder(settings.data / "e-invoices" / "receipts", settings.operator.organization_no)]
    if settings.bounce_folder:
        found.append(BounceFolder(Path(settings.bounce_folder)))
    if settings.returned_mail_folder:
        found.append(ReturnedMailFolder(Path(settings.returned_mail_folder)))
    if settings.bounce_imap_url:
        found.append(BounceMailbox(settings.bounce_imap_url))
    return found


async def _is_sandbox(database: Database, stop: asyncio.Event) -> bool:
    """Whether things may be tried here, which was decided with the installation. What is not known to be one is none."""
    while not stop.is_set():
        try:
            async with database.connection() as connection:
                return (await read_installation(connection)).sandbox
        except (DatabaseAway, DatabaseBusy) as trouble:
            log.warning("database unavailable", job="begin", error=str(trouble))
            await _wait(stop, 1)
    return False


async def _do(database: Database, duty: ScheduledJob, jobs: JobLog) -> int:
    """Do it once. An error of one duty is logged, and does not keep the others from being done."""
    try:
        with acting(Actor("worker", f"worker: {duty.name}")), jobs.run(duty.name) as run:
            async with database.transaction() as tx:
                run.done = await duty.act(tx)
            return run.done
    except (DatabaseAway, DatabaseBusy, DiskFull, MediaAway) as trouble:
        log.warning("job postponed", job=duty.name, error=str(trouble))
    except Exception:
        log.exception("job failed", job=duty.name)
    return 0


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
