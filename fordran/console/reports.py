"""Reports: every one as a page with its plot, and as CSV, Excel and PDF."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from starlette.responses import Response

from fordran import clock
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.rendering.renderers import RENDERERS
from fordran.actions.reports.files import headings, numeric, report_csv, report_excel, report_pdf, row_texts, sum_texts
from fordran.actions.reports.one_moment import look
from fordran.actions.reports.statement import statement_document, statement_report
from fordran.console.downloads import download
from fordran.console.report_table import REPORTS, ReportPage
from fordran.documents.reports.statement import StatementDocument, render
from fordran.domain.books.report import Report
from fordran.domain.days import ONE_DAY
from fordran.resources.creditors import CREDITORS
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.scope import OPERATOR
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

MOST_ROWS = 500
MOST_SECONDS = 60
"""A report may have more pages than a letter."""
EARLIEST = date(1900, 1, 1)
"""Days are counted from no earlier year anywhere."""
FORMS = ("csv", "xlsx", "pdf")


@dataclass(frozen=True)
class ReportQuery:
    """The query for a report."""

    page: ReportPage
    first: date
    last: date
    today: date
    creditor: str | None


@dataclass(frozen=True)
class MadeReport:
    """A report, and of a statement its paper."""

    report: Report
    paper: StatementDocument | None = None


async def reports_page(visit: Visit) -> Response:
    """Which reports there are."""
    shown = [page for page in REPORTS.values() if may_see(visit, page)]
    return visit.render(
        "reports.html",
        reports=[(page.name, title(visit, page.name), visit.t.of("report", page.name, "about")) for page in shown],
    )


def may_see(visit: Visit, page: ReportPage) -> bool:
    """Whether the visitor may see the report: what is no creditor's is the operator's."""
    return visit.signed_in.level == OPERATOR or not page.is_operators


def title(visit: Visit, name: str) -> str:
    """The title of a report in the visitor's language."""
    return visit.t.of("report", name)


async def report_page(visit: Visit) -> Response:
    """A report as a table, with its plot."""
    page = _page(visit)

    async def read(tx: Connection) -> tuple[list[Values], ReportQuery | None, MadeReport | None, bool]:
        today = await look(tx, clock.now())
        creditors = await _creditors(visit, tx)
        asked = _asked(visit, page, today, creditors)
        made = None if asked is None else await _made(visit, tx, asked)
        return creditors, asked, made, not page.is_operators or await in_force(tx, visit.settings.four_eyes)

    creditors, asked, made, takes_two = await visit.database.look(read)
    t = visit.t
    report = made.report if made else None
    rows = row_texts(report, t.language, t.language) if report else []
    return visit.render(
        "report.html",
        page=page,
        title=title(visit, page.name),
        about=t.of("report", page.name, "about"),
        asked=asked,
        takes_two=takes_two,
        creditors=[("", t("console.all"))] * _may_ask_all(visit, page)
        + [(one["_id"], one["name"]) for one in creditors],
        files=[(form, _file(page, form, asked)) for form in FORMS] if asked else [],
        headings=headings(report, t.language) if report else [],
        are_numbers=numeric(report) if report else [],
        rows=rows[:MOST_ROWS],
        left_out=max(len(rows) - MOST_ROWS, 0),
        sums=sum_texts(report, t.language, t.language) if report else [],
        plot=page.draw(report, t) if report and report.rows and page.draw else None,
    )


async def report_file(visit: Visit) -> Response:
    """The same as a file."""
    page, form = _page(visit), visit.path["form"]
    if form not in FORMS:
        raise NoSuchPage

    async def read(tx: Connection) -> tuple[ReportQuery, MadeReport]:
        today = await look(tx, clock.now())
        asked = _asked(visit, page, today, await _creditors(visit, tx))
        if asked is None:
            raise NoSuchPage
        return asked, await _made(visit, tx, asked)

    asked, made = await visit.database.look(read)
    content = await _content(visit, made, form, asked.today)
    return download(f"{page.name}-{asked.last}.{form}", form, content)


async def _content(visit: Visit, made: MadeReport, form: str, today: date) -> bytes:
    language = visit.t.language
    if form == "csv":
        return await asyncio.to_thread(report_csv, made.report, language)
    if form == "xlsx":
        return await asyncio.to_thread(report_excel, made.report, language)
    owner = visit.signed_in.user
    if made.paper:
        return await RENDERERS.render(owner, render, made.paper, seconds=MOST_SECONDS)
    given = (made.report, visit.settings.operator.name, today, language)
    return await RENDERERS.render(owner, report_pdf, *given, seconds=MOST_SECONDS)


def _page(visit: Visit) -> ReportPage:
    page = REPORTS.get(visit.path["name"])
    if page is None or not may_see(visit, page):
        raise NoSuchPage
    return page


async def _creditors(visit: Visit, tx: Connection) -> list[Values]:
    """The creditors that the visitor may ask about, by name."""
    return await visit.read(tx, CREDITORS, sort=(("name", False),), projection={"name": True})


def _may_ask_all(visit: Visit, page: ReportPage) -> bool:
    """Whether a report may be of every creditor: to the operator alone all are its own."""
    return visit.signed_in.level == OPERATOR and not page.needs_creditor


def _asked(visit: Visit, page: ReportPage, today: date, creditors: list[Values]) -> ReportQuery | None:
    """The query of the address, without invalid parts. None if there is no creditor to ask about."""
    ids = [one["_id"] for one in creditors]
    wanted = visit.query.get("creditor", "")
    creditor = wanted if wanted in ids else None
    if creditor is None and not _may_ask_all(visit, page):
        creditor = ids[0] if ids else None
        if creditor is None:
            return None
    usual_last = today.replace(day=1) - ONE_DAY if page.needs_creditor else today
    last = min(_day(visit, "to") or usual_last, today)
    first = last if page.begins is None else _day(visit, "from") or page.begins(last)
    return ReportQuery(page, min(first, last), last, today, None if page.is_operators else creditor)


def _day(visit: Visit, name: str) -> date | None:
    day = visit.day(name)
    return day if day and day >= EARLIEST else None


async def _made(visit: Visit, tx: Connection, asked: ReportQuery) -> MadeReport:
    if asked.page.needs_creditor:
        assert asked.creditor is not None
        days = (asked.first, asked.last, asked.today)
        paper = await statement_document(tx, visit.settings.operator, asked.creditor, *days, visit.t.language)
        return MadeReport(statement_report(paper), paper)
    return MadeReport(await asked.page.make(tx, asked.first, asked.last, asked.creditor))


def _file(page: ReportPage, form: str, asked: ReportQuery) -> str:
    given = {"to": asked.last.isoformat()} | ({"creditor": asked.creditor} if asked.creditor else {})
    if page.begins is not None:
        given["from"] = asked.first.isoformat()
    return f"/console/reports/{page.name}/{form}?{urlencode(given)}"
