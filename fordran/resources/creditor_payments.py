"""Creditor payment: money that the creditor received straight from the customer."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.money import Currency
from fordran.domain.service.retention import ANONYMISED, BOOKKEEPING, KEPT, VERIFICATION
from fordran.resources.common import CountableDay, CreditorOrigin, RecordedStatus, StatusReason
from fordran.shape.fields import Shape
from fordran.shape.kept import Kept
from fordran.shape.kinds import AccountId, CaseId, CreditorId, Id, Moment, Money, PositiveMoney, Text
from fordran.shape.resource import Resource


class PaymentInput(Shape):
    account: AccountId
    creditor: CreditorId
    case: CaseId
    currency: Currency
    amount: PositiveMoney
    bank_transaction_date: CountableDay
    creditor_payment_reference: Text | None = None
    origin: CreditorOrigin


class Payment(Shape):
    account: Id
    creditor: Id
    case: Id
    currency: Currency
    """`SEK`."""
    amount: Money
    bank_transaction_date: Moment
    """The day that counts."""
    creditor_payment_reference: Text | None = None
    origin: CreditorOrigin
    """`creditor_system`."""
    payment_status: RecordedStatus = Field(alias="_payment_status")
    """`completed`, or `warning` with a reason."""
    settled_amount: Money
    """How much of it was owed."""
    status_reason_locale: StatusReason | None = None
    """Tag of the locale entry that says why."""


class PaymentRecorded(Shape):
    """What recording a payment or a crediting answers beside the usual."""

    payment_status: RecordedStatus = Field(alias="_payment_status")
    settled_amount: Money
    status_reason_locale: StatusReason | None = None


CREDITOR_PAYMENTS = Resource(
    "creditor--payments",
    Payment,
    owner="creditor",
    personal=False,
    about="Payments that creditors received.",
    input=PaymentInput,
    kept=(
        Kept("creditor_payments", ("creditor_payment_reference",), ANONYMISED, "no value", VERIFICATION),
        Kept("creditor_payments", ("payment_status", "status_reason_locale"), KEPT, "as it was", BOOKKEEPING),
    ),
)
