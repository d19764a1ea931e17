"""Every report as a page has it: how it is made, of a day or of a period, for whom, and how it is drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from typing import TypeAlias

from fordran.actions.books.cut_off import cut_off
from fordran.actions.books.reconciliation import reconciliation
from fordran.actions.books.report_days import report_days
from fordran.actions.enforcements.open_outlays import outlays
from fordran.actions.proof.letters.letters_above_law import letters_above_law
from fordran.actions.reports.ageing import ageing
from fordran.actions.reports.applications import applications
from fordran.actions.reports.client_funds import client_funds
from fordran.actions.reports.cohorts import cohorts
from fordran.actions.reports.disputes import disputes
from fordran.actions.reports.fees import fees
from fordran.actions.reports.headings import heading_of, title_of
from fordran.actions.reports.operator_vat import operator_vat
from fordran.actions.reports.owed_to_debtors import owed_to_debtors
from fordran.actions.reports.periods import periods
from fordran.actions.reports.recovery import recovery
from fordran.actions.reports.supervisor import supervisor
from fordran.actions.reports.suspense import suspense
from fordran.actions.reports.vat import vat
from fordran.actions.reports.write_offs import write_offs
from fordran.actions.work.complaint_report import complaints
from fordran.domain.books.ages import AGES
from fordran.domain.books.cohorts import AFTER_DAYS
from fordran.domain.books.report import Report
from fordran.store.connections.database import Connection
from fordran.texts.catalogue import Texts
from fordran.web.formatting import percent_text
from fordran.web.plots import Plot, amount_writers, bars, lines

MOST_CURVES, MOST_BARS = 6, 24

PageReportMaker: TypeAlias = Callable[[Connection, date, date, str | None], Awaitable[Report]]
"""Makes a report of the days from the first to the last, of one creditor or of all."""
Draw: TypeAlias = Callable[[Report, Texts], Plot]


@dataclass(frozen=True)
class ReportPage:
    """A report. One of a day has no first day; one that is the operator's own is of no creditor."""

    name: str
    make: PageReportMaker
    begins: Callable[[date], date] | None = None
    """Of a period: its default begin, from its end. None is a report of one day."""
    draw: Draw | None = None
    is_operators: bool = False
    needs_creditor: bool = False


def _summed(report: Report, key: str, amounts: Sequence[str]) -> list[tuple[str, tuple[int, ...]]]:
    """The sums of columns for each value of another one, in the order of those values."""
    found: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(amounts))
    columns = [report.values(name) for name in amounts]
    for place, value in enumerate(report.values(key)):
        for number, column in enumerate(columns):
            amount = column[place]
            found[str(value)][number] += amount if isinstance(amount, int) else 0
    return [(name, tuple(max(amount, 0) for amount in sums)) for name, sums in found.items()]


def _bars(key: str, amounts: Sequence[str], report: Report, t: Texts) -> Plot:
    rows = _summed(report, key, amounts)[-MOST_BARS:]
    names = [heading_of(name, t.language) for name in amounts]
    title, axis = title_of(report, t.language), heading_of(key, t.language)
    return bars(title, axis, names, rows, *amount_writers(t.language))


def _by_age(report: Report, t: Texts) -> Plot:
    """One bar an age: what all creditors' claims of that age come to."""
    # The axis says that they are days, so that the labels have room beside each other.
    rows = [(t.of("age", age, "short"), (max(report.total(age), 0),)) for age in AGES]
    names = [heading_of("remaining", t.language)]
    title = title_of(report, t.language)
    return bars(title, t("console.report.days_past_due_date"), names, rows, *amount_writers(t.language))


def _curves(report: Report, t: Texts) -> Plot:
    """A line for each of the latest months that has a share at all: percent after so many days."""
    first = len(report.columns) - len(AFTER_DAYS)
    cohort_rows = [row for row in report.rows if any(share is not None for share in row[first:])][-MOST_CURVES:]
    points = []
    for place, days in enumerate(AFTER_DAYS):
        shares = [row[first + place] for row in cohort_rows]
        tenths = [int(share * 10) if isinstance(share, Decimal | int) else None for share in shares]
        points.append((t("console.report.days", days=days), tenths))
    months = [str(row[0]) for row in cohort_rows]
    return lines(
        title_of(report, t.language),
        t("console.report.after"),
        months,
        points,
        lambda tenth: _share(t, tenth),
        whole=1000,
    )


