"""What each step costs the debtor."""

from datetime import timedelta

import pytest

from fordran.domain.claims.facts import Fee
from fordran.domain.claims.fees import chargeable
from fordran.domain.flow.case_settings import DEFAULT_FEES, FlowSettings
from fordran.domain.flow.step_fees import fees_of
from fordran.domain.kinds.articles import FeeArticle
from tests.domain.situations import D, case

DEFAULT = FlowSettings()


def with_fee(article: FeeArticle, amount: int) -> FlowSettings:
    return FlowSettings(fees={**DEFAULT_FEES, article: amount})


@pytest.mark.parametrize(
    ("step", "at", "chosen", "expected", "remark"),
    [
        ("reminder", case(), DEFAULT, [("reminder", 60)], "agreed by default"),
        ("reminder", case(), FlowSettings(reminder_fee_agreed=False), [], "lag (1981:739) 2 §: not agreed"),
        ("reminder", case(), with_fee("reminder", 0), [], "waived"),
        ("reminder", case(fees=frozenset({"reminder"})), DEFAULT, [], "the creditor had claimed it"),
        ("debt_collection", case(), DEFAULT, [("debt_collection", 180)], "needs no agreement"),
        ("debt_collection", case(fees=frozenset({"reminder"})), DEFAULT, [("debt_collection", 180)], "its own article"),
        ("debt_collection", case(fees=frozenset({"debt_collection"})), DEFAULT, [], "once a claim"),
        ("enforcement", case(), DEFAULT, [("enforcement", 300), ("enforcement", 380)], "application and work"),
        ("enforcement", case(), with_fee("enforcement", 400_00), [("enforcement", 300), ("enforcement", 100)], "less"),
        ("enforcement", case(), with_fee("enforcement", 200_00), [("enforcement", 200)], "less than the application"),
        ("surveillance", case(), DEFAULT, [], "free"),
        ("surveillance_letter", case(), DEFAULT, [], "free"),
        ("respite_end", case(), DEFAULT, [], "free"),
        ("amortization_plan", case(), DEFAULT, [("amortization_setup", 170)], "a plan"),
        ("amortization_plan", case(fees=frozenset({"amortization_setup"})), DEFAULT, [], "a second plan is free"),
        ("amortization_notice", case(), DEFAULT, [], "not a statutory cost: nothing unless agreed"),
        (
            "amortization_notice",
            case(fees=frozenset({"amortization_advice"})),
            with_fee("amortization_advice", 60_00),
            [("amortization_advice", 60)],
            "each notice is its own",
        ),
        (
            "reminder",
            case(is_business=True),
            DEFAULT,
            [("late_payment_fee", 450), ("reminder", 60)],
            "a business, with the first letter",
        ),
        (
            "debt_collection",
            case(is_business=True),
            DEFAULT,
            [("late_payment_fee", 450), ("debt_collection", 180)],
            "where the demand is the first letter",
        ),
        (
            "debt_collection",
            case(is_business=True, fees=frozenset({"late_payment_fee", "reminder"})),
            DEFAULT,
            [("debt_collection", 180)],
            "once a claim",
        ),
    ],
)
def test_the_fees_of_a_step(step: str, at, chosen: FlowSettings, expected: list[tuple[str, int]], remark: str) -> None:
    assert fees_of(step, at, chosen, D("2026-09-07")) == [(article, kr * 100) for article, kr in expected], remark


@pytest.mark.parametrize(("is_business", "owed"), [(False, 60 + 180 + 680), (True, 450 + 680)])
def test_a_whole_flow_costs_no_more_than_the_law_lets_it(is_business: bool, owed: int) -> None:
    articles: frozenset[str] = frozenset()
    made: list[Fee] = []
    for n, step in enumerate(["reminder", "debt_collection", "enforcement"]):
        for article, amount in fees_of(step, case(is_business=is_business, fees=articles), DEFAULT, D("2026-09-07")):
            made.append(Fee(f"{n} {article} {amount}", D("2026-09-01") + timedelta(days=14 * n), article, amount))
        articles |= {fee.article for fee in made}
    assert sum(fee.amount for fee in chargeable(made, is_business=is_business)) == owed * 100
