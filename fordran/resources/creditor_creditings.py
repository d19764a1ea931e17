"""Creditor crediting: capital that the creditor no longer claims."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.money import Currency
from fordran.domain.service.retention import ANONYMISED, BOOKKEEPING, KEPT, VERIFICATION
from fordran.resources.common import CreditorOrigin, RecordedStatus, StatusReason
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import AccountId, CaseId, CreditorId, Id, Moment, Money, PositiveMoney, Text
from fordran.shape.resource import Resource


class CreditingInput(Shape):
    account: AccountId
    creditor: CreditorId
    case: CaseId
    currency: Currency
    """The currency of every amount in it."""
    amount: PositiveMoney
    """The capital that is no longer claimed."""
    origin: CreditorOrigin
    """Where it comes from."""


class Crediting(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose claim it is about."""
    case: Id
    """The case that it is about."""
    currency: Currency
    """`SEK`."""
    amount: Money
    """The capital that is no longer claimed."""
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
    reversed_date: Moment | None = None
    """The day on which the creditor reversed it."""
    reversal_reason: Text | None = None
    """Why the creditor reversed it."""


CREDITOR_CREDITINGS = Resource(
    "creditor--creditings",
    Crediting,
    owner="creditor",
    personal=False,
    about="Capital no longer claimed.",
    input=CreditingInput,
    kept=(
        RetentionRule("creditor_creditings", ("reversal_reason",), ANONYMISED, "no value", VERIFICATION),
        RetentionRule(
            "creditor_creditings", ("payment_status", "status_reason_locale"), KEPT, "as it was", BOOKKEEPING
        ),
    ),
)
