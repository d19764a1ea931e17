"""The explanation of the amounts is the statement: every line, what was left after it, and what all come to."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fordran.documents.letter_parts.claims import LetterClaim
from fordran.documents.letter_parts.explanation import explanation
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.letters.letters import render
from fordran.domain.claims.facts import Capital, ClaimTerms, Closing, Credit, Fact, Fee, PaymentFact, StepFact
from fordran.texts.catalogue import texts
from fordran.texts.languages import LANGUAGES
from fordran.texts.numbers import decimal_text, kronor_text
from tests.documents import letter_samples as samples
from tests.documents.letter_samples import FACTS, PART_PAID, TERMS, TODAY, claim, long_story, many_claims
from tests.pdf import page_texts, text_of

CREDITED: tuple[Fact, ...] = (*FACTS, Credit("credit", date(2026, 9, 30), 42_500))
WRITTEN_OFF: tuple[Fact, ...] = (*FACTS, Closing("closing", TODAY))
OLD = ClaimTerms(due_date=date(2024, 12, 1), interest_from=date(2024, 12, 1))

CASES = {
    "a plain case": claim(),
    "one that is partly paid": claim(PART_PAID),
    "one that is partly credited": claim(CREDITED),
    "one that is closed and written off": claim(WRITTEN_OFF),
    "one without interest": claim(terms=ClaimTerms(TERMS.due_date, TERMS.interest_from, reference_rate=False)),
    "one with three rates": claim((Capital("capital", date(2024, 11, 1), 10_000_00),), OLD),
    "one with a provisional rate": claim((Capital("capital", date(2024, 11, 1), 10_000_00),), OLD, date(2027, 2, 1)),
    "one with a fee of the creditor's": claim((FACTS[0], Fee("own", TODAY, "invoice_fee", 4_900, by_creditor=True))),
    "one with a fee of no name": claim((FACTS[0], Fee("own", TODAY, "cost", 4_900))),
    "one of a hundred lines": long_story(),
}


def rows_of(one: LetterClaim, language: Any) -> list[list[str]]:
    """The statement's lines as their amounts must stand, computed from the statement alone."""
    left = {"capital": 0, "interest": 0, "costs": 0}
    rows = []
    for line in one.statement.lines:
        left[line.component] += line.amount
        amounts = [line.amount, left["capital"], left["interest"], left["costs"], sum(left.values())]
        rows.append([line.date.isoformat(), *(kronor_text(amount, language) for amount in amounts)])
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CASES)
def test_every_line_of_the_statement_stands_with_what_was_left_after_it(name: str, language: Any) -> None:
    one = CASES[name]
    (lines, sums) = [block for block in explanation([one], LetterVoice(language)) if block["kind"] == "table"]
    assert [[row[0], *row[2:]] for row in lines["rows"]] == rows_of(one, language)
    for row, line in zip(lines["rows"], one.statement.lines, strict=True):
        if line.days is not None:
            assert line.from_date is not None
            assert line.rate_percent is not None
            assert line.base is not None
            under = row[1]["under"][0].replace("\u00a0", " ")
            period = f"{line.from_date + timedelta(days=1)}–{line.to_date}: {line.days} "
            assert under.startswith(period)
            assert f" {decimal_text(line.rate_percent, language)} % " in under
            assert kronor_text(line.base, language) in under
            assert line.provisional == (texts(language)("letter.provisional") in under)
    totals = one.statement.totals()
    assert (sums["total"][1], sums["total"][-1]) == (
        kronor_text(totals["total_added_transaction_amount"], language),
        kronor_text(totals["total_remaining_transaction_amount"], language),
    )
    for row, component in zip(sums["rows"], ("capital", "interest", "costs"), strict=True):
        assert row[1] == kronor_text(totals[f"total_added_{component}_amount"], language)
        assert row[-1] == kronor_text(totals[f"total_remaining_{component}_amount"], language)


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("a plain case", ["Faktura 2026-10417", "Tillagt", "Betalt", "Återstår"]),
        ("one that is partly credited", ["Faktura 2026-10417", "Tillagt", "Betalt", "Krediterat", "Återstår"]),
        ("one that is closed and written off", ["Faktura 2026-10417", "Tillagt", "Betalt", "Avskrivet", "Återstår"]),
    ],
)
def test_the_sums_have_the_columns_that_are_needed(name: str, columns: list[str]) -> None:
    sums = explanation([CASES[name]], LetterVoice("sv"))[-2]
    assert [column["headline"] for column in sums["columns"]] == columns


