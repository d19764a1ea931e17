"""Reconciling: which of our orders the bank has carried out, and what makes up a difference between its balance and our books.

The books count money as gone when it is ordered, the bank when it has paid it: what lies between is in transit. An order
is known again by the id that we gave it, else by the id of its batch, else by its amount. See docs/rules/bank-files.md.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

DifferenceCause: TypeAlias = Literal[
    "opening_balance",  # what stood on the account before the first statement
    "statement_missing",  # a statement does not begin with what the one before it ended with
    "withdrawal",  # left the account by no order of ours: the bank's charges, or worse
    "paid_otherwise",  # left by an order of ours, with another amount
    "not_settled",  # came in, and is not in the books yet
    "owed",  # whose the money is does not come to what there is
    "unexplained",
]
"""The causes of a difference."""


@dataclass(frozen=True, slots=True)
class OrderedPayment:
    """A payment that the books count as gone."""

    id: str
    """As the bank's files name it."""
    batch: str
    amount: int
    ordered_on: date


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The amount that left the bank account, positive."""

    id: str
    reference: str
    amount: int
    day: date


@dataclass(frozen=True, slots=True)
class BalanceDifference:
    """A part of a difference: from a day on, the bank has so much more than the books."""

    cause: DifferenceCause
    day: date
    amount: int
    subject: str = ""
    """The transaction or the bank account that it is about."""


@dataclass(frozen=True, slots=True)
class ExecutedOrders:
    """The executed part of our orders, and other withdrawals."""

    days: dict[str, date]
    """Order's id → the day on which it was paid."""
    differences: tuple[BalanceDifference, ...]


def carried_out(ordered: Iterable[OrderedPayment], withdrawals: Iterable[Withdrawal]) -> ExecutedOrders:
    """Which orders the withdrawals have paid: those that name them first, then those of the same amount, the oldest first."""
    waiting = _Waiting(sorted(ordered, key=lambda one: (one.ordered_on, one.id)))
    differences: list[BalanceDifference] = []
    left = sorted(withdrawals, key=lambda one: (one.day, one.id))
    for find in (waiting.named_by, waiting.of_amount):
        in_turn, left = left, []
        for withdrawal in in_turn:
            paid = find(withdrawal)
            if not paid:
                left.append(withdrawal)
                continue
            waiting.paid(paid, withdrawal.day)
            if other := sum(one.amount for one in paid) - withdrawal.amount:
                differences.append(BalanceDifference("paid_otherwise", withdrawal.day, other, withdrawal.id))
    differences += [BalanceDifference("withdrawal", one.day, -one.amount, one.id) for one in left]
    return ExecutedOrders(waiting.days, tuple(differences))


class _Waiting:
    """Orders that no withdrawal has been found for, by what they can be found by."""

    def __init__(self, ordered: Sequence[OrderedPayment]) -> None:
        self.days: dict[str, date] = {}
        self._by_id = {one.id: one for one in ordered}
        self._by_batch: dict[str, list[OrderedPayment]] = defaultdict(list)
        self._by_amount: dict[int, list[OrderedPayment]] = defaultdict(list)
        for one in ordered:
            self._by_amount[one.amount].append(one)
            if one.batch:
                self._by_batch[one.batch].append(one)

    def named_by(self, withdrawal: Withdrawal) -> list[OrderedPayment]:
        """The order, or the batch of orders, that a withdrawal names."""
        named = self._by_id.get(withdrawal.reference)
        return self._open([named] if named else self._by_batch.get(withdrawal.reference, []))

    def of_amount(self, withdrawal: Withdrawal) -> list[OrderedPayment]:
        """The order, or else the batch, that comes to what a withdrawal does."""
        found = self._open_before(self._by_amount.get(withdrawal.amount, []), withdrawal.day)
        if found:
            return found[:1]
        batches = (self._open_before(of, withdrawal.day) for of in self._by_batch.values())
        return next((of for of in batches if sum(one.amount for one in of) == withdrawal.amount), [])

    def paid(self, orders: Iterable[OrderedPayment], day: date) -> None:
        """They wait no longer."""
        self.days |= {one.id: day for one in orders}

    def _open(self, orders: Iterable[OrderedPayment]) -> list[OrderedPayment]:
        return [one for one in orders if one.id not in self.days]

    def _open_before(self, orders: Iterable[OrderedPayment], day: date) -> list[OrderedPayment]:
        return [one for one in self._open(orders) if one.ordered_on <= day]
