"""Creditor crediting: capital that the creditor no longer claims."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.money import Currency
from fordran.domain.service.retention import BOOKKEEPING, KEPT
from fordran.resources.common import CreditorOrigin, RecordedStatus, StatusReason
from fordran.shape.fields import Shape
from fordran.shape.kept import Kept
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
    """`SEK`."""
    amount: Money
    origin: CreditorOrigin
    """`creditor_system`."""
    invoice: Id | None = None
    """The credit invoice that made it."""
    payment_status: RecordedStatus = Field(alias="_payment_status")
    """`completed`, or `warning` with a reason."""
    settled_amount: Money
    """How much capital it took away."""
    status_reason_locale: StatusReason | None = None
    """Tag of the locale entry that says why."""


CREDITOR_CREDITINGS = Resource(
    "creditor--creditings",
    Crediting,
    owner="creditor",
    personal=False,
    about="Capital no longer claimed.",
    input=CreditingInput,
    kept=(Kept("creditor_creditings", ("payment_status", "status_reason_locale"), KEPT, "as it was", BOOKKEEPING),),
)
