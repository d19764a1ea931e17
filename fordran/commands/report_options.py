"""Options of `fordran report`: the day or the period, the owner, the format and the language."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fordran.commands.run import PrintingRun
from fordran.domain.languages import SWEDISH
from fordran.texts.languages import LanguageChoice


class ReportFormat(StrEnum):
    """How a report is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"
    PDF = "pdf"
    SVG = "svg"


At = Annotated[str, typer.Option("--at", metavar="DATE", help="The day, as things stood at its end; today by default.")]
From = Annotated[str, typer.Option("--from", metavar="DATE", help="The first day.")]
To = Annotated[str, typer.Option("--to", metavar="DATE", help="The last day; today by default.")]
OfCreditor = Annotated[str | None, typer.Option("--creditor", metavar="ID", help="One creditor; all by default.")]


@dataclass(frozen=True)
class ReportRun(PrintingRun):
    """A run of a report: its form, its file and its language."""

    form: Annotated[
        ReportFormat,
        typer.Option("--format", help="A table, JSON, CSV, Excel, PDF or a picture; by default as the file is called."),
    ] = ReportFormat.TABLE
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="A file: .csv, .xlsx, .pdf, .svg, .json or .txt.")
    ] = None
    language: Annotated[LanguageChoice, typer.Option("--language", help="The language of headings.")] = SWEDISH

    @property
    def asked_form(self) -> ReportFormat:
        """The form that was asked for."""
        return ReportFormat.JSON if self.as_json else self.form


class NotADay(Exception):
    """A text that is no date."""


class NotYet(Exception):
    """A day of which nobody can report."""


def period(first: str, last: str, today: date, begins: Callable[[date], date]) -> tuple[date, date]:
    """The first and the last day; where no first one was given, `begins` says it of the last."""
    ends = day_of(last) if last else today
    days = (day_of(first) if first else begins(ends)), ends
    if days[1] < days[0]:
        from fordran.actions.books.export_sie import PeriodIsBackwards

        raise PeriodIsBackwards(f"The period ends on {days[1]}, before it begins on {days[0]}.")
    return days


def past_day(at: str, today: date) -> date:
    """The day that was given, which has to have come; today where none was."""
    day = day_of(at) if at else today
    if day > today:
        raise NotYet(f"It is {today}: nobody knows yet what will be known on {day}.")
    return day


def day_of(text: str) -> date:
    """A day as it is typed."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotADay(f"{text!r} is no day: write it as 2026-03-03.") from None