def _share(t: Texts, tenths: int) -> str:
    return percent_text(Decimal(tenths) / 10, t.language)


def _in_and_out(report: Report, t: Texts) -> Plot:
    rows = [(str(row[0])[5:], [value for value in row[1:] if isinstance(value, int)]) for row in report.rows]
    return lines(
        t("console.money_in_and_out"),
        t("console.day"),
        [t("console.in"), t("console.out")],
        rows,
        *amount_writers(t.language),
    )


async def _money(tx: Connection, first: date, last: date, _creditor: str | None) -> Report:
    """The payments of each day, and the payouts made or ready."""
    days = await report_days(tx, first, last)
    rows = [(day.date, day.paid, day.payouts) for day in days]
    amounts = frozenset({"paid", "payouts"})
    columns, days_of = ("day", "paid", "payouts"), (first, last)
    return Report("Money in and out", columns, amounts, rows, is_summed=True, name="money", days=days_of)


async def _reconciliation(tx: Connection, first: date, last: date, _creditor: str | None) -> Report:
    return await reconciliation(tx, first, last)


def _of_a_day(make: Callable[[Connection, date, str | None], Awaitable[Report]]) -> PageReportMaker:
    async def made(tx: Connection, _first: date, last: date, creditor: str | None) -> Report:
        return await make(tx, last, creditor)

    return made


async def _never(_tx: Connection, _first: date, _last: date, _creditor: str | None) -> Report:
    """A creditor's statement is made as a document, of which the page shows the same."""
    raise AssertionError


def _year(day: date) -> date:
    return day.replace(month=1, day=1)


def _ten_years(day: date) -> date:
    return day.replace(year=day.year - 10, month=1, day=1)


def _month(day: date) -> date:
    return day - timedelta(days=30)


REPORTS: dict[str, ReportPage] = {
    page.name: page
    for page in (
        ReportPage("money", _money, _month, _in_and_out, is_operators=True),
        ReportPage("ageing", _of_a_day(ageing), None, _by_age),
        ReportPage("cohorts", _of_a_day(cohorts), None, _curves),
        ReportPage(
            "recovery",
            recovery,
            lambda day: day.replace(year=day.year - 1, day=1),
            partial(_bars, "month", ("capital_recovered", "interest_recovered", "costs_recovered")),
        ),
        ReportPage(
            "reconciliation",
            _reconciliation,
            _month,
            partial(_bars, "day", ("owed_to_creditors", "own_fees", "owed_to_debtors", "suspense")),
            is_operators=True,
        ),
        ReportPage("fees", fees, _year, partial(_bars, "month", ("fee_income_after_commission", "commission"))),
        ReportPage("vat", vat, _year),
        ReportPage("operator-vat", operator_vat, _year, is_operators=True),
        ReportPage("write-offs", write_offs, _year, partial(_bars, "month", ("capital", "interest", "costs"))),
        ReportPage("statement", _never, lambda day: day.replace(day=1), needs_creditor=True),
        ReportPage("owed-to-debtors", _of_a_day(owed_to_debtors), is_operators=True),
        ReportPage("suspense", _of_a_day(suspense), is_operators=True),
        ReportPage("outlays", _of_a_day(outlays)),
        ReportPage("cut-off", _of_a_day(cut_off), is_operators=True),
        ReportPage("disputes", disputes, _year),
        ReportPage("complaints", complaints, _ten_years, is_operators=True),
        ReportPage("applications", applications, _year),
        ReportPage("supervisor", supervisor, _ten_years, is_operators=True),
        ReportPage("client-funds", client_funds, _month, is_operators=True),
        ReportPage("periods", periods, _year, is_operators=True),
        ReportPage("letters-above-law", letters_above_law, _year),
    )
}
