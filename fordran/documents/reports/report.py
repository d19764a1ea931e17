"""Any report as a table on paper, A4 on its side."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.documents.printable import MOST_OF_A_NAME, printable
from fordran.documents.typesetting import typeset
from fordran.domain.languages import SWEDISH, Language
from fordran.domain.written import period_text
from fordran.texts.catalogue import texts


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """All that is printed of it; cells are text already."""

    title: str
    days: tuple[date, ...]
    """The day that it is of, or the first and the last."""
    headings: Sequence[str]
    are_numbers: Sequence[bool]
    """Which columns hold numbers, which stand to the right."""
    rows: Sequence[Sequence[str]]
    sums: Sequence[str]
    """The last row; empty where there is none."""
    operator: str
    dated: date
    language: Language = SWEDISH


def render_report(document: ReportDocument) -> bytes:
    """The report as PDF; the same report always gives the same bytes."""
    return typeset("report", printed_report(document), document.dated)


def printed_report(document: ReportDocument) -> dict[str, Any]:
    """All that the template shows."""
    words = texts(document.language).area("statement")
    made = words["report_date"].format(date=document.dated, operator=printable(document.operator, most=MOST_OF_A_NAME))
    return {
        "language": document.language,
        "title": document.title,
        "author": printable(document.operator, most=MOST_OF_A_NAME),
        "date": [document.dated.year, document.dated.month, document.dated.day],
        "days": _days(document),
        "made": made,
        "page": texts(document.language).area("document")["page"],
        "headings": list(document.headings),
        "are_numbers": list(document.are_numbers),
        "rows": [[printable(cell, most=MOST_OF_A_NAME) for cell in row] for row in document.rows],
        "sums": list(document.sums),
        "nothing": words["nothing"],
    }


def _days(document: ReportDocument) -> str:
    words = texts(document.language).area("statement")
    match document.days:
        case (only,):
            return words["at"].format(date=only)
        case (first, last) if first == date.min:
            return words["up_to"].format(date=last)
        case (first, last):
            return period_text(first, last)
        case _:
            return ""
