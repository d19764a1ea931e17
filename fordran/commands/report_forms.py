"""How `fordran report` gives a report: as a table on the terminal, JSON, CSV, Excel, PDF or a picture."""

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

import typer
from rich.console import Console
from rich.table import Table

from fordran.actions.reports.files import (
    headings,
    numeric,
    report_csv,
    report_excel,
    report_pdf,
    row_texts,
    sum_texts,
)
from fordran.actions.reports.headings import heading_of, title_of
from fordran.commands.report_options import ReportFormat
from fordran.domain.books.cohorts import AFTER_DAYS
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.languages import Language
from fordran.formats.curves import Curve, curve_chart
from fordran.formats.plot import Bar, bar_chart
from fordran.outside.order_files import write_whole
from fordran.shape.wire import kronor
from fordran.texts.catalogue import texts
from fordran.texts.numbers import kronor_text, number_text

Picture: TypeAlias = Callable[[Report, Language], str]
"""A function that draws a report as SVG."""


_BY_SUFFIX = {f".{form}": form for form in ReportFormat if form is not ReportFormat.TABLE} | {
    ".txt": ReportFormat.TABLE
}


class NoSuchForm(Exception):
    """A file of a kind that reports do not come in."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"A report cannot be written as {path.name!r}: end the name in {', '.join(_BY_SUFFIX)}.")


class NeedsFile(Exception):
    """A form that is no text, and is not for a terminal."""

    def __init__(self, form: ReportFormat) -> None:
        super().__init__(f"A report in {form} needs a file: --output FILE.{form}.")


class NoChart(Exception):
    """A report of which no picture is drawn."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"There is no picture of {report.name or report.title}.")


@dataclass(frozen=True)
class ReportPaper:
    """Additional data of a report on paper: owner, date and language."""

    operator: str
    dated: date
    language: Language


def chosen_form(form: ReportFormat, output: Path | None) -> ReportFormat:
    """The form that was asked for; where none was, the one that the file's name ends in."""
    if form is not ReportFormat.TABLE or output is None:
        return form
    if output.suffix.lower() not in _BY_SUFFIX:
        raise NoSuchForm(output)
    return _BY_SUFFIX[output.suffix.lower()]


def check_form(form: ReportFormat, output: Path | None) -> None:
    """Refuse what cannot be written, before the work of making the report."""
    if chosen_form(form, output) in (ReportFormat.XLSX, ReportFormat.PDF) and output is None:
        raise NeedsFile(form)


def give(
    report: Report,
    form: ReportFormat,
    output: Path | None,
    paper: ReportPaper,
    picture: Picture | None,
    pdf: Callable[[], bytes] | None = None,
) -> None:
    """Print the report, or write it to a file; `pdf` makes the paper of a report that has one of its own."""
    check_form(form, output)
    content = _content(report, chosen_form(form, output), paper, picture, pdf)
    if output is None:
        typer.echo(content, nl=False)
    else:
        write_whole(output.absolute(), iter([content]))


def _content(
    report: Report,
    form: ReportFormat,
    paper: ReportPaper,
    picture: Picture | None,
    pdf: Callable[[], bytes] | None,
) -> bytes:
    match form:
        case ReportFormat.TABLE:
            return _table(report, paper.language).encode()
        case ReportFormat.JSON:
            return (json.dumps(documents(report), ensure_ascii=False) + "\n").encode()
        case ReportFormat.CSV:
            return report_csv(report, paper.language)
        case ReportFormat.XLSX:
            return report_excel(report, paper.language)
        case ReportFormat.PDF:
            return pdf() if pdf else report_pdf(report, paper.operator, paper.dated, paper.language)
        case ReportFormat.SVG:
            if picture is None:
                raise NoChart(report)
            return picture(report, paper.language).encode()


def _table(report: Report, language: Language) -> str:
    table = Table(title=title_of(report, language), title_justify="left")
    sums = sum_texts(report, language)
    for place, (heading, is_number) in enumerate(zip(headings(report, language), numeric(report), strict=True)):
        table.add_column(heading, sums[place] if sums else "", justify="right" if is_number else "left")
    table.show_footer = bool(sums)
    for row in row_texts(report, language):
        table.add_row(*row)
    # Names are text, whatever brackets and colons are in them.
    console = Console(file=io.StringIO(), width=200, markup=False, emoji=False, highlight=False)
    console.print(table)
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return written


def documents(report: Report) -> list[dict[str, Any]]:
    """The rows for programs: by the columns' own names, amounts in kronor, without what is empty."""
    return [
        {
            column: _plain(report, column, value)
            for column, value in zip(report.columns, row, strict=True)
            if value is not None
        }
        for row in report.rows
    ]


def _plain(report: Report, column: str, value: ReportValue) -> Any:
    if isinstance(value, int) and column in report.amounts:
        return kronor(value)
    if isinstance(value, Decimal):
        return float(value)
    return value.isoformat() if isinstance(value, date) else value


def bars(labels: Sequence[str], series: Sequence[str]) -> Picture:
    """A picture with a bar for each row, called by some columns and made of the amounts of others."""

    def drawn(report: Report, language: Language) -> str:
        columns = [report.values(column) for column in series]
        names = [report.values(column) for column in labels]
        rows = range(len(report.rows))
        made = [
            Bar(" ".join(str(of[row]) for of in names), tuple(int(str(of[row] or 0)) for of in columns)) for row in rows
        ]
        named = [heading_of(column, language) for column in series]
        return bar_chart(title_of(report, language), named, made, kronor_text)

    return drawn


def curves(report: Report, language: Language) -> str:
    """A picture with a curve for each month of registration."""
    places = len(report.columns) - len(AFTER_DAYS)
    made = [Curve(str(row[0]), tuple(_share(value) for value in row[places:])) for row in report.rows]
    axis = texts(language).area("statement")["days_after"]
    return curve_chart(title_of(report, language), axis, AFTER_DAYS, made, number_text)


def _share(value: ReportValue) -> Decimal | None:
    return value if isinstance(value, Decimal) else None
