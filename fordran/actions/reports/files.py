"""Reports as files: CSV and Excel for spreadsheets, PDF for paper, SVG as a picture. Numbers are written as Swedes do."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from fordran.actions.reports.headings import code_text, heading_of, title_of
from fordran.documents.reports.report import ReportDocument, render_report
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.languages import SWEDISH, Language
from fordran.domain.written import kronor_number
from fordran.formats.tables_making import OutputCell, make_csv, make_excel
from fordran.texts.catalogue import texts
from fordran.texts.numbers import kronor_text, number_text

_WRITTEN_AS_THEY_ARE = frozenset({"creditor_number", "ocr_number"})
"""Numbers that are names: no groups, since nobody reckons with them."""


def headings(report: Report, language: Language) -> list[str]:
    """The headings of the columns."""
    return [heading_of(column, language) for column in report.columns]


def cells(report: Report, language: Language) -> list[list[OutputCell]]:
    """The rows as a spreadsheet has them: amounts in kronor, codes in words."""
    return [
        [_cell(report, column, value, language) for column, value in zip(report.columns, row, strict=True)]
        for row in report.rows
    ]


def _cell(report: Report, column: str, value: ReportValue, language: Language) -> OutputCell:
    if isinstance(value, int) and column in report.amounts:
        return kronor_number(value)
    if isinstance(value, str) and column in report.codes:
        return code_text(column, value, language)
    return value


def row_texts(report: Report, language: Language, numbers: Language = SWEDISH) -> list[list[str]]:
    """The rows as people read them, with numbers as on paper; a page may have them as its other numbers are."""
    return [
        [_text(report, column, value, language, numbers) for column, value in zip(report.columns, row, strict=True)]
        for row in report.rows
    ]


def _text(report: Report, column: str, value: ReportValue, language: Language, numbers: Language) -> str:
    match value:
        case None:
            return ""
        case int() if column in report.amounts:
            return kronor_text(value, numbers)
        case str() if column in report.codes:
            return code_text(column, value, language)
        case int() | Decimal() if column not in _WRITTEN_AS_THEY_ARE:
            return number_text(value, numbers)
        case _:
            return str(value)


def sum_texts(report: Report, language: Language, numbers: Language = SWEDISH) -> list[str]:
    """The last row as people read it; none where rows are not to be added, or are fewer than two."""
    if not report.is_summed or len(report.rows) < 2:
        return []
    sums = ["" if amount is None else kronor_text(amount, numbers) for amount in report.sums()]
    return [texts(language).area("statement")["sum"], *sums[1:]]


def numeric(report: Report) -> list[bool]:
    """Which columns hold numbers to reckon with."""
    return [
        column in report.amounts
        or (
            column not in _WRITTEN_AS_THEY_ARE
            and any(isinstance(value, int | Decimal) for value in report.values(column))
        )
        for column in report.columns
    ]


def report_csv(report: Report, language: Language) -> bytes:
    """The report as CSV."""
    return make_csv(headings(report, language), cells(report, language))


def report_excel(report: Report, language: Language) -> bytes:
    """The report as a workbook."""
    return make_excel(title_of(report, language), headings(report, language), cells(report, language))


def report_pdf(report: Report, operator: str, dated: date, language: Language) -> bytes:
    """The report as a table on paper."""
    return render_report(
        ReportDocument(
            title=title_of(report, language),
            days=report.days,
            headings=headings(report, language),
            are_numbers=numeric(report),
            rows=row_texts(report, language),
            sums=sum_texts(report, language),
            operator=operator,
            dated=dated,
            language=language,
        )
    )
