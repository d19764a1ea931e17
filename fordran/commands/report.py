"""`fordran report`: reports from the books, for bookkeepers; on the terminal, for programs, and as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fordran.commands.options import Data, DatabaseUrl, Json
from fordran.commands.report_options import (
    At,
    From,
    OfCreditor,
    Output,
    Printed,
    ReportFormat,
    To,
    Words,
)
from fordran.domain.languages import SWEDISH, Language

if TYPE_CHECKING:
    from fordran.commands.report_making import ReportTarget

app = typer.Typer(name="report", help="Reports on the money.", no_args_is_help=True, add_completion=False)


def _asked(
    ctx: typer.Context,
    data: Path | None,
    database_url: str | None,
    form: ReportFormat,
    output: Path | None,
    language: Language,
    *,
    as_json: bool,
) -> ReportTarget:
    from fordran.commands.report_making import ReportTarget

    return ReportTarget(ctx, data, database_url, ReportFormat.JSON if as_json else form, output, language)


@app.command("reconciliation")
def reconciliation_command(
    ctx: typer.Context,
    first: From = "",
    last: To = "",
    form: Printed = ReportFormat.TABLE,
    output: Output = None,
    language: Words = SWEDISH,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Client funds day by day: what the bank says and the books say, what is under way, and whose it is, to the öre."""
    asked = _asked(ctx, data, database_url, form, output, language, as_json=as_json)
    if not asked.reconciliation(first, last):
        raise typer.Exit(1)


def _add_of_a_day(name: str, says: str) -> None:
    @app.command(name, help=says)
    def command(
        ctx: typer.Context,
        at: At = "",
        creditor: OfCreditor = None,
        form: Printed = ReportFormat.TABLE,
        output: Output = None,
        language: Words = SWEDISH,
        as_json: Json = False,
        data: Data = None,
        database_url: DatabaseUrl = None,
    ) -> None:
        _asked(ctx, data, database_url, form, output, language, as_json=as_json).of_a_day(name, at, creditor)


def _add_of_a_period(name: str, says: str) -> None:
    @app.command(name, help=says)
    def command(
        ctx: typer.Context,
        first: From = "",
        last: To = "",
        creditor: OfCreditor = None,
        form: Printed = ReportFormat.TABLE,
        output: Output = None,
        language: Words = SWEDISH,
        as_json: Json = False,
        data: Data = None,
        database_url: DatabaseUrl = None,
    ) -> None:
        asked = _asked(ctx, data, database_url, form, output, language, as_json=as_json)
        asked.of_a_period(name, first, last, creditor)


_add_of_a_day("ageing", "Open claims by creditor and by how long they had been due on a day, by what was known then.")
_add_of_a_period(
    "recovery", "What was recovered, by creditor and month; from the beginning unless --from says otherwise."
)
_add_of_a_day(
    "cohorts",
    "The share of what was registered in each month that had been paid after 0 to 360 days; as a picture, curves.",
)
_add_of_a_period(
    "fees", "Fee income and the creditors' commission, by month, creditor and fee; the year so far by default."
)
_add_of_a_period(
    "vat",
    "VAT on invoices in creditors' names and on commission, by month, creditor and rate; the year so far by default.",
)
_add_of_a_period("write-offs", "What was written off, by month, creditor and reason; the year so far by default.")


@app.command("statement")
def statement_command(
    ctx: typer.Context,
    creditor: Annotated[str, typer.Option("--creditor", metavar="ID", help="Whose statement.")],
    first: From = "",
    last: To = "",
    form: Printed = ReportFormat.TABLE,
    output: Output = None,
    language: Words = SWEDISH,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """A creditor's statement of the month before this one, or of another period; as PDF, the paper to send it."""
    asked = _asked(ctx, data, database_url, form, output, language, as_json=as_json)
    asked.statement(creditor, first, last)


_add_of_a_day(
    "owed-to-debtors", "What payers were owed on a day, case by case, and what waited for its case to be found."
)
