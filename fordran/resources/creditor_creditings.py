"""Creditor crediting: capital that the creditor no longer claims."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran.domain.retention import BOOKKEEPING, KEPT
from fordran.shape.fields import Shape
from fordran.shape.kept import Kept
from fordran.shape.kinds import AccountId, CaseId, CreditorId, Id, Money, PositiveMoney, Text
from fordran.shape.resource import Resource


class CreditingInput(Shape):
    account: AccountId
    creditor: CreditorId
    case: CaseId
    currency: Literal["SEK"]
    amount: PositiveMoney
    origin: Literal["creditor_system"]


class Crediting(Shape):
    account: Id
    creditor: Id
    case: Id
    currency: Text
    """`SEK`."""
    amount: Money
    origin: Text
    """`creditor_system`."""
    invoice: Id | None = None
    """The credit invoice that made it."""
    payment_status: Text = Field(alias="_payment_status")
    """`completed`, or `warning` with a reason."""
    settled_amount: Money
    """How much capital it took away."""
    status_reason_locale: Text | None = None
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