@pytest.mark.parametrize("name", CASES)
def test_the_page_shows_every_row_in_order(name: str) -> None:
    one = CASES[name]
    letter = samples.withdrawn(dated=one.statement.at, claims=(one,))
    text = " ".join(text_of(render(letter)).split())
    at = text.index("Händelse Belopp Kapital Ränta Kostnader Kvar")
    for _, *amounts in rows_of(one, "sv"):
        at = text.index(" ".join(amounts), at)


def test_many_lines_break_pages_with_the_head_repeated() -> None:
    pages = page_texts(render(samples.demand(claims=(long_story(),))))
    with_lines = [page for page in pages if "Dröjsmålsränta, betalt" in page]
    assert len(with_lines) > 3
    assert all("Datum Händelse Belopp Kapital Ränta Kostnader Kvar" in page for page in with_lines)


def test_each_of_several_claims_is_explained() -> None:
    claims = many_claims(12)
    text = " ".join(text_of(render(samples.demand(claims=claims))).split())
    explained = text[text.index("Tabellen visar allt") :]
    for one in claims:
        assert one.debt_description in explained
        assert all(" ".join(amounts) in explained for _, *amounts in rows_of(one, "sv"))


days = st.integers(0, 600).map(lambda number: date(2024, 11, 1) + timedelta(days=number))
amounts = st.integers(1, 2_000_00)
facts = st.lists(
    st.one_of(
        st.builds(lambda day, amount: PaymentFact(f"p{day}{amount}", day, amount, True), days, amounts),
        st.builds(lambda day, amount: Credit(f"c{day}{amount}", day, amount), days, amounts),
        st.builds(lambda day: StepFact(f"s{day}", day), days),
        st.builds(
            lambda day, article: Fee(f"f{day}{article}", day, article, 60_00),
            days,
            st.sampled_from(["reminder", "debt_collection", "amortization_reminder", "late_payment_fee"]),
        ),
    ),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(more=facts, capital=st.integers(1, 50_000_00), is_business=st.booleans())
def test_whatever_happened_the_parts_of_a_claim_come_to_the_statement(
    more: list[Fact], capital: int, is_business: bool
) -> None:
    terms = ClaimTerms(OLD.due_date, OLD.interest_from, is_business=is_business)
    one = claim((Capital("capital", date(2024, 11, 1), capital), *more), terms)
    stated = one.statement
    assert sum(one.remaining_costs().values()) == stated.costs.remaining
    periods = one.interest_periods()
    assert sum(period.amount for period in periods) == stated.interest.added
    assert all((period.last_day - period.first_day).days + 1 == period.days for period in periods)
    lines = explanation([one], LetterVoice("sv"))[3]
    assert [[row[0], *row[2:]] for row in lines["rows"]] == rows_of(one, "sv")


def test_periods_of_one_rate_and_capital_are_joined_and_others_are_not() -> None:
    facts: tuple[Fact, ...] = (
        Capital("capital", date(2024, 11, 1), 10_000_00),
        StepFact("first", date(2024, 12, 10)),
        StepFact("second", date(2024, 12, 20)),
        PaymentFact("part", date(2025, 1, 15), 5_000_00, True),
    )
    found = claim(facts, OLD, date(2025, 2, 1)).interest_periods()
    assert [(str(one.first_day), str(one.last_day), one.days, one.rate_percent) for one in found] == [
        ("2024-12-02", "2024-12-31", 30, Decimal(12)),
        ("2025-01-01", "2025-01-15", 15, Decimal(11)),
        ("2025-01-16", "2025-02-01", 17, Decimal(11)),
    ]
