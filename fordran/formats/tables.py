"""The rows of a file to import: CSV, Excel or JSON lines, recognised by its contents, each row with its number.

The first row of a CSV or Excel file names the columns. CSV may be separated by semicolon, comma or tab and written in
UTF-8, UTF-16 or Windows-1252; cells may hold line breaks in quotes. Rows come one at a time, so that a file may be of
any size. The number of a row is the one that a spreadsheet shows, where the header is row 1; in JSON lines it is the
line. An empty cell is left out. `table_documents` makes documents of the rows.
"""

import codecs
import csv
import io
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from itertools import chain
from typing import Any, AnyStr, BinaryIO, TypeAlias
from zipfile import ZipFile

from fordran.domain.message import Message

InputCell: TypeAlias = str | int | Decimal | bool | date
Row: TypeAlias = dict[str, Any]
"""Column to `InputCell`; a JSON line may hold objects and lists too."""

DELIMITERS = ";\t,"
CHUNK = 1 << 20
LONGEST_LINE = 1 << 20
MOST_COLUMNS = 1000
MOST_EXCEL_ROWS = 1 << 20
"""As many as a sheet of Excel's has."""
MOST_UNPACKED = 400 << 20
MOST_SHARED_TEXT = 40 << 20
"""Of a workbook's texts, which are held in memory all at once; its sheets are read row by row."""
MOST_PARTS = 1000


class BadTable(ValueError):
    """A file or row that cannot be read: the row, the column where there is one, and a sentence that says why.

    `why` is the same as a message, which pages show in the reader's language.
    """

    def __init__(self, row: int, column: str, sentence: str, why: Message) -> None:
        super().__init__(f"row {row}{f', column {column}' if column else ''}: {sentence}")
        self.row = row
        self.column = column
        self.sentence = sentence
        self.why = why


