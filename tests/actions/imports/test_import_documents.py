"""From rows to documents: what a column may be called, what a cell may hold, and which rows belong together."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.imports.documents import RegistrationRows, document_of, sheets
from fordran.actions.imports.issues import coded, in_language
from fordran.actions.imports.kinds import CASES, INVOICES, ImportKind
from fordran.actions.imports.prepare import UnreadableRow, read_sheet
from fordran.domain.languages import ENGLISH
from fordran.formats.tables import Row, read_table

LINE = {"matrix.article_description": "Arbete", "matrix.total_price_excluding_vat": "100"}


def _document(row: Row, kind: ImportKind = INVOICES, **defaults: str) -> dict[str, Any]:
    return document_of(RegistrationRows(((2, row),)), kind.shape, kind.lines, defaults)[0]


@pytest.mark.parametrize(
    ("row", "document", "remark"),
    [
        ({"customer.name": "Åsa"}, {"customer": {"name": "Åsa"}}, "a dotted column is a field of an object"),
        ({"matrix.0.article_number": "1"}, {"matrix": [{"article_number": "1"}]}, "a place in a list"),
        ({"matrix.article_number": "1"}, {"matrix": [{"article_number": "1"}]}, "no place is the only one"),
        (
            {"matrix.0.article_number": "1", "matrix.2.article_number": "3"},
            {"matrix": [{"article_number": "1"}, {"article_number": "3"}]},
            "places may have gaps",
        ),
        ({"labels": "a"}, {"labels": ["a"]}, "a list of texts of one"),
        ({"labels.0": "a", "labels.1": "b"}, {"labels": ["a", "b"]}, "a list of texts"),
        ({"matrix.0.extra_rows": "a"}, {"matrix": [{"extra_rows": ["a"]}]}, "a list within a list"),
        ({"matrix.unit_price": "1 234,50"}, {"matrix": [{"unit_price": Decimal("1234.50")}]}, "a Swedish number"),
        ({"your_reference": "1 234,50"}, {"your_reference": "1 234,50"}, "the same as a text"),
        ({"invoice_number": 1001}, {"invoice_number": "1001"}, "a number that Excel took a text for"),
        ({"start_flow": "nej"}, {"start_flow": False}, "a Swedish no"),
        ({"invoice_date": "20260303"}, {"invoice_date": "2026-03-03"}, "a date without hyphens"),
        (
            {"invoice_date": "2026-03-02T23:00:00Z"},
            {"invoice_date": "2026-03-02T23:00:00Z"},
            "a moment keeps its time, by which it is 3 March in Sweden",
        ),
        ({"nonsense": "x"}, {"nonsense": "x"}, "an unknown column is for the shape to refuse"),
        (
            {"case_settings.interest_rate.rate_percent": "8,5"},
            {"case_settings": {"interest_rate": {"rate_percent": Decimal("8.5")}}},
            "a number deep down",
        ),
    ],
)
def test_a_row_is_a_document(row: Row, document: dict[str, Any], remark: str) -> None:
    assert _document(row) == document, remark


def test_debts_have_fees_by_article() -> None:
    row = {
        "debts.fees_included_in_capital_to_claim.invoice_fee": "50,00",
        "debts.fees_already_claimed.reminder.amount": "60",
        "debts.fees_already_claimed.reminder.fee_registration_date": "2026-03-03",
    }
    assert _document(row, CASES) == {
        "debts": [
            {
                "fees_included_in_capital_to_claim": {"invoice_fee": Decimal("50.00")},
                "fees_already_claimed": {
                    "reminder": {"amount": Decimal(60), "fee_registration_date": "2026-03-03"},
                },
            }
        ]
    }


def test_a_default_is_for_rows_that_do_not_say() -> None:
    assert _document({"account": "mine"}, account="default", creditor="other") == {
        "account": "mine",
        "creditor": "other",
    }


def test_a_json_line_is_taken_as_it_stands() -> None:
    line = {"invoice_number": 7, "customer": {"name": "Åsa"}, "start_flow": "nej"}
    assert _document(line) == line


def _numbers(rows: list[Row], kind: ImportKind = INVOICES) -> list[list[int]]:
    found = sheets(enumerate(rows, 2), kind.lines)
    return [[number for number, _ in sheet.rows] for sheet in found]


@pytest.mark.parametrize(
    ("rows", "numbers", "remark"),
    [
        ([{"invoice_number": "1"}, {"invoice_number": "1"}], [[2, 3]], "the same number on"),
        ([{"invoice_number": "1"}, {"invoice_number": "2"}], [[2], [3]], "another number"),
        ([{"invoice_number": n} for n in "121"], [[2], [3], [4]], "the same number, but not next to each other"),
        ([{"your_reference": "a"}, {"your_reference": "a"}], [[2], [3]], "no number"),
        (
            [{"invoice_number": "1", "creditor": "a"}, {"invoice_number": "1", "creditor": "b"}],
            [[2], [3]],
            "the same number of another creditor",
        ),
        ([{"invoice_number": "1", "creditor": "a"}, {"invoice_number": "1"}], [[2, 3]], "a line that leaves it out"),
        ([{"invoice_number": "1", "matrix": []}, {"invoice_number": "1", "matrix": []}], [[2], [3]], "JSON lines"),
        ([], [], "nothing"),
    ],
)
def test_rows_next_to_each_other_with_one_number_are_one_invoice(
    rows: list[Row], numbers: list[list[int]], remark: str
) -> None:
    assert _numbers(rows) == numbers, remark


def test_debts_are_a_registration_each() -> None:
    assert _numbers([{"debts.invoice_number": "1"}, {"debts.invoice_number": "1"}], CASES) == [[2], [3]]


def test_the_rows_of_an_invoice_add_their_lines_and_must_agree_on_the_rest() -> None:
    first = {"invoice_number": "1", "customer.name": "Åsa", **LINE}
    second = {"invoice_number": "1", **LINE, "matrix.article_description": "Resa"}
    third = {"invoice_number": "1", "customer.name": "Eva", "invoice_headline": "Ny", **LINE}
    document, disagreements = document_of(
        RegistrationRows(((2, first), (3, second), (4, third))), INVOICES.shape, "matrix", {}
    )
    assert [line["article_description"] for line in document["matrix"]] == ["Arbete", "Resa", "Arbete"]
    assert [(path, in_language(coded(why), ENGLISH)) for path, why in disagreements] == [
        (("customer", "name"), "row 4 says otherwise than row 2"),
        (("invoice_headline",), "row 4 says otherwise than row 2"),
    ]


def test_every_issue_of_a_sheet_is_told_at_once_and_a_cell_by_what_it_holds() -> None:
    first = {
        "account": "a",
        "invoice_number": "1",
        "invoice_date": "3/3/2026",
        "start_flow": "kanske",
        "unknown": "x",
        "matrix.article_description": "Arbete",
        "matrix.total_price_excluding_vat": "mycket",
    }
    second = {"invoice_number": "1", "account": "a", "matrix.total_price_excluding_vat": "tio"}
    with pytest.raises(UnreadableRow) as refused:
        read_sheet(INVOICES, RegistrationRows(((2, first), (3, second))), {})
    assert in_language(coded(refused.value.issues), ENGLISH) == {
        "creditor": "required field",
        "customer": "required field",
        "invoice_type": "required field",
        "invoice_date": "'3/3/2026' is no date; write it as 2026-03-03.",
        "invoice_due_date": "required field",
        "currency": "required field",
        "start_flow": "'kanske' is neither yes nor no; write true or false.",
        "unknown": "unknown field",
        "matrix": {
            "0": {"total_price_excluding_vat": "'mycket' is no number."},
            "1": {"article_description": "required field", "total_price_excluding_vat": "'tio' is no number."},
        },
    }


@pytest.mark.parametrize(
    ("row", "issue", "remark"),
    [
        ({"customer": "x", "customer.name": "y"}, "customer.name", "a value and an object"),
        ({"customer..name": "x"}, "customer..name", "an empty part"),
        ({"matrix.0.article_number": "1", "matrix.article_number": "2"}, "matrix", "a list and an object"),
    ],
)
def test_columns_that_cannot_be_are_told(row: Row, issue: str, remark: str) -> None:
    with pytest.raises(UnreadableRow) as refused:
        read_sheet(INVOICES, RegistrationRows(((2, row),)), {})
    assert issue in refused.value.issues, remark


def test_the_documented_file_makes_two_invoices() -> None:
    page = (Path(__file__).parents[3] / "docs" / "importing.md").read_text(encoding="utf-8")
    example = next(block for block in page.split("```")[1::2] if block.startswith("\ninvoice_type;"))
    rows = read_table(io.BytesIO(example.strip().encode()))
    made = [read_sheet(INVOICES, sheet, {"account": "a", "creditor": "b"}) for sheet in sheets(rows, INVOICES.lines)]
    assert [(one.invoice_number, [line.total_price_excluding_vat for line in one.matrix]) for one in made] == [
        ("1001", [120000, 25000]),
        ("1002", [80000]),
    ]
