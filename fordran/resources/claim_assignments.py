"""Assignments of claims to another creditor, as they are sent."""

from __future__ import annotations

from typing import Annotated

from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Reference


class ClaimAssignmentInput(Shape):
    """A claim that is another creditor's from a day on."""

    creditor: Annotated[Id, Reference("creditors")]
    """The creditor that the claim comes to, of the same account."""
    date: CountableDay
    """From which day the claim is the new creditor's: payments of earlier days are paid out to the former one."""
    document: Id | None = None
    """The uploaded file that proves the assignment."""
