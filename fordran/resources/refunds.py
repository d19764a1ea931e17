"""Refund: money of a payment that was not owed, on its way back to whoever paid it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fordran.domain.bank.refunds import RefundStatus
from fordran.domain.money import Currency
from fordran.domain.service.retention import ANONYMISED, BOOKKEEPING, KEPT, VERIFICATION
from fordran.resources.bank_transactions import RefundAccount
from fordran.shape.fields import Issues, Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import CaseId, Flag, Id, Money, Name, PositiveMoney, Text
from fordran.shape.resource import Resource


class Refund(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose claim it is about."""
    case: Id
    """The case that did not need the money."""
    payment: Id
    """The payment that it is of."""
    currency: Currency
    """`SEK`."""
    amount: Money
    """The refunded amount."""
    claimed_amount: Money
    """The payer's debt to us, if the payment was recalled after the refund had left; else 0."""
    written_off_amount: Money
    """The part of that debt that was written off."""
    status: RefundStatus
    """`ordered`, `exported`, `used`, `withdrawn`, `returned`, `claimed`, `settled` or `written_off`."""
    is_automatic: Flag
    """Whether the service ordered it, to the account that the bank named, or set it off; else a person did."""
    name: Text | None = None
    """Whose account it goes to."""
    bank_account: RefundAccount | None = None
    """Where it goes."""
    by_swish: Flag
    """Whether it goes back by Swish, to whom the payment by Swish came from."""
    use_for: Id | None = None
    """The other claim of the same debtor that it was used for."""
    settles: Id | None = None
    """The refund, recalled after it had left, that it pays us back."""
    bank_payout_request: Id | None = None
    """The order to the bank that it is in."""
    returned_transaction: Id | None = None
    """The bank's transaction by which it came back."""
    reason: Text | None = None
    """Why it was given up, where it was."""


_NUMBERS = ("bankgiro", "plusgiro", "account_number", "iban")


class RefundOrder(Shape):
    """A refund to order: to an account, or for another claim of the same debtor."""

    amount: PositiveMoney
    """The amount to refund, at most the amount owed back and not ordered."""
    bankgiro: Name | None = None
    """A bankgiro number, with or without a hyphen."""
    plusgiro: Name | None = None
    """A plusgiro number, with or without a hyphen."""
    clearing_number: Name | None = None
    """Of a bank account."""
    account_number: Name | None = None
    """Of a bank account; needs `clearing_number`."""
    iban: Name | None = None
    """An international account number."""
    swish: Flag | None = None
    """Whether it goes back by Swish, as the payment came."""
    use_for: CaseId | None = None
    """Another claim of the same debtor, which it pays as of its own bank date."""
    name: Name | None = None
    """Whose account it is, if not the payer's by the name that the bank gave, or else the customer's."""

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        places = [name for name in (*_NUMBERS, "swish", "use_for") if given.get(name) not in (None, False)]
        if given.get("clearing_number") is not None and "account_number" not in places:
            return {"clearing_number": "goes with account_number"}
        if "account_number" in places and given.get("clearing_number") is None:
            return {"clearing_number": "required field with account_number"}
        if not places:
            return {"bankgiro": "one of bankgiro, plusgiro, account_number, iban, swish and use_for is required"}
        if len(places) > 1:
            return {places[1]: f"a refund goes to one place, and {places[0]} is given too"}
        return {}


class RefundOrdered(Shape):
    """The ordered refunds: one for each payment that it is taken from. The answer's own id is that of the first."""

    amount: Money
    """All of it."""
    status: RefundStatus
    """How far the refund has come."""
    refunds: list[Id]
    """The refunds that were ordered, one for each payment that they are of."""
    refund_amount: Money
    """The amount that the case owes back afterwards, ordered refunds that have not left included."""


class RefundWriteOff(Shape):
    """Write off a payer's debt for a refund whose payment was recalled after it had left."""

    refund: Id
    """The refund whose money the payer owes us."""
    reason: Name
    """Why it is given up."""


REFUNDS = Resource(
    "refunds",
    Refund,
    owner="creditor",
    personal=True,
    about="Money that was not owed, and how it goes back.",
    kept=(
        RetentionRule("refunds", ("name",), ANONYMISED, "no name", VERIFICATION),
        RetentionRule("refunds", ("bank_account",), ANONYMISED, "empty object", VERIFICATION),
        RetentionRule("refunds", ("reason",), ANONYMISED, "no value", VERIFICATION, "what a person wrote"),
        RetentionRule("refunds", ("status", "is_automatic", "ordered_by"), KEPT, "as it was", BOOKKEEPING),
    ),
)
