"""Creditor payment: money that the creditor received straight from the customer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from pydantic import Field

from fordran.domain.message import Message
from fordran.domain.money import Currency
from fordran.domain.service.retention import ANONYMISED, BOOKKEEPING, KEPT, VERIFICATION
from fordran.resources.claim_particulars import is_before
from fordran.resources.common import CountableDay, CreditorOrigin, RecordedStatus, StatusReason
from fordran.shape.fields import Issues, Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import AccountId, CaseId, CreditorId, Flag, Id, Moment, Money, PositiveMoney, Text
from fordran.shape.resource import Resource

Earmark: TypeAlias = Literal["capital"]
"""The part of a debt that a payment is for."""


class PaymentInput(Shape):
    account: AccountId
    creditor: CreditorId
    case: CaseId
    currency: Currency
    """The currency of every amount in it."""
    amount: PositiveMoney
    """The amount that the customer paid."""
    bank_transaction_date: CountableDay
    """The day on which the money reached the creditor; it is settled as of that day."""
    order_date: CountableDay | None = None
    """The day on which the payer's bank had the order, where it is known: rent counts as paid on it."""
    earmark: Earmark | None = Field(default=None, alias="for")
    """`capital` where the customer pays for the capital alone; interest and costs can remain."""
    creditor_payment_reference: Text | None = None
    """Your own reference of the payment. A case has each once, unless `allow_duplicate` is given."""
    allow_duplicate: Flag | None = None
    """`true` for a second payment with the same reference."""
    origin: CreditorOrigin
    """Where it comes from."""

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if is_before(given.get("bank_transaction_date"), given.get("order_date")):
            return {"order_date": Message("issue.ordered_after_paid")}
        return {}


class Payment(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose claim it is about."""
    case: Id
    """The case that it is about."""
    currency: Currency
    """`SEK`."""
    amount: Money
    """The amount that the customer paid."""
    bank_transaction_date: Moment
    """The day that counts."""
    order_date: Moment | None = None
    """The day on which the payer's bank had the order."""
    earmark: Earmark | None = Field(default=None, alias="for")
    """The part of the debt that the customer paid for."""
    creditor_payment_reference: Text | None = None
    """Your own reference of the payment."""
    origin: CreditorOrigin
    """`creditor_system`."""
    payment_status: RecordedStatus = Field(alias="_payment_status")
    """`completed`, or `warning` with a reason."""
    settled_amount: Money
    """How much of it was owed."""
    status_reason_locale: StatusReason | None = None
    """Tag of the locale entry that says why."""
    reversed_date: Moment | None = None
    """The day on which the creditor reversed it."""
    reversal_reason: Text | None = None
    """Why the creditor reversed it."""


class PaymentReversed(Shape):
    """A payment or crediting after its reversal."""

    payment_status: RecordedStatus = Field(alias="_payment_status")
    """`warning`."""
    settled_amount: Money
    """Nothing of it is used any more."""
    status_reason_locale: StatusReason | None = None
    """`payment_reversed` or `crediting_reversed`."""


class PaymentRecorded(Shape):
    """The additional fields of the answer to a payment or a crediting."""

    payment_status: RecordedStatus = Field(alias="_payment_status")
    """The outcome of the payment."""
    settled_amount: Money
    """The used part of the payment."""
    status_reason_locale: StatusReason | None = None
    """Why it is a warning: the tag of a text in `locales`; absent where it is none."""


CREDITOR_PAYMENTS = Resource(
    "creditor--payments",
    Payment,
    owner="creditor",
    personal=False,
    about="Payments that creditors received.",
    input=PaymentInput,
    kept=(
        RetentionRule(
            "creditor_payments",
            ("creditor_payment_reference", "reversal_reason"),
            ANONYMISED,
            "no value",
            VERIFICATION,
        ),
        RetentionRule(
            "creditor_payments", ("payment_status", "status_reason_locale", "earmark"), KEPT, "as it was", BOOKKEEPING
        ),
    ),
)
