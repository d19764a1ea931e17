"""Rows of law that an operator adds: one person proposes, another approves or rejects. The rule is in docs/rules/law.md."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.kinds.claim_kinds import ClaimKind
from fordran.domain.law.law import LawRowKind, LawRowStatus
from fordran.domain.law.payment_order import DebtPart
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Moment, Money, Name, Number


class LawRow(Shape):
    id: Id = Field(alias="_id", description="The id of the row.")
    article: LawRowKind
    """The subject of the row."""
    from_: Moment = Field(alias="from", description="The first day on which it holds.")
    amount: Money | None = None
    """The most that may be charged, where it is about an amount."""
    percent: Number | None = None
    """The reference rate, in percent a year."""
    parts: list[DebtPart] | None = None
    """The parts of a debt in the order in which a payment covers them."""
    claim_kind: ClaimKind | None = None
    """The only kind of claim that an order of payment is for."""
    is_for_consumers: Flag | None = None
    """Whether an order of payment is for debts of consumers alone."""
    source: Name
    """The announcement of it, as SFS 2026:1234."""
    status: LawRowStatus
    """Whether it waits, holds or was rejected."""
    proposed: Moment
    """When it was proposed."""
    proposed_by: Id | None = None
    """The user who proposed it; left out where the command line did."""
    decided: Moment | None = None
    """When it was approved or rejected."""
    decided_by: Id | None = None
    """The user who approved or rejected it."""


class LawRowList(Shape):
    """Every row that was added, the latest first."""

    items: list[LawRow] = Field(alias="_items", description="The rows, whatever their status.")


class LawRowInput(Shape):
    """Proposes a row, with one value of the kind that its article has."""

    article: LawRowKind
    """The subject of the row."""
    from_: CountableDay = Field(alias="from", description="The first day on which it holds.")
    amount: Money | None = None
    """The most that may be charged, of what is an amount."""
    percent: Number | None = None
    """The reference rate, in percent a year, with `reference_rate`."""
    parts: list[DebtPart] | None = None
    """All parts of a debt in the order in which a payment covers them, with `order_of_payment`."""
    claim_kind: ClaimKind | None = None
    """The only kind of claim that an order of payment is for."""
    is_for_consumers: Flag | None = None
    """Whether an order of payment is for debts of consumers alone."""
    source: Name | None = None
    """The announcement of it, as SFS 2026:1234; required unless the installation is a sandbox."""


class LawRowDecisionInput(Shape):
    """Approves or rejects a proposed row."""
