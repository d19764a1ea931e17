"""Creditor crediting: capital that the creditor no longer claims."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.money import Currency
from fordran.resources.common import CreditorOrigin, RecordedStatus, StatusReason
from fordran.shape.fields import Shape
from fordran.shape.kinds import AccountId, CaseId, CreditorId, Id, Money, PositiveMoney
from fordran.shape.resource import Resource


class CreditingInput(Shape):
    account: AccountId
    creditor: CreditorId
    case: CaseId
    currency: Currency
    amount: PositiveMoney
    origin: CreditorOrigin


class Crediting(Shape):
    account: Id
    creditor: Id
    case: Id
    currency: Currency
    amount: Money
    origin: CreditorOrigin
    invoice: Id | None = None
    """The credit invoice that made it."""
    payment_status: RecordedStatus = Field(alias="_payment_status")
    settled_amount: Money
    status_reason_locale: StatusReason | None = None


CREDITOR_CREDITINGS = Resource(
    "creditor--creditings",
    Crediting,
    owner="creditor",
    personal=False,
    about="Capital no longer claimed.",
    input=CreditingInput,
)
