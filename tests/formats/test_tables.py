"""Tables: rows of CSV, Excel and JSON lines, and the documents made of them."""

import io
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from fordran.formats.table_documents import as_boolean, as_date, as_number, nest
from fordran.formats.tables import BadTable, read_table

CSV = 'invoice_number;customer.name;amount\r\nF1;Åsa Öberg;"1 234,50"\r\n\r\nF2;"Rad ett\r\nrad ""två""";7\r\n'
ROWS = [
    (2, {"invoice_number": "F1", "customer.name": "Åsa Öberg", "amount": "1 234,50"}),
    (4, {"invoice_number": "F2", "customer.name": 'Rad ett\r\nrad "två"', "amount": "7"}),
]

HALF_PAST_NINE = datetime.combine(date(2026, 3, 3), time(9, 30))
"""Excel knows no time zones."""


def rows(data: bytes | str) -> list[tuple[int, dict[str, Any]]]:
    return list(read_table(io.BytesIO(data.encode() if isinstance(data, str) else data)))


def excel(*lines: list[object], formats: dict[str, str] | None = None) -> bytes:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    for line in lines:
        sheet.append(line)
    for cell, number_format in (formats or {}).items():
        sheet[cell].number_format = number_format
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "remark"),
    [
        (CSV.encode("utf-8"), "UTF-8"),
        (CSV.encode("utf-8-sig"), "UTF-8 with its mark, as Excel saves it"),
        (CSV.encode("cp1252"), "Windows-1252"),
        (CSV.encode("utf-16"), "UTF-16 with its mark"),
        (CSV.encode("utf-16-le"), "UTF-16 without"),
        (CSV.encode("utf-16-be"), "UTF-16, the other way round"),
        (CSV.replace(";", "\t").encode(), "tabs"),
        (CSV.replace(";", ",").encode(), "commas, the decimal comma in quotes"),
        (("sep=;\r\n" + CSV).encode(), "the delimiter on a line of its own"),
        (CSV.rstrip().encode(), "no line end after the last row"),
        (CSV.replace("amount\r\n", "amount;;\r\n").encode(), "empty columns behind"),
    ],
)
def test_every_common_kind_of_csv_gives_the_same_rows(data: bytes, remark: str) -> None:
    assert rows(data) == ROWS, remark


def test_decimal_commas_do_not_pass_for_delimiters() -> None:
    assert rows("a;b\n1,5;2,5\n") == [(2, {"a": "1,5", "b": "2,5"})]
    assert rows("a\n1,5\n") == [(2, {"a": "1,5"})]


@pytest.mark.parametrize(
    ("data", "row", "sentence", "remark"),
    [
        (b"", 1, "name the columns", "nothing"),
        (b"\n\na;b\n", 1, "name the columns", "no header in the first row"),
        (b"a;a\n1;2\n", 1, "same name", "a column twice"),
        (b"a;b\n1;2;3\n", 2, "has no name", "a cell too many"),
        (b'a;b\n1;2\n3;"4\n', 3, "no CSV", "quotes that never end"),
        (b'a;b\n"1"x;2\n', 2, "no CSV", "text after closing quotes"),
        (b"a;b\n\xe5\x81;2\n", 1, "no encoding", "bytes that are no letters"),
        (b'{"a": 1}\n{"a": \n', 2, "no JSON", "half a JSON line"),
        (b'{"a": NaN}\n', 1, "no JSON", "not a number"),
        (b'{"a": 1e4009223372036854775809}\n', 1, "exponent", "larger than any number that there is"),
        (b'{"a": -1e-4009223372036854775809}\n', 1, "exponent", "nearer to zero than any number that there is"),
        (b'{"a": 1}\n[1]\n', 2, "JSON object", "a list where an object should be"),
        (b'{"a": ' + b"[" * 100_000, 1, "no JSON", "a hundred thousand levels"),
        (b"PK\x03\x04 and then nothing", 0, "no Excel", "an archive that is none"),
    ],
)
def test_a_table_that_cannot_be_read_says_where_and_why(data: bytes, row: int, sentence: str, remark: str) -> None:
    with pytest.raises(BadTable, match=sentence) as refusal:
        rows(data)
    assert refusal.value.row == row, remark


def test_json_lines_keep_their_types() -> None:
    data = '\ufeff{"a": {"b": [1, 2.10]}, "c": true}\n\n{"a": "å"}\n'
    assert rows(data) == [(1, {"a": {"b": [1, Decimal("2.10")]}, "c": True}), (3, {"a": "å"})]


def test_excel_cells_are_what_they_look_like() -> None:
    data = excel(
        ["number", "sum", "noise", "share", "day", "moment", "text", "flag", None],
        [5560160680, 1234.5, 0.1 + 0.2, 0.25, date(2026, 3, 3), HALF_PAST_NINE, " å ", True, None],
        [None] * 9,
        [1.0, None, None, 0.125, None, None, "", False, None],
        formats={"D2": "0%", "D4": "0.0%"},
    )
    assert rows(data) == [
        (
            2,
            {
                "number": 5560160680,
                "sum": Decimal("1234.5"),
                "noise": Decimal("0.3"),
                "share": "25%",
                "day": date(2026, 3, 3),
                "moment": HALF_PAST_NINE,
                "text": "å",
                "flag": True,
            },
        ),
        (4, {"number": 1, "share": "12.5%", "flag": False}),
    ]


