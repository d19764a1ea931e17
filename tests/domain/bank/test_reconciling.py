"""Which of our orders the bank has carried out, and what else left the account."""

from datetime import date

import pytest

from fordran.domain.bank.reconciling import OrderedPayment, Withdrawal, carried_out

MONDAY, TUESDAY, WEDNESDAY = date(2026, 11, 16), date(2026, 11, 17), date(2026, 11, 18)
A = OrderedPayment("a", "o-1", 100, MONDAY)
B = OrderedPayment("b", "o-1", 50, MONDAY)
C = OrderedPayment("c", "o-2", 100, TUESDAY)


def left(amount: int, reference: str = "", day: date = TUESDAY, id_: str = "w") -> Withdrawal:
    return Withdrawal(id_, reference, amount, day)


@pytest.mark.parametrize(
    ("withdrawals", "days", "differences", "remark"),
    [
        ([], {}, [], "nothing has left"),
        ([left(100, "c")], {"c": TUESDAY}, [], "known by its id, though an older one comes to as much"),
        ([left(150, "o-1")], {"a": TUESDAY, "b": TUESDAY}, [], "a batch booked as one sum, known by its id"),
        ([left(150)], {"a": TUESDAY, "b": TUESDAY}, [], "a batch without a name, known by what it comes to"),
        ([left(100)], {"a": TUESDAY}, [], "without a name, the oldest of that amount"),
        ([left(100, day=MONDAY, id_="1"), left(100, id_="2")], {"a": MONDAY, "c": TUESDAY}, [], "one after the other"),
        ([left(100, id_="1"), left(100, "a", id_="2")], {"a": TUESDAY, "c": TUESDAY}, [], "a name comes first"),
        (
            [left(50, day=date(2026, 11, 15))],
            {},
            [("withdrawal", -50)],
            "before it was ordered it cannot have been paid",
        ),
        ([left(25)], {}, [("withdrawal", -25)], "the bank's charges are no order of ours"),
        ([left(99, "a")], {"a": TUESDAY}, [("paid_otherwise", 1)], "another amount than was ordered"),
        ([left(100, "a", id_="1"), left(100, "a", WEDNESDAY, "2")], {"a": TUESDAY, "c": WEDNESDAY}, [], "an id twice"),
    ],
)
def test_what_the_bank_has_paid(
    withdrawals: list[Withdrawal], days: dict[str, date], differences: list[tuple[str, int]], remark: str
) -> None:
    done = carried_out([C, B, A], withdrawals)
    assert (done.days, [(part.cause, part.amount) for part in done.differences]) == (days, differences), remark
