"""Work item: something that waits for a person, and why."""

from __future__ import annotations

from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Moment, Text
from fordran.shape.resource import Resource


class WorkItem(Shape):
    account: Id
    creditor: Id
    case: Id
    letter: Id | None = None
    kind: Text
    reason: Text
    resolved: Moment | None = None


WORK_ITEMS = Resource(
    "work--items", WorkItem, owner="creditor", personal=False, about="What waits for a person, and why."
)
