"""Bank order: payments that the bank was ordered to make, in one file, and what the bank says of each."""

from __future__ import annotations

from fordran.domain.bank.bank_states import BankOrderState, OrderLineKind, TransferStatus
from fordran.domain.money import Currency
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Id, Moment, Money, Text
from fordran.shape.resource import Resource


class BankTransfer(Shape):
    """A transfer of an order to the bank."""

    end_to_end_id: Id
    """Its id in the files of the bank."""
    kind: OrderLineKind
    """`payout`, `refund` or `suspense_refund`."""
    pays: list[Id]
    """The payouts or the refund that it pays."""
    amount: Money
    """Its amount."""
    execution_date: Text
    """The day on which it was to be executed, `YYYY-MM-DD`."""
    status: TransferStatus
    """`sent`, `accepted`, `executed` or `rejected`."""
    reason: Text | None = None
    """The bank's code, where it is rejected."""


class BankOrder(Shape):
    ordered_on: Moment | None = None
    """The business day on which it was written; absent of orders of earlier versions."""
    filename: Text
    """The name of its file."""
    status: BankOrderState
    """`sent`, `accepted`, `partly`, `rejected` or `executed`, by its transfers."""
    currency: Currency
    """`SEK`."""
    amount: Money
    """The sum of its transfers."""
    transfers: list[BankTransfer]
    """Its transfers."""


BANK_ORDERS = Resource(
    "bank--orders",
    BankOrder,
    owner="operator",
    personal=False,
    about="Orders to the bank, and what it says of their transfers.",
    kept=(NothingPersonal("bank_orders", "sums of orders; whom they pay stands in their lines"),),
)
