"""`fordran report`: what the books say, for whoever keeps them; on the terminal, for programs, and as files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from fordran import clock
from fordran.actions.reports.cohorts import cohorts
from fordran.actions.reports.fees import fees
from fordran.actions.reports.owed_to_debtors import owed_to_debtors
from fordran.actions.reports.recovery import recovery
from fordran.actions.reports.vat import vat
from fordran.actions.reports.write_offs import write_offs
from fordran.commands.options import Data, DatabaseUrl, Json, load
from fordran.commands.report_forms import Paper, Picture, bars, check_form, curves, give
from fordran.commands.report_options import (
    At,
    Form,
    From,
    OfCreditor,
    Output,
    Printed,
    To,
    Tongue,
    Words,
    past_day,
    period,
)
from fordran.domain.books.ages import AGES
from fordran.domain.books.report import Report
from fordran.store.connections.database import Connection

if TYPE_CHECKING:
    from fordran.documents.reports.statement import StatementDocument
    from fordran.operator import Operator


app = typer.Typer(name="report", help="Reports on the money.", no_args_is_help=True, add_completion=False)


Make: TypeAlias = Callable[[Connection, date], Awaitable[Report]]
"""What makes a report in a transaction, on the business day that it is given."""


@dataclass(frozen=True)
class _Asked:
    """Where a report is made, and how it is given."""

    ctx: typer.Context
    data: Path | None
    database_url: str | None
    form: Form
    output: Path | None
    language: Tongue

    def made(self, make: Make, picture: Picture | None = None, *, tells: bool = False) -> Report:
        """Make a report of one moment, however long it takes, and give it; most do not tell how far they have come."""
        from fordran.actions.reports.one_moment import look
        from fordran.commands.installation import looked, opened
        from fordran.commands.progress import ticking

        check_form(self.form, self.output)
        with opened(load(self.ctx, self.data, self.database_url)) as settings:

            async def work(tx: Connection) -> tuple[Report, date]:
                today = await look(tx, clock.now())
                return await make(tx, today), today

            with nullcontext() if tells else ticking("The report"):
                report, today = looked(settings, work)
        give(report, self.form, self.output, self.paper(settings.operator, today), picture)
        return report

    def paper(self, operator: Operator, today: date) -> Paper:
        """What a report on paper says of itself."""
        return Paper(operator.name, today, self.language.language)


@app.command("reconciliation")
def reconciliation_command(
    ctx: typer.Context,
    first: From = "",
    last: To = "",
    form: Printed = Form.TABLE,
    output: Output = None,
    language: Words = Tongue.SV,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Client funds day by day: what the bank says and the books say, what is under way, and whose it is, to the öre."""
    from fordran.actions.books.reconciliation import reconciliation

    async def make(tx: Connection, today: date) -> Report:
        return await reconciliation(tx, *period(first, last, today, lambda ends: ends - timedelta(days=30)))

    asked = _Asked(ctx, data, database_url, Form.JSON if as_json else form, output, language)
    picture = bars(("day",), ("owed_to_creditors", "own_fees", "owed_to_debtors", "suspense"))
    report = asked.made(make, picture)
    if any(any(report.values(name)) for name in ("difference", "owed_differs_by", "documents_differ_by")):
        raise typer.Exit(1)


def _add_of_a_day(
    name: str,
    says: str,
    make_at: Callable[[Connection, date, str | None], Awaitable[Report]],
    picture: Picture | None,
    *,
    tells: bool = False,
) -> None:
    @app.command(name, help=says)
    def command(
        ctx: typer.Context,
        at: At = "",
        creditor: OfCreditor = None,
        form: Printed = Form.TABLE,
        output: Output = None,
        language: Words = Tongue.SV,
        as_json: Json = False,
        data: Data = None,
        database_url: DatabaseUrl = None,
    ) -> None:
        async def make(tx: Connection, today: date) -> Report:
            return await make_at(tx, past_day(at, today), creditor)

        asked = _Asked(ctx, data, database_url, Form.JSON if as_json else form, output, language)
        asked.made(make, picture, tells=tells)


