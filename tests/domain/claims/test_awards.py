"""Orders that award less than was asked for, by hand-computed rows. 36 500 kr at 10 % carries 10 kr a day."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from fordran.domain.claims.awards import ClaimParts, claimed_parts, not_awarded, unpaid_interest_begins
from fordran.domain.claims.facts import Capital, ClaimTerms, Credit, Fact, Fee, PaymentFact, Waiver
from fordran.domain.claims.statement import statement

D = date.fromisoformat
TERMS = ClaimTerms(
    due_date=D("2026-08-31"), interest_from=D("2026-08-31"), reference_rate=False, rate_percent=Decimal(10)
)
CLAIM = Capital("claim", D("2026-08-01"), 36_500_00)
DEMAND = Fee("demand", D("2026-09-02"), "debt_collection", 180_00)
APPLICATION = Fee("application", D("2026-09-20"), "enforcement", 300_00)
WORK = Fee("work", D("2026-09-20"), "enforcement", 380_00)
FACTS: tuple[Fact, ...] = (CLAIM, DEMAND, APPLICATION, WORK)
ASKED, ORDERED = D("2026-09-20"), D("2026-10-10")


@pytest.mark.parametrize(
    ("claimed", "awarded", "rests", "remark"),
    [
        ([(100, 5, 860)], (100, 5, 860), [(0, 0, 0)], "all of it"),
        ([(100, 5, 860)], (120, 9, 900), [(0, 0, 0)], "no more than is claimed"),
        ([(100, 5, 860)], (80, 4, 680), [(20, 1, 180)], "each part by itself"),
        ([(100, 5, 860)], (0, 0, 0), [(100, 5, 860)], "nothing"),
        (
            [(100, 5, 860), (50, 2, 0)],
            (120, 5, 860),
            [(0, 0, 0), (30, 2, 0)],
            "the claim that was due first at the head",
        ),
        ([(100, 5, 860), (50, 2, 0)], (90, 7, 860), [(10, 0, 0), (50, 0, 0)], "not even the first"),
        ([], (10, 0, 0), [], "all are closed"),
    ],
)
def test_parts_that_an_order_did_not_award(
    claimed: list[tuple[int, int, int]],
    awarded: tuple[int, int, int],
    rests: list[tuple[int, int, int]],
    remark: str,
) -> None:
    found = not_awarded([ClaimParts(*one) for one in claimed], ClaimParts(*awarded))
    assert found == [ClaimParts(*one) for one in rests], remark


def test_interest_is_judged_up_to_the_application_and_the_rest_on_the_day_of_the_order() -> None:
    assert claimed_parts(FACTS, TERMS, ASKED, ORDERED) == ClaimParts(36_500_00, 200_00, 860_00)
    paid = PaymentFact("money", D("2026-10-01"), 1_000_00, reached_us=True)
    # 10-01: 310 of interest and 860 of costs are owed, of which 860 and 140 are paid.
    assert claimed_parts([*FACTS, paid], TERMS, ASKED, ORDERED) == ClaimParts(36_500_00, 200_00, 0)


@pytest.mark.parametrize(
    ("paid", "amount", "begins"),
    [
        ([], 50_00, None),
        # 180 of costs, 100 of interest and 220 of capital are paid; 36 280 kr carry 99.40 in ten days.
        ([("2026-09-10", 500_00)], 99_40, "2026-09-11"),
        ([("2026-09-10", 500_00)], 99_41, None),
        ([("2026-09-10", 500_00), ("2026-10-05", 10_00)], 50_00, "2026-09-11"),
    ],
)
def test_interest_that_nobody_paid_begins_after_the_last_payment(
    paid: list[tuple[str, int]], amount: int, begins: str | None
) -> None:
    payments = [PaymentFact(day, D(day), money, reached_us=True) for day, money in paid]
    found = unpaid_interest_begins([*FACTS, *payments], TERMS, ASKED, amount)
    assert found == (None if begins is None else D(begins))


def test_capital_that_was_not_awarded_bears_interest_until_the_application_and_not_after() -> None:
    credit = Credit("award", ORDERED, 18_250_00, counts_from=ASKED, order="application")
    found = statement([*FACTS, credit], TERMS, ORDERED)
    # 20 days of 10 kr, 20 days of 5 kr.
    assert (found.capital.remaining, found.interest.remaining) == (18_250_00, 300_00)
    (line,) = [line for line in found.lines if line.kind == "credited"]
    assert (line.date, line.fact, line.law) == (ASKED, "award", "lag (1990:746) 42 §")


def test_interest_and_costs_that_were_not_awarded_name_the_order() -> None:
    interest = Waiver("interest", ORDERED, "interest", amount=50_00, until=ASKED, order="application")
    costs = Waiver("costs", ORDERED, "costs", amount=180_00, order="application")
    found = statement([*FACTS, interest, costs], TERMS, ORDERED)
    assert (found.interest.remaining, found.costs.remaining) == (350_00, 680_00)
    assert {line.law for line in found.lines if line.kind == "waived"} == {"lag (1990:746) 42 §"}


def test_an_order_without_capital_leaves_the_costs_that_it_awarded() -> None:
    by_order = Credit("award", ORDERED, 36_500_00, counts_from=ASKED, order="application")
    assert statement([*FACTS, by_order], TERMS, ORDERED).costs.remaining == 860_00
    of_creditor = replace(by_order, counts_from=None, order=None)
    assert statement([*FACTS, of_creditor], TERMS, ORDERED).costs.remaining == 0
