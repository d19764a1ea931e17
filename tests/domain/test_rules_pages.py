"""The worked examples in docs/rules are true: every case and every table row is computed again."""

import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from fordran.domain import vat
from fordran.domain.books.ledger_accounts import LEDGER_ACCOUNTS
from fordran.domain.books.vouchers import VOUCHER_KINDS
from fordran.domain.claims.facts import Fee
from fordran.domain.claims.fees import chargeable
from fordran.domain.claims.interest import interest, pieces
from fordran.domain.languages import SWEDISH
from fordran.domain.law.deadlines import TERM_ROWS
from fordran.domain.law.fees import FEE_ROWS
from fordran.domain.numbers import ocr
from fordran.domain.numbers.digits import with_check_digit
from fordran.texts.catalogue import texts
from tests.domain.casebook import hold, ore

RULES = Path(__file__).parents[2] / "docs" / "rules"
MINE = ("vat", "interest", "fees", "ocr", "what-is-owed")

Row = dict[str, str]


def page(name: str) -> str:
    return (RULES / f"{name}.md").read_text(encoding="utf-8")


def table(name: str, first_column: str) -> list[Row]:
    """The rows of the page's table whose first column is headed so."""
    lines = page(name).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"| {first_column} |"))
    head = _cells(lines[at])
    rows = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(head, _cells(line), strict=True)))
    return rows


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def cases() -> list[str]:
    return [block for name in MINE for block in re.findall(r"```case\n(.*?)```", page(name), re.DOTALL)]


@pytest.mark.parametrize("text", cases())
def test_a_worked_case_is_true(text: str) -> None:
    assert hold(text) > 0


def test_the_pages_have_worked_cases() -> None:
    assert len(cases()) >= 9


@pytest.mark.parametrize("row", table("vat", "lines"), ids=lambda row: row["lines"])
def test_the_vat_table_is_true(row: Row) -> None:
    lines = []
    for written in row["lines"].split():
        amount, rate = written.split("@")
        is_discount = amount.endswith("d")
        lines.append(vat.VatLine(ore(amount.rstrip("d")), f"{rate}%", is_discount))  # type: ignore[arg-type]
    totals = vat.totals(lines)
    assert [
        totals.total_amount_excluding_vat,
        totals.total_vat_25_percent,
        totals.total_vat_12_percent,
        totals.total_vat_6_percent,
        totals.total_amount_including_vat,
        totals.amount_rounding,
        totals.amount_to_pay,
    ] == [ore(cell) for cell in list(row.values())[1:]]


@pytest.mark.parametrize("row", table("interest", "capital"), ids=lambda row: f"{row['capital']} {row['from']}")
def test_the_interest_table_is_true(row: Row) -> None:
    period = date.fromisoformat(row["from"]), date.fromisoformat(row["to"])
    found = pieces(ore(row["capital"]), *period)
    written = ", ".join(
        f"{piece.days} at {piece.rate_percent.normalize():f}{' provisional' if piece.provisional else ''}"
        for piece in found
    )
    assert written == row["days and rates"]
    assert interest(ore(row["capital"]), *period) == ore(row["interest"])


def test_the_table_of_caps_is_the_law_as_coded() -> None:
    written = [
        (row["article"], row["from"], ore(row["at most"]), row["each"], row["law"]) for row in table("fees", "article")
    ]
    assert written == [(row.article, row.begins.isoformat(), row.most, row.each, row.law) for row in FEE_ROWS]


def test_the_table_of_times_is_the_law_as_coded() -> None:
    written = [(row["term"], row["from"], int(row["value"]), row["law"]) for row in table("fees", "term")]
    assert written == [(row.term, row.begins.isoformat(), row.value, row.law) for row in TERM_ROWS]


@pytest.mark.parametrize("row", table("fees", "customer"), ids=lambda row: row["fees"])
def test_the_fees_table_is_true(row: Row) -> None:
    fees = []
    for n, written in enumerate(row["fees"].split(", ")):
        article, amount = written.split()
        fees.append(Fee(str(n), date(2026, 9, 1) + timedelta(days=n), article, ore(amount)))
    charged = chargeable(fees, is_business=row["customer"] == "business")
    assert [fee.amount for fee in charged] == [ore(amount) for amount in row["charged"].split()]


def test_the_reference_tables_are_true() -> None:
    for row in table("ocr", "digits"):
        assert with_check_digit(row["digits"]) == row["with check digit"]
        assert ocr.with_control_digits(row["digits"]) == row["with length and check digit"]
    for row in table("ocr", "account"):
        assert ocr.make(int(row["account"]), int(row["serial"])) == row["OCR"]
    for row in table("ocr", "invoice number"):
        assert ocr.debt_reference(row["invoice number"]) == row["debt reference"]


def test_the_chart_of_accounts_is_the_one_in_use() -> None:
    assert [
        (int(row["number"]), row["code"].strip("`"), row["name"], row["ledger"]) for row in table("ledger", "number")
    ] == [
        (record.number, record.code, record.name, "case" if record.is_of_cases else "operator")
        for record in sorted(LEDGER_ACCOUNTS.values(), key=lambda record: record.number)
    ]


def test_the_kinds_of_vouchers_are_those_in_use() -> None:
    rows = {row["series"]: (row["text"], row["accounts"]) for row in table("ledger", "series")}
    assert rows == {
        record.series: (
            texts(SWEDISH).of("voucher_kind", record.code),
            ", ".join(f"{debit} / {credit}" for debit, credit in sorted(record.pairs)),
        )
        for record in VOUCHER_KINDS.values()
    }
