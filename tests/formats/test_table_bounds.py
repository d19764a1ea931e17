"""Tables that would fill the memory or take all day are refused with a sentence, soon."""

import io
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook

from fordran.formats import tables
from fordran.formats.tables import BadTable, read_table

SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
)
BOMB = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">{}]><worksheet>&z9;</worksheet>'.format(
    "".join(f'<!ENTITY z{number} "{(f"&z{number - 1};" if number else "&a;") * 10}">' for number in range(10))
)


def workbook(sheet: str | None = None, styles: str | None = None) -> bytes:
    """A workbook, with its sheet or its styles replaced by these."""
    made, changed = io.BytesIO(), io.BytesIO()
    book = Workbook()
    sheet_of_book = book.create_sheet(index=0)
    sheet_of_book.append(["name"])
    sheet_of_book.append(["Åsa"])
    book.save(made)
    replaced = {"xl/worksheets/sheet1.xml": sheet, "xl/styles.xml": styles}
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, replaced.get(name) or old.read(name))
    return changed.getvalue()


def test_a_workbook_like_it_is_read() -> None:
    assert list(read_table(io.BytesIO(workbook()))) == [(2, {"name": "Åsa"})]


FAR_ROW = SHEET.format('<row r="1"><c r="A1"><v>1</v></c></row><row r="99999999999"><c r="A9"><v>1</v></c></row>')
WIDE_ROW = SHEET.format('<row r="1"><c r="XFD1"><v>1</v></c></row>')


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (lambda: workbook(styles="<sst>" + " " * (41 << 20) + "</sst>"), "too large when it is unpacked"),
        (lambda: workbook(sheet=BOMB), "no Excel workbook"),
        (lambda: workbook(styles=BOMB), "no Excel workbook"),
        (lambda: workbook(sheet=SHEET.format("<row>") + "<"), "no Excel workbook"),
        (lambda: workbook(sheet=WIDE_ROW), "at most 1000"),
        (lambda: workbook()[:-40], "no Excel workbook"),
        (lambda: b";".join(b"c%d" % number for number in range(100_000)) + b"\n", "at most 1000"),
        (lambda: b"a;b\n" + b"x;" * 2000 + b"\n", "at most 1000"),
        (lambda: b"a;b\n" + b"x" * (2 << 20), "longer than"),
        (lambda: b'{"a": "' + b"x" * (2 << 20) + b'"}', "longer than"),
    ],
)
def test_a_table_beyond_bounds_is_refused_with_a_sentence(content: Callable[[], bytes], sentence: str) -> None:
    with pytest.raises(BadTable, match=sentence):
        list(read_table(io.BytesIO(content())))


def test_a_sheet_has_no_more_rows_than_excel_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_EXCEL_ROWS", 1000)
    with pytest.raises(BadTable, match="at most 1000 rows"):
        list(read_table(io.BytesIO(workbook(sheet=FAR_ROW))))
