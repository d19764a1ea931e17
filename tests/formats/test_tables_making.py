"""Tables that a spreadsheet opens: numbers and days are such, texts are texts whatever they begin with."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date
from decimal import Decimal

import hypothesis
import pytest
from hypothesis import strategies as st
from openpyxl import load_workbook

from fordran.formats.table_documents import as_number
from fordran.formats.tables import read_table
from fordran.formats.tables_making import MOST_EXCEL_ROWS, OutputCell, TooManyRows, make_csv, make_excel

FORMULAS = ['=HYPERLINK("https://x.example")', "+1", "-1+1", "@SUM(A1)", "\t=1", " =1", "\r=1", "\n=1", "＝1"]

ROWS: list[list[OutputCell]] = [["Åsa; AB", 3, Decimal("1425.50"), date(2026, 3, 3)], [None, 0, Decimal("-0.05"), None]]


def csv_rows(made: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(made.decode("utf-8-sig"), newline=""), delimiter=";"))


def sheet(made: bytes) -> list[list[object]]:
    return [[cell.value for cell in row] for row in load_workbook(io.BytesIO(made)).worksheets[0].iter_rows()]


# CSV --------------------------------------------------------------------------------------------------------------------------


def test_csv_is_written_as_a_swedish_excel_opens_it() -> None:
    made = make_csv(["Namn", "Antal", "Belopp", "Dag"], ROWS)
    assert made == '\ufeffNamn;Antal;Belopp;Dag\r\n"Åsa; AB";3;1425,50;2026-03-03\r\n;0;-0,05;\r\n'.encode()


def test_csv_is_read_back_by_our_own_import() -> None:
    (_, first), (_, second) = read_table(io.BytesIO(make_csv(["namn", "antal", "belopp", "dag"], ROWS)))
    assert (first["namn"], as_number(first["belopp"]), first["dag"]) == ("Åsa; AB", Decimal("1425.50"), "2026-03-03")
    assert as_number(second["belopp"]) == Decimal("-0.05")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_begins_a_formula_is_a_text(text: str) -> None:
    assert csv_rows(make_csv(["name", "count"], [[text, -1]]))[1] == ["'" + text, "-1"]
    assert csv_rows(make_csv([text], []))[0] == ["'" + text]


def test_a_number_below_zero_is_no_formula() -> None:
    assert csv_rows(make_csv(["amount"], [[Decimal("-5.00")], [-5]]))[1:] == [["-5,00"], ["-5"]]


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@hypothesis.given(st.lists(st.lists(texts, min_size=2, max_size=2), max_size=5))
def test_any_text_is_one_cell_and_no_cell_begins_a_formula(rows: list[list[str]]) -> None:
    found = csv_rows(make_csv(["a", "b"], rows))[1:]
    assert [[cell.removeprefix("'") for cell in row] for row in found] == [
        [cell.removeprefix("'") for cell in row] for row in rows
    ]
    assert not [cell for row in found for cell in row if cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t"))]


# Excel ------------------------------------------------------------------------------------------------------------------------


def test_excel_has_real_numbers_and_real_days() -> None:
    made = make_excel("Öppet: [allt]", ["Namn", "Antal", "Belopp", "Dag"], ROWS)
    book = load_workbook(io.BytesIO(made))
    (found,) = book.worksheets
    assert found.title == "Öppet   allt "
    (name, count, amount, day), (_, _, least, nothing) = list(found.iter_rows(min_row=2))
    assert (name.value, count.value, amount.value, day.value.date()) == ("Åsa; AB", 3, 1425.5, date(2026, 3, 3))
    assert (name.data_type, count.data_type, amount.data_type, day.data_type) == ("s", "n", "n", "d")
    assert (amount.number_format, day.number_format) == ("#,##0.00", "yyyy-mm-dd")
    assert (least.value, nothing.value) == (-0.05, None)
    assert (found.freeze_panes, found.auto_filter.ref) == ("A2", "A1:D3")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_of_excel_is_no_formula_and_is_marked(text: str) -> None:
    made = make_excel("x", ["name"], [[text], ["Åsa"]])
    cells = [row[0] for row in load_workbook(io.BytesIO(made)).worksheets[0].iter_rows(min_row=2)]
    assert [cell.data_type for cell in cells] == ["s", "s"]
    assert [bool(cell.quotePrefix) for cell in cells] == [True, False]
    assert str(cells[0].value).strip() == text.strip()
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(made)).read("xl/worksheets/sheet1.xml")


@hypothesis.settings(max_examples=25)
@hypothesis.given(st.lists(texts, min_size=1, max_size=5))
def test_a_workbook_can_be_made_of_any_text_and_be_opened(names: list[str]) -> None:
    assert len(sheet(make_excel("names", ["name"], [[name] for name in names]))) == len(names) + 1


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\ufffe", "\uffff"])
def test_a_sign_that_xml_forbids_is_left_out(sign: str) -> None:
    with zipfile.ZipFile(io.BytesIO(make_excel("T", ["Name"], [[f"A{sign}B"]]))) as book:
        written = "".join(book.read(name).decode() for name in book.namelist())
    assert sign not in written
    assert "AB" in written


def test_more_rows_than_a_sheet_has_are_refused() -> None:
    row: list[OutputCell] = [1]
    with pytest.raises(TooManyRows, match="write it as CSV"):
        make_excel("x", ["a"], [row] * MOST_EXCEL_ROWS)
