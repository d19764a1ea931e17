"""Refunds: money that reached us and is not owed goes back to its payer, or is used where its payer wants it.

What is owed back follows from the replay of a case (`Statement.payments`). This module has the progress of a refund, and
compares the amount owed back with the amount ordered already. The rules in words are docs/rules/refunds.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

RefundStatus: TypeAlias = Literal[
    "ordered",  # it goes to the bank with the next order
    "exported",  # the bank has the order to pay it
    "used",  # it was used for another claim, or for what the payer owed us
    "withdrawn",  # it was no longer owed before it had left
    "returned",  # the bank sent it back
    "claimed",  # its payment was recalled after it had left: the payer owes it to us
    "settled",  # what the payer owed us is paid
    "written_off",  # what the payer owed us was given up
]

LEFT: tuple[RefundStatus, ...] = ("exported", "used", "returned", "claimed", "settled", "written_off")
"""Of what is no longer on its case: there it is taken from its payment."""

GONE: tuple[RefundStatus, ...] = ("exported", "used")
"""Of what its payer has, as far as we know: it is claimed where its payment is recalled."""


class OrderedRefund(NamedTuple):
    """A refund that has not left: which, of which payment, and how much."""

    id: str
    payment: str
    amount: int


@dataclass(frozen=True, slots=True)
class RefundPlan:
    """The outcome of ordered refunds, and the amounts owed back beside them, payment by payment."""

    ordered: Mapping[str, int]
    """Refund → what can still go back by it; nothing where it is no longer owed at all."""
    free: Mapping[str, int]
    """Payment → what of it is owed back and neither ordered nor set off."""


def weigh(owed: Mapping[str, int], ordered: Sequence[OrderedRefund], claimed: int = 0) -> RefundPlan:
    """Weigh what is owed back of each payment against what is ordered, and against what the payer owes us.

    A late fact may lower what is owed back: then what was ordered last gives way. What the payer owes us for a refund
    whose payment was recalled is taken first of what is left, since both stand between the same two.

    >>> weigh({"a": 300, "b": 200}, [OrderedRefund("r", "a", 100)], 250)
    RefundPlan(ordered={'r': 100}, free={'b': 150})
    >>> weigh({"a": 30}, [OrderedRefund("r", "a", 20), OrderedRefund("s", "a", 20), OrderedRefund("t", "b", 5)])
    RefundPlan(ordered={'r': 20, 's': 10, 't': 0}, free={})
    """
    left = dict(owed)
    kept = {}
    for refund in ordered:
        kept[refund.id] = min(refund.amount, left.get(refund.payment, 0))
        if refund.payment in left:
            left[refund.payment] -= kept[refund.id]
    for payment, amount in left.items():
        set_off = min(amount, claimed)
        left[payment], claimed = amount - set_off, claimed - set_off
    return RefundPlan(kept, {payment: amount for payment, amount in left.items() if amount})


def taken_from(free: Mapping[str, int], amount: int) -> dict[str, int]:
    """The amounts to take from each payment, in order, to make up a sum that they are enough for.

    >>> taken_from({"a": 100, "b": 50}, 120)
    {'a': 100, 'b': 20}
    """
    taken = {}
    for payment, there in free.items():
        if part := min(amount, there):
            taken[payment] = part
            amount -= part
    assert not amount, "no more is taken than there is"
    return taken
