"""How each report of `fordran report` is made and given; loaded when one is asked for, since it needs most of the house."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from datetime import date, timedelta
from typing import NamedTuple, TypeAlias

from fordran import clock
from fordran.actions.accounting.accounting_creditor import AccountingCreditor, find_accounting_creditor
from fordran.actions.accounting.reconcile import (
    InvoiceCase,
    ReconciledInvoice,
    accounting_report,
    invoice_cases,
    reconcile,
)
from fordran.actions.books.cut_off import cut_off
from fordran.actions.books.reconciliation import reconciliation
from fordran.actions.enforcements.open_outlays import outlays
from fordran.actions.proof.letters.letters_above_law import letters_above_law
from fordran.actions.reports.ageing import ageing
from fordran.actions.reports.applications import applications
from fordran.actions.reports.client_funds import client_funds
from fordran.actions.reports.cohorts import cohorts
from fordran.actions.reports.disputes import disputes
from fordran.actions.reports.fees import fees
from fordran.actions.reports.one_moment import look
from fordran.actions.reports.operator_vat import operator_vat
from fordran.actions.reports.owed_to_debtors import owed_to_debtors
from fordran.actions.reports.periods import periods
from fordran.actions.reports.recovery import recovery
from fordran.actions.reports.statement import statement_document, statement_report
from fordran.actions.reports.supervisor import supervisor
from fordran.actions.reports.suspense import suspense
from fordran.actions.reports.vat import vat
from fordran.actions.reports.write_offs import write_offs
from fordran.actions.work.complaint_report import complaints
from fordran.commands.accounting import AccountingNotConnected, NoAccountingSystem, trouble_sentence
from fordran.commands.installation import database_of_run, looked
from fordran.commands.progress import passing, ticking
from fordran.commands.report_forms import Picture, ReportPaper, bars, check_form, curves, give
from fordran.commands.report_options import ReportRun, past_day, period
from fordran.documents.reports.statement import StatementDocument, render
from fordran.domain.books.ages import AGES
from fordran.domain.books.report import Report
from fordran.domain.days import ONE_DAY
from fordran.domain.service.accounting_systems import AccountingSystemCode
from fordran.formats.accounting import AccountingTrouble
from fordran.outside.accounting import invoices_of
from fordran.store.connections.database import Connection

ReportMaker: TypeAlias = Callable[[Connection, date], Awaitable[Report]]
"""A function that makes a report in a transaction, on a business day."""


class DayReport(NamedTuple):
    """A report of how things stood at the end of a day."""

    make: Callable[[Connection, date, str | None], Awaitable[Report]]
    picture: Picture | None = None
    tells: bool = False
    """Whether it tells itself how far it has come."""


class PeriodReport(NamedTuple):
    """A report of what happened from one day to another."""

    make: Callable[[Connection, date, date, str | None], Awaitable[Report]]
    begins: Callable[[date], date]
    """The default first day, from the last."""
    picture: Picture | None = None


async def _ageing(tx: Connection, at: date, creditor: str | None) -> Report:
    with passing(0, "cases") as tell:
        return await ageing(tx, at, creditor, tell)


def _year(day: date) -> date:
    return day.replace(month=1, day=1)


def _ten_years(day: date) -> date:
    return day.replace(year=day.year - 10, month=1, day=1)


def _month(day: date) -> date:
    return day - timedelta(days=30)


OF_A_DAY = {
    "ageing": DayReport(_ageing, bars(("creditor",), AGES), tells=True),
    "cohorts": DayReport(cohorts, curves),
    "owed-to-debtors": DayReport(owed_to_debtors),
    "suspense": DayReport(suspense),
    "outlays": DayReport(outlays),
    "cut-off": DayReport(cut_off),
}
OF_A_PERIOD = {
    "recovery": PeriodReport(
        recovery,
        lambda _: date.min,
        bars(("month", "creditor"), ("capital_recovered", "interest_recovered", "costs_recovered")),
    ),
    "fees": PeriodReport(fees, _year, bars(("month", "creditor"), ("fee_income_after_commission", "commission"))),
    "vat": PeriodReport(vat, _year),
    "operator-vat": PeriodReport(operator_vat, _year),
    "write-offs": PeriodReport(write_offs, _year, bars(("month", "creditor"), ("capital", "interest", "costs"))),
    "disputes": PeriodReport(disputes, _year),
    "complaints": PeriodReport(complaints, _ten_years),
    "applications": PeriodReport(applications, _year),
    "supervisor": PeriodReport(supervisor, _ten_years),
    "client-funds": PeriodReport(client_funds, _month),
    "periods": PeriodReport(periods, _year),
    "letters-above-law": PeriodReport(letters_above_law, _year),
}


def give_of_a_day(run: ReportRun, name: str, at: str, creditor: str | None) -> None:
    """Give the report of that name, of a day; today if none is given."""
    report = OF_A_DAY[name]

    async def make(tx: Connection, today: date) -> Report:
        return await report.make(tx, past_day(at, today), creditor)

    _give(run, make, report.picture, tells=report.tells)


def give_of_a_period(run: ReportRun, name: str, first: str, last: str, creditor: str | None) -> None:
    """Give the report of that name, of a period."""
    report = OF_A_PERIOD[name]

    async def make(tx: Connection, today: date) -> Report:
        return await report.make(tx, *period(first, last, today, report.begins), creditor)

    _give(run, make, report.picture)


def give_reconciliation(run: ReportRun, first: str, last: str) -> bool:
    """Give the reconciliation of client funds; whether all agrees."""

    async def make(tx: Connection, today: date) -> Report:
        return await reconciliation(tx, *period(first, last, today, lambda ends: ends - timedelta(days=30)))

    report = _give(run, make, bars(("day",), ("owed_to_creditors", "own_fees", "owed_to_debtors", "suspense")))
    differ = ("difference", "owed_differs_by", "documents_differ_by")
    return not any(any(report.values(name)) for name in differ)


def give_statement(run: ReportRun, creditor: str, first: str, last: str) -> None:
    """Give a creditor's statement; of the month before this one if no period is given."""
    check_form(run.asked_form, run.output)
    with run.opened() as settings:

        async def work(tx: Connection) -> StatementDocument:
            today = await look(tx, clock.now())
            ended = today.replace(day=1) - ONE_DAY
            days = period(first, last or ended.isoformat(), today, lambda ends: ends.replace(day=1))
            return await statement_document(tx, settings.operator, creditor, *days, today, run.language)

        with ticking("The statement"):
            document = looked(settings, work)
    paper = ReportPaper(settings.operator.name, document.dated, run.language)
    give(statement_report(document), run.asked_form, run.output, paper, None, lambda: render(document))