def read_table(stream: BinaryIO) -> Iterator[tuple[int, Row]]:
    """The rows with their numbers; the stream must be one that can be wound back."""
    begin = stream.tell()
    head = stream.read(CHUNK)
    stream.seek(begin)
    if head.startswith(b"PK\x03\x04"):
        return _excel_rows(stream)
    if head.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{"):
        return _json_rows(stream)
    return _csv_rows(stream, _encoding(stream, head))


def _json_rows(stream: BinaryIO) -> Iterator[tuple[int, Row]]:
    for number, line in enumerate(_lines(stream, b""), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode("utf-8-sig"), parse_float=Decimal, parse_constant=_no_number)
        except (ValueError, RecursionError) as wrong:
            raise BadTable(number, "", f"The line is no JSON: {wrong}.", Message("table.not_json")) from None
        except ArithmeticError:
            why = Message("table.not_json")
            raise BadTable(number, "", "The line has a number with too large an exponent.", why) from None
        if not isinstance(row, dict):
            raise BadTable(number, "", "The line should be a JSON object.", Message("table.not_json"))
        yield number, row


def _lines(stream: Any, end: AnyStr) -> Iterator[AnyStr]:
    """The lines of a stream, none of which fills the memory."""
    for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), end), 1):
        if len(line) >= LONGEST_LINE:
            why = Message("table.too_long", most=LONGEST_LINE)
            raise BadTable(number, "", f"The line is longer than {LONGEST_LINE} characters.", why)
        yield line


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _encoding(stream: BinaryIO, head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    # Without a mark, a UTF-16 file of our letters has a zero in every second byte.
    if head[1:2] == b"\0":
        return "utf-16-le"
    if head[:1] == b"\0":
        return "utf-16-be"
    begin = stream.tell()
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while chunk := stream.read(CHUNK):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252"
    finally:
        stream.seek(begin)
    return "utf-8-sig"


def _csv_rows(stream: BinaryIO, encoding: str) -> Iterator[tuple[int, Row]]:
    text = io.TextIOWrapper(stream, encoding=encoding, newline="")
    number = 0
    try:
        lines = _lines(text, "")
        first = next(lines, "")
        delimiter = _delimiter(first)
        if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=") + 1:
            # A line of its own may tell Excel the delimiter, and is no header.
            delimiter, first = first.strip()[-1], next(lines, "")
        header: Sequence[str] | None = None
        for cells in csv.reader(chain([first], lines), delimiter=delimiter, strict=True):
            number += 1
            _check_width(number, cells)
            values = [cell.strip() for cell in cells]
            if header is None:
                header = _header(values)
            elif any(values):
                yield number, _row(number, header, values)
    except UnicodeDecodeError:
        raise BadTable(
            number + 1,
            "",
            "The file is in no encoding that we read: UTF-8, UTF-16, Windows-1252.",
            Message("table.encoding"),
        ) from None
    except csv.Error as wrong:
        raise BadTable(number + 1, "", f"The row is no CSV: {wrong}.", Message("table.not_csv")) from None
    finally:
        # The stream is its opener's to close.
        text.detach()


def _delimiter(first: str) -> str:
    """The sign that separates the column names: the most frequent one outside quotes.

    Names hold none of the signs, whereas amounts hold commas, so that the header alone is asked.
    """
    outside = "".join(first.split('"')[::2])
    return max(DELIMITERS, key=outside.count)


def _header(values: Sequence[object]) -> list[str]:
    header = ["" if value is None else str(value).strip() for value in values]
    while header and not header[-1]:
        header.pop()
    for column, count in Counter(header).items():
        if column and count > 1:
            raise BadTable(1, column, "Two columns have the same name.", Message("table.column_twice"))
    if not any(header):
        raise BadTable(1, "", "The first row should name the columns.", Message("table.no_header"))
    return header


def _check_width(number: int, cells: Sequence[object]) -> None:
    if len(cells) > MOST_COLUMNS:
        why = Message("table.too_wide", most=MOST_COLUMNS)
        raise BadTable(number, "", f"The row has {len(cells)} cells; there may be at most {MOST_COLUMNS}.", why)


def _row(number: int, header: Sequence[str], values: Sequence[InputCell | None]) -> Row:
    row: Row = {}
    for place, value in enumerate(values):
        if value is None or value == "":
            continue
        column = header[place] if place < len(header) else ""
        if not column:
            why = Message("table.cell_without_column", place=place + 1)
            raise BadTable(number, "", f"Cell {place + 1} holds {str(value)[:40]!r} and its column has no name.", why)
        row[column] = value
    return row


def _excel_rows(stream: BinaryIO) -> Iterator[tuple[int, Row]]:
    from openpyxl import load_workbook  # large, and seldom needed

    number = 0
    try:
        _check_sizes(stream)
        workbook = load_workbook(stream, read_only=True, data_only=True)
        for number, row in _sheet_rows(workbook.worksheets[0]):
            yield number, row
        workbook.close()
    except BadTable:
        raise
    except Exception as wrong:  # noqa: BLE001  (the library has no error of its own: whatever a broken file makes it raise)
        raise BadTable(number, "", f"The file is no Excel workbook: {wrong}.", Message("table.not_excel")) from None


def _check_sizes(stream: BinaryIO) -> None:
    """Look at what the parts of a workbook say of their size before any is unpacked. None unpacks to more than it says."""
    with ZipFile(stream) as parts:
        sizes = {part.filename: part.file_size for part in parts.infolist()}
    stream.seek(0)
    shared = max((size for name, size in sizes.items() if not name.startswith("xl/worksheets/")), default=0)
    if len(sizes) > MOST_PARTS or sum(sizes.values()) > MOST_UNPACKED or shared > MOST_SHARED_TEXT:
        why = Message("table.workbook_too_large")
        raise BadTable(
            0, "", "The workbook is too large when it is unpacked; save it as CSV, or as several files.", why
        )


def _sheet_rows(sheet: Any) -> Iterator[tuple[int, Row]]:
    header: Sequence[str] | None = None
    for number, cells in enumerate(sheet.iter_rows(), 1):
        if number > MOST_EXCEL_ROWS:
            why = Message("table.workbook_too_large")
            raise BadTable(number, "", f"A sheet has at most {MOST_EXCEL_ROWS} rows.", why)
        _check_width(number, cells)
        if header is None:
            header = _header([cell.value for cell in cells])
            continue
        values = [_cell(number, header, place, cell) for place, cell in enumerate(cells)]
        if any(value is not None for value in values):
            yield number, _row(number, header, values)


def _cell(number: int, header: Sequence[str], place: int, cell: Any) -> InputCell | None:
    """The cell as it was meant: whole numbers whole, a percentage as it is shown, a day without its midnight."""
    value = cell.value
    column = header[place] if place < len(header) else ""
    if cell.data_type == "e":
        raise BadTable(number, column, f"The cell holds the error {value}.", Message("table.bad_cell"))
    if isinstance(value, str):
        return value.strip() or None
    if value is None or isinstance(value, bool | int):
        return _shown(value, cell.number_format)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise BadTable(number, column, "The cell holds no number.", Message("table.no_number"))
        # Excel keeps fifteen digits; the rest of the double is noise that its arithmetic left.
        exact = Decimal(f"{value:.15g}")
        return _shown(int(exact) if exact == exact.to_integral_value() else exact, cell.number_format)
    if isinstance(value, datetime):
        return value.date() if value.time() == time() else value
    if isinstance(value, date):
        return value
    why = Message("table.bad_cell")
    raise BadTable(number, column, f"The cell holds {value!r}, which is no text, number or date.", why)


def _shown(value: bool | int | Decimal | None, number_format: str | None) -> InputCell | None:
    if value is None or isinstance(value, bool) or "%" not in (number_format or ""):
        return value
    return f"{(Decimal(value) * 100).normalize():f}%"
