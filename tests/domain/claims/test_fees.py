"""Which fees can be charged."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.claims.facts import Fee
from fordran.domain.claims.fees import chargeable

DAY = date(2026, 9, 1)


def fees(*given: tuple[str, int]) -> list[Fee]:
    """Fees a day apart, in kronor."""
    return [Fee(f"fee {n}", DAY + timedelta(days=n), article, kr * 100) for n, (article, kr) in enumerate(given)]


def charged(made: list[Fee], is_business: bool) -> list[int]:
    return [fee.amount // 100 for fee in chargeable(made, is_business=is_business)]


@pytest.mark.parametrize(
    ("made", "is_business", "owed", "remark"),
    [
        ([("reminder", 60), ("debt_collection", 180)], False, [60, 180], "within the caps"),
        ([("reminder", 75), ("debt_collection", 200)], False, [60, 180], "never above the caps"),
        ([("reminder", 60), ("reminder", 60)], False, [60, 0], "one reminder fee a claim"),
        ([("reminder", 40), ("reminder", 60)], False, [40, 20], "up to the cap together"),
        ([("amortization_advice", 60), ("amortization_advice", 60)], False, [60, 60], "each advice is its own"),
        ([("invoice_fee", 50)], False, [50], "rests on agreement"),
        ([("late_payment_fee", 450), ("reminder", 60)], False, [0, 60], "no late-payment fee from consumers"),
        (
            [("late_payment_fee", 450), ("reminder", 60), ("debt_collection", 180), ("amortization_setup", 170)],
            True,
            [450, 0, 0, 0],
            "410 in all is absorbed by 450",
        ),
        (
            [
                ("late_payment_fee", 450),
                ("reminder", 60),
                ("debt_collection", 180),
                ("amortization_setup", 170),
                ("amortization_reminder", 60),
            ],
            True,
            [450, 0, 0, 0, 20],
            "470 in all exceeds 450 by 20",
        ),
        ([("reminder", 60), ("late_payment_fee", 450)], True, [60, 390], "a reminder before it counts within it"),
        ([("late_payment_fee", 450), ("enforcement", 680)], True, [450, 680], "enforcement is not absorbed"),
        ([("late_payment_fee", 500)], True, [450], "450 at most"),
        ([("enforcement", 300), ("enforcement", 380)], False, [300, 380], "both parts of an application"),
        ([("enforcement", 300), ("enforcement", 400)], False, [300, 380], "680 at most"),
    ],
)
def test_what_can_be_charged(made: list[tuple[str, int]], is_business: bool, owed: list[int], remark: str) -> None:
    assert charged(fees(*made), is_business) == owed, remark


def test_a_fee_that_the_creditor_has_claimed_is_not_charged_twice() -> None:
    claimed = Fee("claimed", DAY, "reminder", 6000, by_creditor=True)
    ours = Fee("a", DAY, "reminder", 6000)
    assert [(fee.fee.id, fee.amount) for fee in chargeable([ours, claimed], is_business=False)] == [
        ("claimed", 6000),
        ("a", 0),
    ]


articles = st.sampled_from(["reminder", "debt_collection", "amortization_setup", "late_payment_fee", "enforcement"])
some_fees = st.lists(st.tuples(articles, st.integers(0, 900), st.integers(0, 5)), max_size=8)


@given(some_fees, st.booleans(), st.randoms(use_true_random=False))
def test_fees_do_not_depend_on_arrival_nor_on_what_comes_later(made, is_business, random) -> None:
    all_fees = [Fee(str(n), DAY + timedelta(days=d), article, kr * 100) for n, (article, kr, d) in enumerate(made)]
    answer = chargeable(all_fees, is_business=is_business)
    shuffled = list(all_fees)
    random.shuffle(shuffled)
    assert chargeable(shuffled, is_business=is_business) == answer
    early = [fee for fee in all_fees if fee.date <= DAY + timedelta(days=2)]
    assert chargeable(early, is_business=is_business) == answer[: len(early)]


@given(some_fees)
def test_a_business_owes_the_late_payment_fee_or_the_sum_it_absorbs(made) -> None:
    all_fees = fees(*((article, kr) for article, kr, _ in made if article != "enforcement"))
    by_article = dict.fromkeys(("reminder", "debt_collection", "amortization_setup", "late_payment_fee"), 0)
    for fee in all_fees:
        by_article[fee.article] += fee.amount
    caps = {"reminder": 6000, "debt_collection": 18000, "amortization_setup": 17000, "late_payment_fee": 45000}
    late, *others = (
        min(by_article[a], caps[a]) for a in ("late_payment_fee", "reminder", "debt_collection", "amortization_setup")
    )
    assert sum(fee.amount for fee in chargeable(all_fees, is_business=True)) == max(late, sum(others))