def give_accounting(run: ReportRun, system: AccountingSystemCode, creditor: str | None) -> None:
    """Give the reconciliation with the accounting system of one creditor, or of each that has one of the kind."""
    check_form(run.asked_form, run.output)
    with run.opened() as settings:
        pulls = invoices_of(settings, system)
        sources = {} if pulls is None else {of: one for of, one in pulls.sources.items() if creditor in (None, of)}
        if not sources:
            of_whom = f" of {creditor}" if creditor else ""
            raise NoAccountingSystem(f"The settings have no section [{system}.NAME]{of_whom}.")

        async def work(tx: Connection) -> tuple[dict[str, tuple[AccountingCreditor, list[InvoiceCase]]], date]:
            today = await look(tx, clock.now())
            found = {id_: await find_accounting_creditor(tx, id_) for id_ in sources}
            return {id_: (of, await invoice_cases(tx, of)) for id_, of in found.items() if of is not None}, today

        async def compare() -> list[tuple[str, list[ReconciledInvoice]]]:
            async with database_of_run(settings) as database:
                return [
                    (of.name, await reconcile(sources[id_](database.transaction), cases, today))
                    for id_, (of, cases) in known.items()
                ]

        with ticking("The report"):
            known, today = looked(settings, work)
            try:
                report = accounting_report(system, asyncio.run(compare()))
            except AccountingTrouble as trouble:
                raise AccountingNotConnected(trouble_sentence(system, trouble)) from None
    give(report, run.asked_form, run.output, ReportPaper(settings.operator.name, today, run.language), None)


def _give(run: ReportRun, make: ReportMaker, picture: Picture | None = None, *, tells: bool = False) -> Report:
    """Make a report of one moment, however long it takes, and give it; most do not tell how far they have come."""
    check_form(run.asked_form, run.output)
    with run.opened() as settings:

        async def work(tx: Connection) -> tuple[Report, date]:
            today = await look(tx, clock.now())
            return await make(tx, today), today

        with nullcontext() if tells else ticking("The report"):
            report, today = looked(settings, work)
    give(report, run.asked_form, run.output, ReportPaper(settings.operator.name, today, run.language), picture)
    return report
