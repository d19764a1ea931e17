"""Assignment rule: the handlers to whom cases of a creditor, of a kind of claim or of a kind of customer are given."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fordran.domain.kinds.claim_kinds import ClaimKind
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Flag, Id, Name, Reference, Text, UserId
from fordran.shape.resource import Resource


class AssignmentRule(Shape):
    name: Text
    """Its name, for people."""
    account: Id | None = None
    """The account of the creditor."""
    creditor: Id | None = None
    """The creditor whose cases it is for; absent for every creditor's."""
    claim_kind: ClaimKind | None = None
    """The kind of claim that it is for; absent for every kind."""
    is_person: Flag | None = None
    """Whether it is for people or for organisations that owe; absent for both."""
    handlers: list[Id]
    """The users to whom cases are given, each time to whom has fewest open ones."""


class AssignmentRuleData(Shape):
    name: Name
    """Its name, for people."""
    creditor: Annotated[Id, Reference("creditors")] | None = None
    """The creditor whose cases it is for; of every creditor where it is left out."""
    claim_kind: ClaimKind | None = None
    """The kind of claim that it is for; every kind where it is left out."""
    is_person: Flag | None = None
    """Whether it is for people (`true`) or organisations (`false`); both where it is left out."""
    handlers: list[UserId] = Field(min_length=1, max_length=100)
    """The users to whom cases are given: enabled people of the operator's staff, at least one and at most 100."""


class AssignmentRuleInput(AssignmentRuleData):
    """A new rule."""


ASSIGNMENT_RULES = Resource(
    "assignment--rules",
    AssignmentRule,
    owner="operator",
    personal=False,
    about="To whom cases that need a person are given.",
    input=AssignmentRuleInput,
    change=AssignmentRuleData,
    kept=(NothingPersonal("assignment_rules", "names the operator's own people, as handlers"),),
)
