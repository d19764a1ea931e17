"""The form of a refund: an amount, and one account by its kind and number, as the interface's order takes it."""

from __future__ import annotations

from decimal import Decimal

from fordran.domain.numbers import bank_account
from fordran.domain.payouts.payout import PayeeKind
from fordran.resources.refunds import RefundOrder
from fordran.shape.fields import Refused, Shape, read
from fordran.shape.kinds import Name, PositiveMoney


class RefundForm(Shape):
    """A refund, as a person fills it in."""

    amount: PositiveMoney
    kind: PayeeKind
    number: Name
    name: Name | None = None


class SwishRefundForm(Shape):
    """A refund by Swish, as a person fills it in: it goes to whom the payment came from."""

    amount: PositiveMoney


def swish_order_of(given: SwishRefundForm) -> RefundOrder:
    """The order."""
    return read(RefundOrder, {"amount": Decimal(given.amount) / 100, "swish": True})


_FIELDS = {"bankgiro", "plusgiro", "account_number", "clearing_number", "iban"}


def refund_order_of(given: RefundForm) -> RefundOrder:
    """The order; what is wrong with its account is said of the number."""
    place: dict[str, str] = {given.kind: given.number}
    if given.kind == "bank_account":
        place = dict(zip(("clearing_number", "account_number"), bank_account.split(given.number), strict=True))
    named = {} if given.name is None else {"name": given.name}
    return read(RefundOrder, {"amount": Decimal(given.amount) / 100} | place | named)


def by_field(refused: Refused) -> Refused:
    """Issues of an order by the fields of the form."""
    return Refused({"number" if name in _FIELDS else name: issue for name, issue in refused.issues.items()})
