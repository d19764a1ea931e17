"""Complaint: what somebody finds wrong with how we work, who sees to it, and what was answered."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fordran.domain.service.retention import KEPT, NOT_PERSONAL, PSEUDONYMISED, STORAGE_LIMITATION
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import CaseId, Id, Moment, Name, Reference, Text, UserId
from fordran.shape.resource import Resource


class Complaint(Shape):
    account: Id | None = None
    """The account of the case or the customer."""
    creditor: Id | None = None
    """The creditor of the case."""
    case: Id | None = None
    """The case that it is about, if it is about one."""
    customer: Id | None = None
    """The customer who complains or who it is about."""
    from_: Text = Field(alias="from", description="Who complains.")
    about: Text
    """The subject in a few words."""
    received: Moment
    """The day on which it came."""
    answer_by: Moment
    """The last day to answer: 14 days after it came."""
    text: Text
    """The complaint itself."""
    handler: Id | None = None
    """The user who sees to it."""
    answered: Moment | None = None
    """The day on which it was answered."""
    answer: Text | None = None
    """The answer."""
    outcome: Text | None = None
    """How it ended, as in `upheld`, `partly_upheld`, `rejected` or `withdrawn`."""
    cause: Text | None = None
    """The cause that was found."""


class ComplaintInput(Shape):
    case: CaseId | None = None
    """The case that it is about."""
    customer: Annotated[Id, Reference("customers")] | None = None
    """The customer who complains or who it is about; the case's where that is given."""
    from_: Name = Field(alias="from", description="Who complains.")
    about: Name
    """The subject in a few words."""
    received: CountableDay
    """The day on which it came, today or before."""
    text: Name
    """The complaint itself."""


class ComplaintChange(Shape):
    """The work on a complaint and its answer. An empty `handler` assigns it to nobody."""

    handler: UserId | None = None
    """The user who sees to it."""
    answered: CountableDay | None = None
    """The day on which it was answered; it needs an `answer`."""
    answer: Text | None = None
    """The answer."""
    outcome: Text | None = None
    """How it ended, as in `upheld`, `partly_upheld`, `rejected` or `withdrawn`."""
    cause: Text | None = None
    """The cause that was found."""


COMPLAINTS = Resource(
    "complaints",
    Complaint,
    owner="operator",
    personal=True,
    about="Complaints about how we work.",
    input=ComplaintInput,
    change=ComplaintChange,
    kept=(
        RetentionRule("complaints", ("sender", "about", "complaint"), PSEUDONYMISED, "empty text", STORAGE_LIMITATION),
        RetentionRule("complaints", ("answer",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
        RetentionRule(
            "complaints",
            ("received", "answered", "outcome", "cause"),
            KEPT,
            "as it was",
            NOT_PERSONAL,
            "how many there were, and how they ended",
        ),
    ),
)
