"""Approvals: what waits for a second person, shown from where it was asked for, and what was decided."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from fordran.domain.payouts.four_eyes import ApprovalKind, ApprovalStatus
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Moment, Money, Name, Text


class ShownApproval(Shape):
    """Something that takes effect once a second person has approved it."""

    id: Id = Field(alias="_id", description="The refund, the creditor, the act or the month that it is about.")
    kind: ApprovalKind
    """The kind of thing to approve."""
    status: ApprovalStatus
    """Whether it waits, or what was decided."""
    account: Text
    """The account that it belongs to; empty where it is none's."""
    amount: Money
    """The amount to approve; 0 for an account and for a month."""
    creditor: Text | None = None
    """The creditor that it is about; empty where there is none."""
    case: Text | None = None
    """The case that it is about; empty where there is none."""
    name: Text | None = None
    """To whom the money goes; empty for a creditor's own account."""
    bank_account: dict[str, Text] | None = None
    """The account that it goes to."""
    details: dict[str, Any] | None = None
    """The act with its body, or the month; empty for money."""
    fingerprint: Text | None = None
    """Changes whenever the amount, the name, the account or the act does."""
    asked_by: Text | None = None
    """The user who asked for it; empty where that is not known."""
    asked: Moment | None = None
    """When it was asked for."""
    decided: Moment | None = None
    """When somebody decided on it."""
    decided_by: Id | None = None
    """Who decided on it."""
    reason: Text | None = None
    """Why it was rejected."""


class WaitingApprovals(Shape):
    """Everything that waits for a second person, the oldest first."""

    items: list[ShownApproval] = Field(alias="_items", description="What waits, at most 500.")
    four_eyes: Text
    """The setting: `auto`, `on` or `off`."""
    is_in_force: Flag
    """Whether a second person is asked now."""


class ApproveWaitingInput(Shape):
    """Approves it as it is."""

    fingerprint: Text | None = None
    """The expected fingerprint, so that nothing else is approved."""


class RejectWaitingInput(Shape):
    """Rejects it as it is."""

    fingerprint: Text | None = None
    """The expected fingerprint, so that nothing else is rejected."""
    reason: Name | None = None
    """Why it is rejected."""


class ApprovalGiven(Shape):
    """The thing that was decided on."""

    id: Id = Field(alias="_id", description="The id of what was decided on.")
    kind: ApprovalKind
    """The kind of thing."""
    amount: Money
    """Its amount."""
