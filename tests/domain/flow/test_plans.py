"""Instalment plans: schedules that sum exactly, what is covered, and when a plan fails."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fordran.domain.claims.facts import Capital, ClaimTerms, Fact, Fee, PaymentFact
from fordran.domain.claims.statement import statement
from fordran.domain.days import is_banking_day
from fordran.domain.flow.plans import (
    Instalment,
    NoSuchPlan,
    RunningPlan,
    covered,
    default_date,
    instalment_dates,
    next_notice,
    schedule,
    to_pay,
)
from fordran.texts.catalogue import texts

D = date.fromisoformat
MADE = D("2026-10-01")
TERMS = ClaimTerms(due_date=D("2026-08-31"), interest_from=D("2026-08-31"))
NO_INTEREST = replace(TERMS, reference_rate=False, rate_percent=Decimal(0))


def debt(kr: int) -> list[Fact]:
    return [Capital("capital", D("2026-08-01"), kr * 100)]


def test_equal_instalments_without_interest_share_the_öre() -> None:
    made = schedule(debt(1000), NO_INTEREST, MADE, D("2026-10-31"), instalments=3)
    assert made == (
        Instalment(D("2026-11-02"), 333_34),
        Instalment(D("2026-11-30"), 333_34),
        Instalment(D("2027-01-04"), 333_32),
    )


def test_the_fee_and_the_interest_to_the_last_day_are_in_the_schedule() -> None:
    facts, first = debt(36500), D("2026-10-30")
    made = schedule(facts, TERMS, MADE, first, instalments=2, setup_fee=170_00)
    # 10 kr a day: 31 days to the plan, 60 in all to the first instalment, which pays the fee and 600 kr of interest.
    first_paid = made[0].amount - 170_00 - 600_00
    rest_interest = (36500_00 - first_paid) * 10 * 31 // (365 * 100)
    assert sum(one.amount for one in made) in range(
        36500_00 + 170_00 + 600_00 + rest_interest, 36500_00 + 170_00 + 600_00 + rest_interest + 2
    )
    assert made[0].date == first
    assert made[1].date == D("2026-11-30")


def test_instalments_of_an_amount_end_in_the_rest() -> None:
    made = schedule(debt(1000), NO_INTEREST, MADE, D("2026-10-30"), amount=400_00)
    assert [one.amount for one in made] == [400_00, 400_00, 200_00]
    assert [one.amount for one in schedule(debt(800), NO_INTEREST, MADE, D("2026-10-30"), amount=400_00)] == [
        400_00
    ] * 2
    assert [one.amount for one in schedule(debt(300), NO_INTEREST, MADE, D("2026-10-30"), amount=400_00)] == [300_00]


def test_a_business_pays_of_the_plans_fee_only_what_is_not_absorbed() -> None:
    facts = [*debt(1000), Fee("late", D("2026-09-05"), "late_payment_fee", 450_00)]
    made = schedule(
        facts, replace(NO_INTEREST, is_business=True), MADE, D("2026-10-30"), instalments=2, setup_fee=170_00
    )
    assert sum(one.amount for one in made) == 1450_00


@settings(max_examples=40, deadline=None)
@given(
    # Of a few kronor, 24 equal instalments may leave nothing for the last: such a plan is refused.
    st.integers(10, 200_000),
    st.integers(1, 24),
    st.dates(date(2026, 10, 2), date(2027, 3, 1)),
    st.booleans(),
    st.sampled_from([0, 170_00]),
)
def test_a_plan_paid_on_its_days_leaves_nothing(
    kr: int, count: int, first: date, with_interest: bool, fee: int
) -> None:
    # To the last öre; less than a limit for writing off would not be asked for.
    terms = replace(TERMS if with_interest else NO_INTEREST, write_off_below=0)
    made = schedule(debt(kr), terms, MADE, first, instalments=count, setup_fee=fee)
    assert len(made) == count
    assert len({one.amount for one in made[:-1]}) <= 1
    assert 0 < made[-1].amount <= made[0].amount
    assert made[0].amount - made[-1].amount <= 2 * count, "an öre more each, and the interest it saves"
    assert [one.date for one in made] == instalment_dates(first, count)
    facts: list[Fact] = [*debt(kr), *([Fee("fee", MADE, "amortization_setup", fee)] if fee else [])]
    facts += [PaymentFact(str(n), one.date, one.amount, reached_us=True) for n, one in enumerate(made)]
    end = statement(facts, terms, made[-1].date)
    assert (end.remaining, end.refund, end.costs.added) == (0, 0, fee)
    assert sum(one.amount for one in made) == end.capital.added + end.interest.added + end.costs.added


@pytest.mark.parametrize(
    ("wanted", "wish", "why"),
    [
        ({}, "amount", "either"),
        ({"instalments": 2, "amount": 100_00}, "instalments", "either"),
        ({"instalments": 0}, "instalments", "from 1 to 120"),
        ({"instalments": 121}, "instalments", "from 1 to 120"),
        ({"amount": 0}, "amount", "more than nothing"),
        ({"amount": 1_00}, "amount", "does not pay the debt"),
        ({"instalments": 2, "first_date": MADE}, "first_date", "after the day"),
        ({"instalments": 2, "facts": []}, "instalments", "nothing is owed"),
        ({"amount": 100_00, "facts": []}, "amount", "nothing is owed"),
    ],
)
def test_what_no_plan_can_be_made_of(wanted: dict, wish: str, why: str) -> None:
    given_ = {"facts": debt(1000), "first_date": D("2026-10-30"), **wanted}
    with pytest.raises(NoSuchPlan) as refused:
        schedule(given_.pop("facts"), TERMS, MADE, given_.pop("first_date"), **given_)
    assert refused.value.wish == wish
    assert why in texts("en").say(refused.value.message)


def test_a_debt_of_fewer_öre_than_instalments_has_no_plan() -> None:
    with pytest.raises(NoSuchPlan, match="instalments_of_nothing"):
        schedule([Capital("capital", D("2026-08-01"), 3)], NO_INTEREST, MADE, D("2026-10-30"), instalments=5)


@given(st.dates(date(2024, 1, 1), date(2028, 1, 1)), st.integers(1, 36))
def test_instalments_fall_on_rising_banking_days_a_month_apart(first: date, count: int) -> None:
    found = instalment_dates(first, count)
    assert len(found) == count
    assert all(is_banking_day(day) for day in found)
    assert all(20 <= (later - day).days <= 40 for day, later in pairwise(found))


PLAN = RunningPlan(MADE, tuple(Instalment(day, 400_00) for day in instalment_dates(D("2026-10-30"), 3)))


@pytest.mark.parametrize(
    ("paid", "count", "missed", "remark"),
    [
        (0, 0, (1, "2026-11-09"), "the first"),
        (399_99, 0, (1, "2026-11-09"), "an öre short"),
        (400_00, 1, (2, "2026-12-10"), "the first is covered"),
        (800_00, 2, (3, "2027-01-09"), "two at once"),
        (1200_00, 2, (3, "2027-01-09"), "the last is covered when the case closes"),
    ],
)
def test_what_is_covered_and_when_missing_the_next_ends_the_plan(paid: int, count: int, missed, remark: str) -> None:
    plan = replace(PLAN, paid=paid)
    assert covered(plan) == count, remark
    assert default_date(plan, 10) == (missed[0], D(missed[1])), remark


@pytest.mark.parametrize(
    ("paid", "number", "remaining", "amount", "remark"),
    [
        (0, 1, 1200_00, 400_00, "the first"),
        (100_00, 1, 1100_00, 300_00, "part of it is paid"),
        (0, 2, 1200_00, 800_00, "what was missed before is asked for too"),
        (400_00, 2, 300_00, 300_00, "never more than remains"),
        (900_00, 2, 300_00, 0, "paid ahead"),
        (800_00, 3, 412_34, 412_34, "the last is whatever remains"),
    ],
)
def test_what_an_instalment_asks_for(paid: int, number: int, remaining: int, amount: int, remark: str) -> None:
    assert to_pay(replace(PLAN, paid=paid), number, remaining) == amount, remark


def test_notices_come_once_in_order_and_never_on_the_day_itself() -> None:
    assert next_notice(PLAN, 10, MADE) == (1, D("2026-10-20"))
    assert next_notice(replace(PLAN, noticed=1), 10, D("2026-10-20")) == (2, D("2026-11-20"))
    assert next_notice(PLAN, 10, D("2026-10-30")) == (2, D("2026-11-20"))
    assert next_notice(replace(PLAN, noticed=3), 10, D("2026-12-30")) is None
    assert next_notice(PLAN, 29, MADE) == (2, D("2026-11-01")), "the first would have been noticed on the plan's day"


def test_a_plan_without_instalments_has_nothing_to_miss() -> None:
    assert default_date(replace(PLAN, instalments=()), 10) is None


def test_a_plan_ends_with_the_instalment_after_which_less_than_the_limit_is_left() -> None:
    made = schedule(debt(60), NO_INTEREST, MADE, D("2026-10-30"), instalments=3)
    assert [one.amount for one in made] == [20_00, 20_00, 20_00]
    facts = [*debt(60), *(PaymentFact(str(n), one.date, one.amount, reached_us=True) for n, one in enumerate(made[:2]))]
    assert statement(facts[:-1], NO_INTEREST, made[0].date).remaining == 40_00
    end = statement(facts, NO_INTEREST, made[1].date)
    assert (end.remaining, end.capital.written_off) == (0, 20_00)
