"""Work item: something that waits for a person, and why."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, WithJsonSchema

from fordran.domain.service.retention import PSEUDONYMISED, STORAGE_LIMITATION
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kept import Kept
from fordran.shape.kinds import FLAG, Id, Moment, Text, UserId, wrong
from fordran.shape.moments import NotAMoment, moment_of
from fordran.shape.resource import Resource

WorkItemKind: TypeAlias = Literal[
    "stopped",  # the law stops collection from the customer
    "letter_stopped",  # a letter did not pass its checks
    "letter_failed",  # a letter could not be made or delivered
    "invoice_failed",  # an invoice could not be printed
    "step_failed",  # a step could not be taken
    "duty_failed",  # something else that the service does by itself could not be done for this one
    "refund_owed",  # money is to go back, and nobody knows to which account
    "refund_returned",  # the bank sent a refund back
    "refund_claimed",  # a payment was recalled after it had gone back: its payer owes it to us
    "delivery_failed",  # what was to leave has not, or nobody knows whether it has
    "debtor_message",  # the debtor has written on the debtor's page
    "debtor_request",  # the debtor asks for something there that a person has to decide
    "debtor_objection",  # the debtor has objected there: the creditor has to answer
]


class WorkItem(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose claim it is about."""
    case: Id | None = None
    """The case, if it is about one."""
    letter: Id | None = None
    """The letter, if it is about one."""
    kind: WorkItemKind
    """What kind of thing waits."""
    reason: Text
    """Why, in a sentence."""
    assigned_to: Id | None = None
    """The user who sees to it, if anybody has taken it."""
    snoozed_until: Moment | None = None
    """When somebody wants to see it again."""
    resolved: Moment | None = None
    """When it was settled; absent while it waits."""
    note: Text | None = None
    """What was done about it."""


def _is_resolved(value: Any) -> bool:
    """Yes or no; the moment that is shown, where somebody sends back what they read, is a yes."""
    if isinstance(value, bool):
        return value
    try:
        moment_of(value if isinstance(value, str) else "")
    except NotAMoment:
        raise wrong("must be of boolean type") from None
    return True


class WorkItemChange(Shape):
    """What people do about a work item. An empty `assigned_to` lets it be nobody's."""

    assigned_to: UserId | None = None
    snoozed_until: CountableDay | None = None
    """When somebody wants to see it again."""
    resolved: Annotated[bool, FLAG, BeforeValidator(_is_resolved), WithJsonSchema({"type": "boolean"})] = False
    """Whether it is settled; false opens it again."""
    note: Text | None = None
    """What was done about it."""


WORK_ITEMS = Resource(
    "work--items",
    WorkItem,
    owner="creditor",
    personal=True,
    change=WorkItemChange,
    about="What waits for a person, and why.",
    kept=(Kept("work_items", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION),),
)
