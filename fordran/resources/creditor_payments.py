"""Creditor payment: money that the creditor received straight from the customer."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.money import Currency
from fordran.resources.common import CountableDay, CreditorOrigin, RecordedStatus, StatusReason
from fordran.shape.fields import Shape
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
    amount: Money
    bank_transaction_date: Moment
    creditor_payment_reference: Text | None = None
    origin: CreditorOrigin
    payment_status: RecordedStatus = Field(alias="_payment_status")
    settled_amount: Money
    status_reason_locale: StatusReason | None = None


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
)
