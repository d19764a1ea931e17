"""Reports on paper: every word in both languages, every amount that is in the data, and any text in names."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

import pytest
from pypdf import PdfReader

from fordran.documents.parties import PostalAddress, PrintedOperator, PrintedSender, Receiver
from fordran.documents.reports.report import ReportDocument, render_report
from fordran.documents.reports.statement import (
    CATEGORIES,
    CLAIM_LINES,
    PAYOUT_LINES,
    CaseCounts,
    PaidOut,
    StatementDocument,
    render,
)
from fordran.domain.claims.entries import COMPONENTS
from fordran.domain.languages import Language
from fordran.texts.catalogue import texts
from fordran.texts.languages import LANGUAGES
from fordran.texts.numbers import kronor_text
from tests.pdf import page_texts, text_of

ADDRESS = PostalAddress("Storgatan 1", zip_code="11122", city="Örebro")


def statement(payouts: int = 3, **changes: Any) -> StatementDocument:
    claims = {
        line: {one: 1000_00 * (n + 1) + m for m, one in enumerate(COMPONENTS)} for n, line in enumerate(CLAIM_LINES)
    }
    owed = {
        line: {one: 2000_00 * (n + 1) + m for m, one in enumerate(CATEGORIES)} for n, line in enumerate(PAYOUT_LINES)
    }
    given: dict[str, Any] = {
        "sender": PrintedSender("Inkasso AB", "5560160680", ADDRESS, is_f_tax_approved=False),
        "contact": PrintedOperator("Inkasso AB", "post@inkasso.example", "010-000 00 00"),
        "receiver": Receiver("Åkeri & Söner AB", ADDRESS, "5560360793"),
        "creditor_number": 2000001,
        "dated": date(2026, 12, 1),
        "first_day": date(2026, 11, 1),
        "last_day": date(2026, 11, 30),
        "claims": claims,
        "cases": CaseCounts(1200, 30, 2, 31, 1201),
        "payouts": owed,
        "paid_out": tuple(PaidOut(date(2026, 11, 2), f"2000001-{n}", "capital", 100_00 + n) for n in range(payouts)),
    }
    return StatementDocument(**(given | changes))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_statement_has_every_amount_with_its_words(language: Language) -> None:
    document = statement(language=language)
    text = text_of(render(document))
    words = texts(language).area("statement")
    for lines in (document.claims, document.payouts):
        for line, amounts in lines.items():
            assert words[line] in text
            for item, amount in amounts.items():
                assert kronor_text(amount) in text, (line, item)
            assert kronor_text(sum(amounts.values())) in text, line
    for paid in document.paid_out:
        assert paid.reference in text
        assert kronor_text(paid.amount) in text
    for said in ("Åkeri & Söner AB", "Inkasso AB", "2026-11-01 – 2026-11-30", "2000001", "1 200", "1 201"):
        assert said in text, said


def test_a_whole_month_is_called_by_its_name_and_another_period_is_not() -> None:
    monthly = text_of(render(statement()))
    assert "Månadsredovisning" in monthly
    assert "november 2026" in monthly
    for first, last in ((date(2026, 11, 2), date(2026, 11, 30)), (date(2026, 10, 1), date(2026, 11, 30))):
        text = text_of(render(statement(first_day=first, last_day=last)))
        assert "Månadsredovisning" not in text
        assert "november 2026" not in text


def test_a_statement_with_no_payouts_says_so_and_one_with_many_goes_on_over_pages() -> None:
    assert texts("sv").area("statement")["nothing_paid_out"] in text_of(render(statement(payouts=0)))
    many = PdfReader(io.BytesIO(render(statement(payouts=200))))
    assert len(many.pages) > 3
    assert "2000001-199" in many.pages[-1].extract_text() + many.pages[-2].extract_text()


def test_the_same_statement_gives_the_same_bytes() -> None:
    assert render(statement()) == render(statement())


def report(rows: list[list[str]], **changes: Any) -> ReportDocument:
    given: dict[str, Any] = {
        "title": "Skuld till betalare",
        "days": (date(2026, 11, 30),),
        "headings": ["Betalare", "Skuld"],
        "are_numbers": [False, True],
        "rows": rows,
        "sums": ["Summa", "300,00"],
        "operator": "Inkasso AB",
        "dated": date(2026, 12, 1),
    }
    return ReportDocument(**(given | changes))


def test_a_report_on_paper_has_its_rows_its_day_and_its_sum() -> None:
    text = text_of(render_report(report([["Kim #strong[x] Öberg", "100,00"], ["=1+1", "200,00"]])))
    for said in (
        "Skuld till betalare",
        "Per den 2026-11-30",
        "Kim #strong[x] Öberg",
        "=1+1",
        "100,00",
        "Summa",
        "300,00",
    ):
        assert said in text, said
    assert "Framtagen 2026-12-01 av Inkasso AB" in text


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ((date(2026, 1, 1), date(2026, 2, 1)), "2026-01-01 – 2026-02-01"),
        ((date.min, date(2026, 2, 1)), "Till och med 2026-02-01"),
    ],
)
def test_a_report_on_paper_says_its_period(days: tuple[date, date], said: str) -> None:
    assert said in text_of(render_report(report([["a", "1,00"]], days=days)))


def test_a_report_of_nothing_says_so() -> None:
    assert texts("sv").area("statement")["nothing"] in text_of(render_report(report([], sums=[])))


def test_a_report_of_many_rows_and_long_names_goes_on_over_pages() -> None:
    pdf = render_report(report([["Ö" * 250, "100,00"] for _ in range(120)]))
    assert len(page_texts(pdf)) > 2
