"""A letter that was queued and did not leave: its fee counts as never charged, and it is sent again when it may be."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.claims.entries import difference
from fordran.domain.claims.facts import Capital, ClaimTerms, Credit, Fact, Fee, PaymentFact, StepFact
from fordran.domain.claims.statement import booked, statement
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.next_step import next_step
from tests.domain.situations import case, said, sent

D = date.fromisoformat
TERMS = ClaimTerms(due_date=D("2026-08-31"), interest_from=D("2026-08-31"))
CLAIM = Capital("claim", D("2026-08-01"), 36_500_00)
REMINDER = Fee("reminder", D("2026-09-10"), "reminder", 60_00)
DEMAND = Fee("demand", D("2026-09-20"), "debt_collection", 180_00)
WITHDRAWN = replace(DEMAND, withdrawn_on=D("2026-09-21"))
LATE = Fee("late", D("2026-09-20"), "late_payment_fee", 450_00)


@pytest.mark.parametrize(
    ("facts", "costs", "remark"),
    [
        ([REMINDER, DEMAND], 240_00, "both letters left"),
        ([REMINDER, WITHDRAWN], 60_00, "the demand did not"),
        ([WITHDRAWN], 0, "nothing left"),
        (
            [WITHDRAWN, Fee("again", D("2026-10-01"), "debt_collection", 180_00)],
            180_00,
            "it was sent later, and costs once",
        ),
        ([replace(WITHDRAWN, amount=100_00), DEMAND], 180_00, "what is withdrawn uses nothing of the cap"),
    ],
)
def test_a_withdrawn_fee_is_not_charged(facts: list[Fact], costs: int, remark: str) -> None:
    assert booked([CLAIM, *facts], TERMS).costs.added == costs, remark


def test_it_is_not_charged_on_any_day_not_even_before_it_was_withdrawn() -> None:
    for day in ("2026-09-20", "2026-09-21", "2027-01-01"):
        assert statement([CLAIM, WITHDRAWN], TERMS, D(day)).costs.added == 0


def test_a_business_owes_the_late_payment_fee_with_the_first_letter_that_leaves() -> None:
    terms = replace(TERMS, is_business=True)
    stopped = [replace(fee, withdrawn_on=D("2026-09-21")) for fee in (LATE, DEMAND)]
    assert booked([CLAIM, *stopped], terms).costs.added == 0
    again = [replace(fee, id=f"{fee.id} again", date=D("2026-10-01")) for fee in (LATE, DEMAND)]
    assert booked([CLAIM, *stopped, *again], terms).costs.added == 450_00


def test_who_paid_all_but_the_fee_has_paid() -> None:
    day = D("2026-09-20")
    paid = PaymentFact("paid", day, 36_500_00 + 200_00, reached_us=True)
    assert booked([CLAIM, DEMAND, paid], TERMS).remaining == 180_00
    after = booked([CLAIM, WITHDRAWN, paid], TERMS)
    assert after.closed is not None
    assert (after.closed.date, after.closed.reason, after.refund) == (day, "paid", 0)


def test_its_day_stays_one_on_which_interest_is_booked() -> None:
    later = StepFact("later", D("2026-10-10"))
    before, after = (booked([CLAIM, fee, later], TERMS) for fee in (DEMAND, WITHDRAWN))
    assert before.interest == after.interest
    assert [entry.type for entry in difference(before.lines, after.lines)] == ["debt_collection"]


FACTS = st.lists(
    st.one_of(
        st.builds(
            lambda days, amount, is_withdrawn: Fee(
                f"fee {days} {amount}",
                D("2026-09-01") + timedelta(days=days),
                "debt_collection",
                amount,
                withdrawn_on=D("2026-12-01") if is_withdrawn else None,
            ),
            st.integers(0, 60),
            st.integers(1, 180_00),
            st.booleans(),
        ),
        st.builds(
            lambda days, amount: PaymentFact(
                f"paid {days} {amount}", D("2026-09-01") + timedelta(days=days), amount, reached_us=True
            ),
            st.integers(0, 60),
            st.integers(1, 40_000_00),
        ),
        st.builds(
            lambda days, amount: Credit(f"credit {days} {amount}", D("2026-09-01") + timedelta(days=days), amount),
            st.integers(0, 60),
            st.integers(1, 40_000_00),
        ),
    ),
    max_size=6,
    unique_by=lambda fact: fact.id,
)


@given(FACTS)
def test_what_is_owed_is_what_would_be_had_the_fee_not_been(facts: list[Fact]) -> None:
    """A withdrawn fee and a step of the same day are the same, whatever else happened, before or after."""
    without = [
        StepFact(fact.id, fact.date) if isinstance(fact, Fee) and fact.withdrawn_on is not None else fact
        for fact in facts
    ]
    assert booked([CLAIM, *facts], TERMS) == booked([CLAIM, *without], TERMS)


TODAY = D("2026-09-20")


@pytest.mark.parametrize(
    ("at", "expected", "remark"),
    [
        (case("reminder", letter_is_leaving=True), "nothing", "the letter is about to leave"),
        (
            case("reminder", letter=sent("2026-09-01", "2026-09-11"), letter_is_leaving=True),
            "nothing",
            "an answer to a dispute is about to leave",
        ),
        (case("reminder", letter_stopped=D("2026-09-18")), "reminder 2026-09-19", "what stopped it is over"),
        (
            case("debt_collection", letter_stopped=D("2026-09-10"), held_until=D("2026-09-19")),
            "debt_collection 2026-09-20",
            "the hold that stopped it is over",
        ),
        (case("debt_collection", held_until=D("2026-09-19")), "debt_collection 2026-09-20", "somebody saw to it"),
        (case("debt_collection"), "nothing", "it waits for somebody to see to it"),
        (case("reminder", letter_stopped=D("2026-09-18"), status="disputed"), "nothing", "what stopped it goes on"),
        (
            case("reminder", letter_stopped=D("2026-09-18"), marks=frozenset({"deceased"})),
            "nothing",
            "what stopped it goes on",
        ),
        (
            case("surveillance", state_since=D("2026-03-20"), letter_stopped=TODAY),
            "surveillance_letter 2027-03-20",
            "the next one has its own time",
        ),
    ],
)
def test_what_comes_next(at, expected: str, remark: str) -> None:
    assert said(next_step(at, FlowSettings(), TODAY)) == expected, remark
