"""Approvals: what waits for a second person. It is shown from refunds and creditors, and is no noun with rows of its own."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.payouts.four_eyes import ApprovalKind
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Moment, Money, Text


class WaitingApproval(Shape):
    """A refund or a changed account that leaves nothing until a second person has approved it."""

    id: Id = Field(alias="_id", description="The refund, the refund of a payment without a case, or the creditor.")
    kind: ApprovalKind
    """`refund`, `suspense_refund` or `payout_account`."""
    account: Text
    """The account that it belongs to; empty where it is none's."""
    creditor: Text
    """The creditor that it is about; empty where there is none."""
    case: Text
    """The case that did not need the money; empty where there is none."""
    amount: Money
    """The amount to approve; 0 for an account."""
    name: Text
    """To whom the money goes; empty for a creditor's own account."""
    bank_account: dict[str, Text]
    """The account that it goes to."""
    fingerprint: Text
    """Changes whenever the amount, the name or the account does."""
    asked_by: Text
    """The user who asked for it; empty where that is not known."""
    asked: Moment
    """When it was asked for."""


class WaitingApprovals(Shape):
    """Everything that waits for a second person, the oldest first."""

    items: list[WaitingApproval] = Field(alias="_items", description="What waits, at most 500.")
    four_eyes: Text
    """The setting: `auto`, `on` or `off`."""
    is_in_force: Flag
    """Whether a second person is asked now."""


class ApproveWaitingInput(Shape):
    """Approves a refund or a changed account as it is."""

    fingerprint: Text | None = None
    """The expected fingerprint, so that nothing else is approved."""


class ApprovalGiven(Shape):
    """The approved refund or account."""

    id: Id = Field(alias="_id", description="The id of what was approved.")
    kind: ApprovalKind
    """`refund`, `suspense_refund` or `payout_account`."""
    amount: Money
    """The approved amount."""
