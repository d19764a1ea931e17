"""Creditor payment: money that the creditor received straight from the customer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kinds import AccountId, CaseId, CreditorId, Id, Moment, Money, PositiveMoney, Text
from fordran.shape.resource import Resource


class PaymentInput(Shape):
    account: AccountId
    creditor: CreditorId
    case: CaseId
    currency: Literal["SEK"]
    amount: PositiveMoney
    bank_transaction_date: CountableDay
    creditor_payment_reference: Text | None = None
    origin: Literal["creditor_system"]


class Payment(Shape):
    account: Id
    creditor: Id
    case: Id
    currency: Text
    amount: Money
    bank_transaction_date: Moment
    creditor_payment_reference: Text | None = None
    origin: Text
    payment_status: Text = Field(alias="_payment_status")
    settled_amount: Money
    status_reason_locale: Text | None = None


class PaymentRecorded(Shape):
    """What recording a payment or a crediting answers beside the usual."""

    payment_status: Text = Field(alias="_payment_status")
    settled_amount: Money
    status_reason_locale: Text | None = None


CREDITOR_PAYMENTS = Resource(
    "creditor--payments",
    Payment,
    owner="creditor",
    personal=False,
    about="Payments that creditors received.",
    input=PaymentInput,
)
