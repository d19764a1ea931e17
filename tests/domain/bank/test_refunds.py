"""What is owed back, weighed against what is ordered and what the payer owes us."""

import pytest

from fordran.domain.bank.refunds import OrderedRefund, RefundPlan, taken_from, weigh


def order(name: str, payment: str, amount: int) -> OrderedRefund:
    return OrderedRefund(name, payment, amount)


@pytest.mark.parametrize(
    ("owed", "ordered", "claimed", "weighed", "remark"),
    [
        ({}, [], 0, RefundPlan({}, {}), "nothing owed, nothing ordered"),
        ({"a": 100}, [], 0, RefundPlan({}, {"a": 100}), "all of it is free"),
        ({"a": 100}, [order("r", "a", 100)], 0, RefundPlan({"r": 100}, {}), "all of it is ordered"),
        ({"a": 100}, [order("r", "a", 40)], 0, RefundPlan({"r": 40}, {"a": 60}), "some of it is"),
        ({"a": 100}, [order("r", "b", 40)], 0, RefundPlan({"r": 0}, {"a": 100}), "of a payment that is owed no more"),
        ({"a": 30}, [order("r", "a", 40)], 0, RefundPlan({"r": 30}, {}), "lowered to what is owed"),
        (
            {"a": 50},
            [order("r", "a", 40), order("s", "a", 40)],
            0,
            RefundPlan({"r": 40, "s": 10}, {}),
            "what was ordered last gives way",
        ),
        ({"a": 100}, [], 30, RefundPlan({}, {"a": 70}), "the payer owes some of it"),
        ({"a": 100, "b": 50}, [], 120, RefundPlan({}, {"b": 30}), "and some of the next"),
        ({"a": 100}, [], 500, RefundPlan({}, {}), "the payer owes more than that"),
        ({"a": 100}, [order("r", "a", 80)], 50, RefundPlan({"r": 80}, {}), "what is ordered is not set off"),
    ],
)
def test_what_is_owed_back_is_weighed(
    owed: dict[str, int], ordered: list[OrderedRefund], claimed: int, weighed: RefundPlan, remark: str
) -> None:
    assert weigh(owed, ordered, claimed) == weighed, remark


@pytest.mark.parametrize(
    ("amount", "taken", "remark"),
    [
        (10, {"a": 10}, "some of the first"),
        (100, {"a": 100}, "all of the first and none of the next"),
        (101, {"a": 100, "b": 1}, "an öre of the next"),
        (150, {"a": 100, "b": 50}, "all there is"),
    ],
)
def test_an_amount_is_taken_from_payments_in_their_order(amount: int, taken: dict[str, int], remark: str) -> None:
    assert taken_from({"a": 100, "b": 50}, amount) == taken, remark


def test_more_than_there_is_cannot_be_taken() -> None:
    with pytest.raises(AssertionError, match="no more is taken than there is"):
        taken_from({"a": 100}, 101)