def _add_of_a_period(
    name: str,
    says: str,
    make_of: Callable[[Connection, date, date, str | None], Awaitable[Report]],
    begins: Callable[[date], date],
    picture: Picture | None = None,
) -> None:
    @app.command(name, help=says)
    def command(
        ctx: typer.Context,
        first: From = "",
        last: To = "",
        creditor: OfCreditor = None,
        form: Printed = Form.TABLE,
        output: Output = None,
        language: Words = Tongue.SV,
        as_json: Json = False,
        data: Data = None,
        database_url: DatabaseUrl = None,
    ) -> None:
        async def make(tx: Connection, today: date) -> Report:
            return await make_of(tx, *period(first, last, today, begins), creditor)

        _Asked(ctx, data, database_url, Form.JSON if as_json else form, output, language).made(make, picture)


async def _ageing(tx: Connection, at: date, creditor: str | None) -> Report:
    from fordran.actions.reports.ageing import ageing
    from fordran.commands.progress import passing

    with passing(0, "cases") as tell:
        return await ageing(tx, at, creditor, tell)


def _year(day: date) -> date:
    return day.replace(month=1, day=1)


_add_of_a_day(
    "ageing",
    "Open claims by creditor and by how long they had been due on a day, by what was known then.",
    _ageing,
    bars(("creditor",), AGES),
    tells=True,
)
_add_of_a_period(
    "recovery",
    "What was recovered, by creditor and month; from the beginning unless --from says otherwise.",
    recovery,
    lambda _: date.min,
    bars(("month", "creditor"), ("capital_recovered", "interest_recovered", "costs_recovered")),
)
_add_of_a_day(
    "cohorts",
    "The share of what was registered in each month that had been paid after 0 to 360 days; as a picture, curves.",
    cohorts,
    curves,
)
_add_of_a_period(
    "fees",
    "Fee income and the creditors' commission, by month, creditor and fee; the year so far by default.",
    fees,
    _year,
    bars(("month", "creditor"), ("fee_income_after_commission", "commission")),
)
_add_of_a_period(
    "vat",
    "VAT on invoices in creditors' names and on commission, by month, creditor and rate; the year so far by default.",
    vat,
    _year,
)
_add_of_a_period(
    "write-offs",
    "What was written off, by month, creditor and reason; the year so far by default.",
    write_offs,
    _year,
    bars(("month", "creditor"), ("capital", "interest", "costs")),
)


@app.command("statement")
def statement_command(
    ctx: typer.Context,
    creditor: Annotated[str, typer.Option("--creditor", metavar="ID", help="Whose statement.")],
    first: From = "",
    last: To = "",
    form: Printed = Form.TABLE,
    output: Output = None,
    language: Words = Tongue.SV,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """A creditor's statement of the month before this one, or of another period; as PDF, the paper to send it."""
    from fordran.actions.reports.one_moment import look
    from fordran.actions.reports.statement import statement_document, statement_report
    from fordran.commands.installation import looked, opened
    from fordran.commands.progress import ticking
    from fordran.documents.reports.statement import render
    from fordran.domain.days import ONE_DAY

    asked = _Asked(ctx, data, database_url, Form.JSON if as_json else form, output, language)
    check_form(asked.form, output)
    with opened(load(ctx, data, database_url)) as settings:

        async def work(tx: Connection) -> StatementDocument:
            today = await look(tx, clock.now())
            ended = today.replace(day=1) - ONE_DAY
            days = period(first, last or ended.isoformat(), today, lambda ends: ends.replace(day=1))
            return await statement_document(tx, settings.operator, creditor, *days, today, language.language)

        with ticking("The statement"):
            document = looked(settings, work)
    paper = asked.paper(settings.operator, document.dated)
    give(statement_report(document), asked.form, output, paper, None, lambda: render(document))


_add_of_a_day(
    "owed-to-debtors",
    "What payers were owed on a day, case by case, and what waited for its case to be found.",
    owed_to_debtors,
    None,
)
