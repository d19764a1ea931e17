"""`fordran report`: client funds day by day, open claims by age, recovery by month; as a table, JSON, CSV or a picture."""

import csv
import io
import json
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from fordran import clock
from fordran.actions.books.reconciliation import reconciliation
from fordran.actions.books.reports import AGES, Report, ageing, recovery
from fordran.commands.installation import in_transaction, opened
from fordran.commands.options import Data, DatabaseUrl, Json, load
from fordran.domain.money import kronor_text
from fordran.formats.plot import Bar, bar_chart
from fordran.outside.order_files import write_whole
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import business_day

app = typer.Typer(name="report", help="Reports on the money.", no_args_is_help=True)


class Form(StrEnum):
    """How a report is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    SVG = "svg"


From = Annotated[str, typer.Option("--from", metavar="DATE", help="The first day; 30 days back by default.")]
To = Annotated[str, typer.Option("--to", metavar="DATE", help="The last day; today by default.")]
Printed = Annotated[Form, typer.Option("--format", help="A table, JSON, CSV or a picture in SVG.")]
Output = Annotated[Path | None, typer.Option("--output", help="A file to write it to.")]


class NotADay(Exception):
    """A text that is no date."""


@app.command("reconciliation")
def reconciliation_command(
    ctx: typer.Context,
    first: From = "",
    last: To = "",
    form: Printed = Form.TABLE,
    output: Output = None,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Client funds day by day: what the bank says and the books say, what is under way, and whose it is, to the öre."""
    with opened(load(ctx, data, database_url)) as settings:

        async def work(tx: Connection) -> Report:
            begins, ends = await _period(tx, first, last)
            return await reconciliation(tx, begins, ends)

        report = in_transaction(settings, work)
    _print(report, Form.JSON if as_json else form, output, "day", report.columns[7:11])
    wrong = [report.columns.index(name) for name in ("difference", "owed_differs_by", "documents_differ_by")]
    if any(row[place] for row in report.rows for place in wrong):
        raise typer.Exit(1)


@app.command("ageing")
def ageing_command(
    ctx: typer.Context,
    form: Printed = Form.TABLE,
    output: Output = None,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Open claims by creditor and by how long they have been due."""
    with opened(load(ctx, data, database_url)) as settings:

        async def work(tx: Connection) -> Report:
            return await ageing(tx, await business_day(tx, clock.now()))

        report = in_transaction(settings, work)
    _print(report, Form.JSON if as_json else form, output, "creditor", AGES)


@app.command("recovery")
def recovery_command(
    ctx: typer.Context,
    first: From = "",
    last: To = "",
    form: Printed = Form.TABLE,
    output: Output = None,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """What was recovered, by creditor and month."""
    with opened(load(ctx, data, database_url)) as settings:

        async def work(tx: Connection) -> Report:
            begins, ends = await _period(tx, first or "0001-01-01", last)
            return await recovery(tx, begins, ends)

        report = in_transaction(settings, work)
    _print(report, Form.JSON if as_json else form, output, "month", report.columns[4:7])


async def _period(tx: Connection, first: str, last: str) -> tuple[date, date]:
    ends = day_of(last) if last else await business_day(tx, clock.now())
    return (day_of(first) if first else ends - timedelta(days=30)), ends


def day_of(text: str) -> date:
    """A day as it is typed."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotADay(f"{text!r} is no day: write it as 2026-03-03.") from None


def _print(report: Report, form: Form, output: Path | None, label: str, series: tuple[str, ...]) -> None:
    text = {
        Form.TABLE: lambda: _table(report),
        Form.JSON: lambda: json.dumps(_documents(report), ensure_ascii=False) + "\n",
        Form.CSV: lambda: _csv(report),
        Form.SVG: lambda: _picture(report, label, series),
    }[form]()
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output.absolute(), iter([text.encode()]))


def _table(report: Report) -> str:
    table = Table(title=report.title, title_justify="left")
    for column in report.columns:
        table.add_column(column.replace("_", " "), justify="right" if column in report.amounts else "left")
    for row in report.rows:
        table.add_row(*(_cell(report, column, value) for column, value in zip(report.columns, row, strict=True)))
    console = Console(file=io.StringIO(), width=200)
    console.print(table)
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return written


def _cell(report: Report, column: str, value: Any) -> str:
    if value is None:
        return ""
    return kronor_text(value, "en") if column in report.amounts else str(value)


def _documents(report: Report) -> list[dict[str, Any]]:
    return [
        {
            column: _plain(report, column, value)
            for column, value in zip(report.columns, row, strict=True)
            if value is not None
        }
        for row in report.rows
    ]


def _plain(report: Report, column: str, value: Any) -> Any:
    if column in report.amounts:
        return kronor(value)
    if isinstance(value, Decimal):
        return float(value)
    return value.isoformat() if isinstance(value, date) else value


_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def _marked(value: Any) -> Any:
    """The value as a cell. A text that a spreadsheet would reckon out is marked as text, by the sign that they all know."""
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(_BEGINS_A_FORMULA) else value


def _csv(report: Report) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(report.columns)
    for row in report.rows:
        writer.writerow(
            _marked(None if value is None else _plain(report, column, value))
            for column, value in zip(report.columns, row, strict=True)
        )
    return file.getvalue()


def _picture(report: Report, label: str, series: tuple[str, ...]) -> str:
    places = {column: place for place, column in enumerate(report.columns)}
    names = [label] if label in ("day", "creditor") else [label, "creditor"]
    bars = [
        Bar(" ".join(str(row[places[name]]) for name in names), tuple(row[places[name]] for name in series))
        for row in report.rows
    ]
    return bar_chart(report.title, series, bars)
