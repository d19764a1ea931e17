"""Reports as files: one way of writing numbers, and words for every column and code in both languages."""

from __future__ import annotations

import csv
import io
from datetime import date
from decimal import Decimal
from typing import get_args

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from fordran.actions.books.reconciliation import RECONCILIATION
from fordran.actions.reports.ageing import AGEING
from fordran.actions.reports.cohorts import COHORTS
from fordran.actions.reports.fees import FEES
from fordran.actions.reports.files import numeric, report_csv, report_excel, report_pdf, row_texts, sum_texts
from fordran.actions.reports.headings import code_text, heading_of, title_of
from fordran.actions.reports.owed_to_debtors import OWED_TO_DEBTORS
from fordran.actions.reports.recovery import RECOVERY
from fordran.actions.reports.statement import STATEMENT
from fordran.actions.reports.vat import VAT
from fordran.actions.reports.write_offs import WRITE_OFF_REASONS, WRITE_OFFS
from fordran.documents.reports.statement import CATEGORIES, CLAIM_LINES, PAYOUT_LINES
from fordran.domain.books.ages import AGES
from fordran.domain.books.report import Report
from fordran.domain.claims.entries import COMPONENTS
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.languages import Language
from fordran.texts.catalogue import texts
from fordran.texts.languages import LANGUAGES

REPORT = Report(
    "Fees",
    ("month", "creditor_number", "creditor", "fee", "cases", "fee_income", "vat_percent", "last_booked_on"),
    frozenset({"fee_income"}),
    [
        ("2026-11", 2000001, "Åkeriet AB", "reminder", 1200, 1234567_05, Decimal("12.5"), date(2026, 11, 30)),
        ("2026-12", 2000002, "=1+1", "debt_collection", 3, -5, None, None),
    ],
    codes=frozenset({"fee"}),
    is_summed=True,
    name="fees",
    days=(date(2026, 11, 1), date(2026, 12, 31)),
)


@pytest.mark.parametrize(
    "columns",
    [RECONCILIATION, AGEING, RECOVERY, COHORTS, FEES, VAT, WRITE_OFFS, STATEMENT, OWED_TO_DEBTORS],
    ids=lambda columns: "-".join(columns[:3]),
)
def test_every_column_has_words_in_both_languages(columns: tuple[str, ...]) -> None:
    assert set(columns) <= {*texts("sv").area("report_column"), *AGES}
    for language in LANGUAGES:
        found = [heading_of(column, language) for column in columns]
        assert len(set(found)) == len(found), "no two columns are called the same"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: Language) -> None:
    codes = {
        "fee": get_args(FeeArticle),
        "write_off_reason": WRITE_OFF_REASONS,
        "invoiced": ("invoices", "commission"),
        "owed_for": ("overpayment", "unidentified"),
        "part": ("claims", "payouts"),
        "line": (*CLAIM_LINES, *PAYOUT_LINES),
        "item": (*COMPONENTS, *CATEGORIES),
    }
    assert all(code_text(column, code, language) for column, found in codes.items() for code in found)


def test_a_column_without_words_is_called_by_its_name_and_a_report_by_its_own_title() -> None:
    assert heading_of("some_new_column", "sv") == "Some new column"
    assert title_of(Report("Something new", (), frozenset(), []), "sv") == "Something new"


def test_csv_has_swedish_words_and_commas() -> None:
    first, second, third = csv.reader(io.StringIO(report_csv(REPORT, "sv").decode("utf-8-sig")), delimiter=";")
    assert first[:4] == ["Månad", "Kundnummer", "Borgenär", "Avgift"]
    assert second == [
        "2026-11",
        "2000001",
        "Åkeriet AB",
        "Påminnelseavgift",
        "1200",
        "1234567,05",
        "12,5",
        "2026-11-30",
    ]
    assert third == ["2026-12", "2000002", "'=1+1", "Inkassokostnad", "3", "-0,05", "", ""]


def test_excel_has_numbers_that_can_be_added() -> None:
    sheet = load_workbook(io.BytesIO(report_excel(REPORT, "sv"))).worksheets[0]
    assert sheet.title == "Avgiftsintäkter och provision"
    row = [cell.value for cell in sheet[2]]
    assert row[1:3] == [2000001, "Åkeriet AB"]
    assert row[4:7] == [1200, 1234567.05, 12.5]
    assert (row[7].date(), sheet["C3"].data_type) == (date(2026, 11, 30), "s")


def test_people_read_numbers_in_groups_with_a_comma_in_either_language() -> None:
    for language in LANGUAGES:
        assert row_texts(REPORT, language)[0][4:] == ["1 200", "1 234 567,05", "12,5", "2026-11-30"]
        assert row_texts(REPORT, language)[0][1] == "2000001", "a number that is a name has no groups"


def test_the_last_row_sums_amounts_where_they_may_be_added() -> None:
    assert sum_texts(REPORT, "sv") == ["Summa", "", "", "", "", "1 234 567,00", "", ""]
    assert sum_texts(Report("Balances", ("day", "owed"), frozenset({"owed"}), [(1, 1), (2, 2)]), "sv") == []
    assert numeric(REPORT) == [False, False, False, False, True, True, True, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_paper_has_what_people_read(language: Language) -> None:
    pdf = PdfReader(io.BytesIO(report_pdf(REPORT, "Inkasso AB", date(2027, 1, 1), language)))
    text = pdf.pages[0].extract_text()
    for said in (title_of(REPORT, language), "1 234 567,05", "Åkeriet AB", "=1+1", "2026-11-01 – 2026-12-31"):
        assert said in text, said
