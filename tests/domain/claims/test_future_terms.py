"""A row of law for next year that is no fee (days, years, points, the limit of small rests) changes nothing before its day."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from fordran.domain.claims.facts import Capital, ClaimTerms, Fact, PaymentFact
from fordran.domain.claims.interest import CaseInterestRate, pieces
from fordran.domain.claims.small_rests import asked_from, least_asked
from fordran.domain.claims.statement import statement
from fordran.domain.flow.case_settings import resolve, settings_of
from fordran.domain.flow.lawfulness import check, passes, reasons
from fordran.domain.flow.limitation import last_day_of_claim
from fordran.domain.flow.next_step import pay_by_of
from fordran.domain.law.deadlines import LAW_TERMS, TERM_ROWS, LawTerm, limitation_date, term_changes, term_on
from fordran.domain.law.law import Law, added_fee
from fordran.texts.catalogue import texts
from tests.dated_terms import decided
from tests.domain.flow.test_lawfulness import LETTER

BEGINS = date(2027, 1, 1)
BEFORE = BEGINS - timedelta(days=1)
DUE = date(2026, 11, 30)


@pytest.fixture
def new_terms() -> Iterator[None]:
    values = {"points_above_reference_rate": 9, "shortest_demand_days": 14, "consumer_limitation_years": 4}
    with decided(BEGINS, **values, limitation_years=12, parking_limitation_years=1):
        yield


def test_every_term_has_a_row_and_a_source() -> None:
    assert {row.term for row in TERM_ROWS} == {*LAW_TERMS}
    assert all(row.law for row in TERM_ROWS)


@pytest.mark.parametrize("term", LAW_TERMS)
def test_a_term_is_its_row_of_the_day_and_before_the_first_the_first(term: LawTerm) -> None:
    own = term_on(term, BEFORE)
    assert (term_on(term, date.min), term_on(term, date.max), term_changes(term)) == (own, own, ())
    with decided(BEGINS, **{term: own + 1}):
        assert (term_on(term, BEFORE), term_on(term, BEGINS)) == (own, own + 1)
        assert term_changes(term) == (BEGINS,)
    assert term_on(term, BEGINS) == own


def test_interest_has_the_points_of_each_day(new_terms: None) -> None:
    rate = CaseInterestRate()
    assert rate.on(BEGINS)[0] == rate.on(BEFORE)[0] + 1
    assert [*rate.days_of_change()] == sorted(rate.days_of_change())
    found = pieces(1000_00, DUE, date(2027, 1, 10))
    assert [(piece.to_date, piece.rate_percent) for piece in found] == [
        (BEFORE, Decimal("10.00")),
        (date(2027, 1, 10), Decimal("11.00")),
    ]
    assert CaseInterestRate(Decimal(7)).on(BEGINS) == CaseInterestRate(Decimal(7)).on(BEFORE)


def test_a_statement_before_the_day_is_as_it_was_and_one_after_it_is_not() -> None:
    terms, facts = ClaimTerms(due_date=DUE, interest_from=DUE), [Capital("claim", date(2026, 11, 1), 100_000_00)]
    days = [BEFORE, BEGINS, date(2027, 2, 1)]
    own = [statement(facts, terms, day).interest.remaining for day in days]
    with decided(BEGINS, points_above_reference_rate=9):
        new = [statement(facts, terms, day).interest.remaining for day in days]
    assert new[0] == own[0]
    assert new[1] > own[1]
    assert new[2] - own[2] == round(100_000_00 * 32 / 100 / 365)


def test_the_least_time_that_may_be_set_is_that_of_the_day(new_terms: None) -> None:
    layers = [("creditor", {"debt_collection_pay_days": 9})]
    before, after = (resolve(layers, day)["debt_collection_pay_days"] for day in (BEFORE, BEGINS))
    assert (before.value, before.was_capped) == (9, False)
    assert (after.value, after.was_capped) == (14, True)
    assert settings_of(resolve([], BEFORE)).debt_collection_pay_days == 10
    assert settings_of(resolve([], BEGINS)).debt_collection_pay_days == 14


def test_a_demand_gives_the_days_of_the_day_on_which_it_leaves(new_terms: None) -> None:
    short = replace(settings_of(resolve([], BEFORE)), debt_collection_pay_days=8)
    assert pay_by_of("debt_collection", date(2026, 12, 21), short) == date(2026, 12, 29)
    assert pay_by_of("debt_collection", date(2027, 1, 4), short) == date(2027, 1, 18)
    for sent, is_lawful in ((date(2026, 12, 21), True), (date(2027, 1, 4), False)):
        checked = check(replace(LETTER, sent=sent, pay_by=sent + timedelta(days=10)))
        assert passes(checked) is is_lawful, reasons(checked)
    assert "it gives less than 14 days to pay or object (inkassolag (1974:182) 5 §)" in [
        texts("en").say(one) for one in reasons(checked)
    ]


@pytest.mark.parametrize(
    ("is_consumer", "is_parking", "before", "after"),
    [(True, False, 3, 4), (False, False, 10, 12), (True, True, 2, 1)],
)
def test_limitation_has_the_years_of_the_day_from_which_it_runs(
    new_terms: None, is_consumer: bool, is_parking: bool, before: int, after: int
) -> None:
    def barred(day: date) -> date:
        return limitation_date(day, is_consumer=is_consumer, is_parking=is_parking)

    assert barred(BEFORE) == BEFORE.replace(year=BEFORE.year + before)
    assert barred(BEGINS) == BEGINS.replace(year=BEGINS.year + after)


def test_a_claim_keeps_its_years_until_it_is_demanded_anew(new_terms: None) -> None:
    arose = date(2026, 5, 1)
    assert last_day_of_claim(arose, is_consumer=True) == date(2029, 5, 1)
    assert last_day_of_claim(arose, [date(2026, 9, 1)], is_consumer=True) == date(2029, 9, 1)
    assert last_day_of_claim(arose, [date(2027, 9, 1)], is_consumer=True) == date(2031, 9, 1)


# Small rests ------------------------------------------------------------------------------------------------------------------

RAISED = Law((added_fee("write_off_below", BEGINS, 40_00),))


@pytest.mark.parametrize(
    ("paid_on", "limit", "is_written_off"), [(BEFORE, None, False), (BEGINS, None, True), (BEGINS, 25_00, False)]
)
def test_a_rest_is_small_by_the_row_of_the_day_on_which_it_is_measured(
    paid_on: date, limit: int | None, is_written_off: bool
) -> None:
    terms = ClaimTerms(due_date=date(2027, 3, 1), interest_from=date(2027, 3, 1), write_off_below=limit, law=RAISED)
    facts: list[Fact] = [
        Capital("claim", date(2026, 11, 1), 1000_00),
        PaymentFact("p", paid_on, 970_00, reached_us=True),
    ]
    found = statement(facts, terms, date(2027, 1, 31))
    assert found.remaining == (0 if is_written_off else 30_00)
    law = {line.law for line in found.lines if line.kind == "written_off"}
    tried = "jfr utsökningsbalken 13 kap. 20 a § (rad på prov från 2027-01-01)"
    assert law == ({tried} if is_written_off else set())


def test_the_default_of_the_setting_is_the_row_of_the_day() -> None:
    assert [resolve([], day, RAISED)["write_off_below"].value for day in (BEFORE, BEGINS)] == [25_00, 40_00]
    layers = [("account", {"write_off_below": 30_00})]
    assert [resolve(layers, day, RAISED)["write_off_below"].value for day in (BEFORE, BEGINS)] == [30_00, 30_00]


def test_what_is_enough_to_ask_for_is_looked_for_within_each_row() -> None:
    terms = ClaimTerms(due_date=DUE, interest_from=DUE, law=RAISED)
    facts: list[Fact] = [Capital("claim", date(2026, 11, 1), 24_95)]
    assert [least_asked(terms, day) for day in (BEFORE, BEGINS)] == [25_00, 40_00]
    enough = asked_from(facts, replace(terms, law=Law()), DUE)
    assert enough is not None
    assert enough < BEGINS
    assert asked_from(facts, terms, DUE) == enough, "before the row there is time enough to ask"
    after = asked_from(facts, terms, BEGINS)
    assert after is not None
    assert statement(facts, terms, after).remaining >= 40_00 > statement(facts, terms, after - timedelta(1)).remaining