def test_an_excel_error_is_not_passed_for_text() -> None:
    with pytest.raises(BadTable, match="row 2, column b: The cell holds the error #N/A"):
        rows(excel(["a", "b"], [1, "#N/A"]))


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n")), min_size=2, max_size=2)))
def test_any_text_survives_csv(cells: list[list[str]]) -> None:
    quoted = "".join(";".join('"' + cell.replace('"', '""') + '"' for cell in line) + "\r\n" for line in cells)
    expected = [{name: cell.strip() for name, cell in zip("ab", line, strict=True) if cell.strip()} for line in cells]
    assert [row for _, row in rows("a;b\r\n" + quoted)] == [row for row in expected if row]


def test_a_stream_is_left_open_and_rows_come_one_at_a_time() -> None:
    stream = io.BytesIO(b"a;b\n" + b"1;2\n" * 100_000)
    table = read_table(stream)
    assert next(table) == (2, {"a": "1", "b": "2"})
    assert stream.tell() < 100_000
    table.close()  # type: ignore[attr-defined]
    assert not stream.closed


def test_dotted_columns_become_a_document() -> None:
    row = {
        "invoice_number": 1001,
        "customer.name": "Åsa",
        "customer.address.town": "Lund",
        "matrix.0.article_description": "Arbete",
        "matrix.0.unit_price": "1 234,50",
        "matrix.2.article_description": "Resa",
        "invoice_date": date(2026, 3, 3),
        "due_date": "20260402",
        "is_person": "Ja",
        "custom_column_headlines.1": "två",
        "custom_column_headlines.0": "ett",
    }
    kinds = {
        "invoice_number": "text",
        "matrix.*.unit_price": "number",
        "due_date": "date",
        "is_person": "boolean",
    }
    assert nest(row, kinds) == {  # type: ignore[arg-type]
        "invoice_number": "1001",
        "customer": {"name": "Åsa", "address": {"town": "Lund"}},
        "matrix": [
            {"article_description": "Arbete", "unit_price": Decimal("1234.50")},
            {"article_description": "Resa"},
        ],
        "invoice_date": "2026-03-03",
        "due_date": "2026-04-02",
        "is_person": True,
        "custom_column_headlines": ["ett", "två"],
    }


@pytest.mark.parametrize(
    ("row", "column", "sentence", "remark"),
    [
        ({"a": "1", "a.b": "2"}, "a.b", "both a value and fields", "a value that has fields"),
        ({"a.b": "2", "a": "1"}, "a", "both as a value and as fields", "the same in the other order"),
        ({"a.0": "1", "a.b": "2"}, "a", "both a list and an object", "a list that has fields"),
        ({"a..b": "1"}, "a..b", "empty part", "a name with a hole"),
        ({"n": "12x"}, "n", "is no number", "letters in a number"),
        ({"d": "03/04/2026"}, "d", "write it as 2026-03-03", "March or April"),
        ({"f": "kanske"}, "f", "neither yes nor no", "perhaps"),
    ],
)
def test_a_row_that_is_no_document_says_where_and_why(
    row: dict[str, Any], column: str, sentence: str, remark: str
) -> None:
    with pytest.raises(BadTable, match=sentence) as refusal:
        nest(row, {"n": "number", "d": "date", "f": "boolean"}, number=7)
    assert (refusal.value.row, refusal.value.column) == (7, column), remark


@pytest.mark.parametrize(
    ("text", "number", "remark"),
    [
        ("1234,50", "1234.50", "decimal comma"),
        ("1234.50", "1234.50", "decimal point"),
        ("1 234,50", "1234.50", "grouped by blanks"),
        ("1\u00a0234,50", "1234.50", "grouped by the blank that Excel uses"),
        ("1'234,50", "1234.50", "grouped by apostrophes"),
        ("1.234,50", "1234.50", "grouped by points"),
        ("1,234.50", "1234.50", "grouped by commas"),
        ("12,345,678.9", "12345678.9", "grouped twice"),
        ("1,234", "1.234", "one comma is the decimal comma"),
        ("1.234", "1.234", "one point is the decimal point"),
        ("−5", "-5", "the long minus"),
        ("+5", "5", "a plus"),
        ("007", "7", "zeros in front"),
    ],
)
def test_numbers_are_read_as_swedes_write_them(text: str, number: str, remark: str) -> None:
    assert as_number(text) == Decimal(number), remark


@pytest.mark.parametrize("text", ["", "-", "1,2,3", "1.2.3", "1,23.4", "12.34,5", "1e5", "NaN", "٣", "5 kr", "0x1"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no number"):
        as_number(text)


@pytest.mark.parametrize(
    "text", ["2026-03-03", "20260303", "2026/03/03", " 2026-03-03 ", "2026-03-03T09:00:00Z", "2026-03-03 09:00"]
)
def test_dates_are_read_year_first(text: str) -> None:
    assert as_date(text) == date(2026, 3, 3)


@pytest.mark.parametrize("text", ["03/03/2026", "3.3.2026", "2026-02-30", "2026-0303", "260303", "", "45000"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no date"):
        as_date(text)


def test_numbers_and_flags_that_are_already_so_stay() -> None:
    assert (as_number(5), as_number(Decimal("1.5")), as_boolean(False)) == (5, Decimal("1.5"), False)
    with pytest.raises(ValueError, match="is no number"):
        as_number(True)
