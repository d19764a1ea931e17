"""Work item: something that waits for a person, and why."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.domain.service.retention import PSEUDONYMISED, STORAGE_LIMITATION
from fordran.shape.fields import Shape
from fordran.shape.kept import Kept
from fordran.shape.kinds import Id, Moment, Text
from fordran.shape.resource import Resource

WorkItemKind: TypeAlias = Literal[
    "stopped",  # the law stops collection from the customer
    "letter_stopped",  # a letter did not pass its checks
    "letter_failed",  # a letter could not be made or delivered
    "step_failed",  # a step could not be taken
    "refund_owed",  # money is to go back, and nobody knows to which account
    "refund_returned",  # the bank sent a refund back
    "refund_claimed",  # a payment was recalled after it had gone back: its payer owes it to us
]


class WorkItem(Shape):
    account: Id
    creditor: Id
    case: Id
    letter: Id | None = None
    """The letter, if it is about one."""
    kind: WorkItemKind
    """What kind of thing waits."""
    reason: Text
    """Why, in a sentence."""
    resolved: Moment | None = None
    """When it was settled; absent while it waits."""


WORK_ITEMS = Resource(
    "work--items",
    WorkItem,
    owner="creditor",
    personal=False,
    about="What waits for a person, and why.",
    kept=(Kept("work_items", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION),),
)
