"""Tables as files that a spreadsheet opens in Sweden: CSV with semicolons and decimal commas, and Excel.

Numbers are numbers and days are days in both. A text that a spreadsheet would take for a formula is marked as text: in
CSV by the apostrophe that they all know, in Excel by the cell's own mark.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias, cast

from fordran.domain.written import ungrouped_text

if TYPE_CHECKING:
    from openpyxl.cell import Cell as ExcelCell
    from openpyxl.worksheet.worksheet import Worksheet

OutputCell: TypeAlias = str | int | Decimal | date | None
"""A `Decimal` is shown with the decimals that it has."""

BYTE_ORDER_MARK = "\ufeff"
"""By which Excel sees that a CSV file is UTF-8."""

BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

LONGEST_SHEET_TITLE = 31
MOST_EXCEL_ROWS = 1 << 20
_NOT_IN_A_TITLE = str.maketrans(dict.fromkeys(r"[]:*?/\'", " "))
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_WIDEST, _NARROWEST = 60, 8


class TooManyRows(Exception):
    """More rows than a sheet of Excel's has."""

    def __init__(self, rows: int) -> None:
        super().__init__(f"The table has {rows} rows, more than a sheet of Excel's has: write it as CSV.")


def is_like_a_formula(text: str) -> bool:
    """Whether a spreadsheet would reckon a text out; blanks before it do not keep it from that.

    >>> is_like_a_formula("=1+1"), is_like_a_formula(" @SUM(A1)"), is_like_a_formula("AB Bolaget")
    (True, True, False)
    """
    return text.lstrip(" ").startswith(BEGINS_A_FORMULA)


def make_csv(headings: Sequence[str], rows: Iterable[Sequence[OutputCell]]) -> bytes:
    """The table as CSV, in UTF-8 with a byte order mark."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    writer.writerow(map(_csv_cell, headings))
    writer.writerows(map(_csv_cell, row) for row in rows)
    return (BYTE_ORDER_MARK + file.getvalue()).encode()


def _csv_cell(value: OutputCell) -> str:
    match value:
        case None:
            return ""
        case date():
            return value.isoformat()
        case str():
            return f"'{value}" if is_like_a_formula(value) else value
        case _:
            return ungrouped_text(value)


def make_excel(title: str, headings: Sequence[str], rows: Sequence[Sequence[OutputCell]]) -> bytes:
    """The table as a workbook of one sheet, whose headings stay in sight and can be filtered by."""
    from openpyxl import Workbook  # large, and seldom needed
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    if len(rows) >= MOST_EXCEL_ROWS:
        raise TooManyRows(len(rows))
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = title.translate(_NOT_IN_A_TITLE)[:LONGEST_SHEET_TITLE]
    for column, heading in enumerate(headings, 1):
        cell = _put(sheet, 1, column, heading)
        cell.font = Font(bold=True)
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    for number, row in enumerate(rows, 2):
        for column, value in enumerate(row, 1):
            _put(sheet, number, column, value)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(headings))}{len(rows) + 1}"
    for column, heading in enumerate(headings, 1):
        sheet.column_dimensions[get_column_letter(column)].width = _width(heading, [row[column - 1] for row in rows])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _put(sheet: Worksheet, row: int, column: int, value: OutputCell) -> ExcelCell:
    cell = cast("ExcelCell", sheet.cell(row, column))  # nothing is merged
    if isinstance(value, str):
        # A text is put in as one whatever it begins with; no character that XML forbids is in it.
        cell.value = _NOT_IN_XML.sub("", value)
        cell.data_type = "s"
        cell.quotePrefix = is_like_a_formula(value)
    elif value is not None:
        cell.value = value
        cell.number_format = _number_format(value)
    return cell


def _number_format(value: int | Decimal | date) -> str:
    """The Excel format of a value; where the reader's Excel is Swedish it shows a comma and blanks between groups."""
    if isinstance(value, date):
        return "yyyy-mm-dd"
    if isinstance(value, int):
        return "0"
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int), "a number of a table is finite"
    return "#,##0" + ("." + "0" * -exponent if exponent < 0 else "")


def _width(heading: str, values: Sequence[OutputCell]) -> int:
    """Wide enough for the values of the column; a heading may be broken between its words."""
    words = [len(word) for word in heading.split()]
    longest = max([*words, *(len(_csv_cell(value)) for value in values[:1000])], default=0)
    return min(max(longest + 3, _NARROWEST), _WIDEST)
