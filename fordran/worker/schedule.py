"""The worker's jobs and their intervals: one table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from fordran import clock
from fordran.actions.bulk.carry_out import carry_out_some, forget_bulk_acts
from fordran.actions.days.run_day import DAY, DailyJob, DayServices
from fordran.actions.debtors.debtor_sessions import forget_debtor_sessions
from fordran.actions.delivery.find_made import find_made
from fordran.actions.forget_audit import forget_audit
from fordran.actions.imports.sent_files import register_some
from fordran.actions.log_request import forget_request_logs
from fordran.actions.operator_configured import operator_is_configured
from fordran.actions.payouts.export_payouts import Exporter, export_step
from fordran.actions.people.mailed_links import forget_confirming_mails
from fordran.actions.people.sessions import forget_sessions
from fordran.actions.people.sign_in_links import forget_links
from fordran.actions.printing.print_invoice import RenderAll, in_processes
from fordran.actions.privacy.erase_batch import erase_confirmed
from fordran.actions.privacy.erase_person import RetentionTerms
from fordran.actions.privacy.files import remove_files
from fordran.actions.privacy.list_due import list_due
from fordran.actions.transfers.reopen_payouts import reopen_some
from fordran.actions.webhooks.forget_deliveries import forget_deliveries
from fordran.domain.service.retention import ERASE_AFTER_MONTHS
from fordran.outside.autogiro_folders import AutogiroFolders
from fordran.outside.erased_files import ErasedFiles
from fordran.outside.media import media_of
from fordran.outside.order_files import OrderFolder
from fordran.outside.systems import outside_of
from fordran.settings import Settings
from fordran.store.connections.clock_lock import may_do_business
from fordran.store.connections.database import Connection
from fordran.store.idempotent_answers import forget_answers
from fordran.store.rows.rows import fold_tallies
from fordran.worker.autogiro import AutogiroDuties


@dataclass(frozen=True)
class ScheduledJob:
    """Something to do again and again. `act` returns how much it did; while that is not nothing it is done again at once."""

    name: str
    every_seconds: float
    act: Callable[[Connection], Awaitable[int]]


def duties(settings: Settings, render_all: RenderAll = in_processes) -> tuple[ScheduledJob, ...]:
    """Every duty of an installation with these settings."""
    means = DayServices(media_of(settings).put, settings.operator, render_all, outside=outside_of(settings))

    async def export(tx: Connection) -> int:
        files = OrderFolder(settings.data / "payouts")
        exporter = Exporter(settings.operator, means.put, files, settings.four_eyes, settings.bank.pain_version)
        return 1 if await export_step(tx, exporter, clock.now()) else 0

    async def forget_audited(tx: Connection) -> int:
        return await forget_audit(tx, clock.now(), settings.audit_read_days)

    async def import_files(tx: Connection) -> int:
        return await register_some(tx, clock.now()) if await may_do_business(tx) else 0

    async def in_bulk(tx: Connection) -> int:
        return await carry_out_some(tx, settings.approval_rules, clock.now()) if await may_do_business(tx) else 0

    return (
        ScheduledJob("fold tallies", 1, fold_tallies),
        *(_daily(thing, means) for thing in DAY),
        *([ScheduledJob("export payouts", 600, export)] if settings.export_payouts else []),
        ScheduledJob("open payouts of rejected transfers", 600, _now(reopen_some)),
        ScheduledJob("carry out bulk acts", 2, in_bulk),
        ScheduledJob("import files", 2, import_files),
        ScheduledJob("forget bulk acts", 3600, _now(forget_bulk_acts)),
        ScheduledJob("find what is made", 60, _now(find_made)),
        ScheduledJob("forget answers", 600, _now(forget_answers)),
        ScheduledJob("forget sessions of debtors", 3600, _now(forget_debtor_sessions)),
        ScheduledJob("forget sessions of people", 3600, _now(forget_sessions)),
        ScheduledJob("forget links to sign in", 3600, _now(forget_links)),
        ScheduledJob("forget confirming mails", 86400, _now(forget_confirming_mails)),
        ScheduledJob("forget request logs", 3600, _now(forget_request_logs)),
        ScheduledJob("forget the audit log", 3600, forget_audited),
        ScheduledJob("forget webhook deliveries", 3600, _now(forget_deliveries)),
        *_by_autogiro(settings),
        *_erasing(settings),
    )


def _now(act: Callable[[Connection, datetime], Awaitable[int]]) -> Callable[[Connection], Awaitable[int]]:
    """The act, as of the moment at which it is done."""

    async def do(tx: Connection) -> int:
        return await act(tx, clock.now())

    return do


def _by_autogiro(settings: Settings) -> tuple[ScheduledJob, ...]:
    """Files to Bankgirot and its reports, where the settings name the folders."""
    if settings.autogiro is None:
        return ()
    autogiro = AutogiroDuties(AutogiroFolders.of(settings.autogiro))
    return (
        ScheduledJob("read reports of Autogiro", 60, autogiro.read),
        ScheduledJob("write files of Autogiro", 600, autogiro.export),
    )


def _erasing(settings: Settings) -> tuple[ScheduledJob, ...]:
    """Lists of people whose time has come, and erasure of those on lists that a person has confirmed."""
    terms = RetentionTerms(settings.erase_after_months or ERASE_AFTER_MONTHS, settings.fiscal_year_end_month)

    async def make_list(tx: Connection) -> int:
        return await list_due(tx, terms, clock.now()) if await may_do_business(tx) else 0

    async def erase(tx: Connection) -> int:
        may = await may_do_business(tx)
        return 1 if may and await erase_confirmed(tx, terms, clock.now()) is not None else 0

    async def remove(tx: Connection) -> int:
        return await remove_files(tx, ErasedFiles(settings.data, media_of(settings)).remove)

    return (
        *([ScheduledJob("list customers to erase", 3600, make_list)] if settings.erase_after_months else []),
        ScheduledJob("erase confirmed customers", 10, erase),
        ScheduledJob("remove erased files", 60, remove),
    )


def _daily(thing: DailyJob, means: DayServices) -> ScheduledJob:
    """A thing of the business day. While somebody moves the clock, the days are that one's to run."""

    async def act(tx: Connection) -> int:
        if thing.needs_operator and not await operator_is_configured(tx, means.operator):
            return 0
        return await thing.do(tx, means, clock.now()) if await may_do_business(tx) else 0

    return ScheduledJob(thing.name, thing.every_seconds, act)
