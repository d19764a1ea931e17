"""Work item: something that waits for a person, and why."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, WithJsonSchema

from fordran.domain.kinds.work_item_kinds import OfferOutcome, WorkItemKind
from fordran.domain.service.retention import PSEUDONYMISED, STORAGE_LIMITATION
from fordran.resources.case_acts import Instalments
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import FLAG, NOT_FLAG, Id, Integer, Moment, Text, UserId, wrong
from fordran.shape.moments import NotAMoment, moment_of
from fordran.shape.resource import Resource


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
    """The kind of work item."""
    reason: Text
    """Why, in a sentence."""
    assigned_to: Id | None = None
    """The user who sees to it, if anybody has taken it."""
    snoozed_until: Moment | None = None
    """When somebody wants to see it again."""
    resolved: Moment | None = None
    """When it was settled; absent while it waits."""
    note: Text | None = None
    """The note about how it was resolved."""
    offered_instalments: Integer | None = None
    """Of how many instalments a plan was offered instead of what the debtor asked for."""
    offered_first_date: Moment | None = None
    """The day of the first instalment of that plan."""
    offered_respite_until: Moment | None = None
    """The last day of a respite that was offered instead."""
    offered_until: Moment | None = None
    """The last day on which the debtor can accept the offer."""
    offer_outcome: OfferOutcome | None = None
    """The outcome of the offer; absent while it waits, and where nobody answered in time."""


WishDecision: TypeAlias = Literal["grant", "refuse", "propose"]


def _is_resolved(value: Any) -> bool:
    """Yes or no; the moment that is shown, where somebody sends back what they read, is a yes."""
    if isinstance(value, bool):
        return value
    try:
        moment_of(value if isinstance(value, str) else "")
    except NotAMoment:
        raise wrong(NOT_FLAG) from None
    return True


class WorkItemChange(Shape):
    """Changes of a work item. An empty `assigned_to` assigns it to nobody."""

    assigned_to: UserId | None = None
    snoozed_until: CountableDay | None = None
    """When somebody wants to see it again."""
    resolved: Annotated[bool, FLAG, BeforeValidator(_is_resolved), WithJsonSchema({"type": "boolean"})] = False
    """Whether it is settled; false opens it again."""
    note: Text | None = None
    """The note about how it was resolved."""
    decision: WishDecision | None = None
    """The decision on a wish of a debtor, which resolves it: `grant` does it, `refuse` needs an `answer`, `propose` offers
    something else."""
    answer: Text | None = None
    """The words to the debtor, who reads them among the messages about the case."""
    instalments: Instalments | None = None
    """Proposes a plan of so many instalments, a month apart."""
    first_date: CountableDay | None = None
    """The day of the first instalment of the proposed plan."""
    respite_until: CountableDay | None = None
    """Proposes a respite until that day instead of a plan."""
    good_until: CountableDay | None = None
    """The last day on which the debtor can accept the proposal."""


WORK_ITEMS = Resource(
    "work--items",
    WorkItem,
    owner="creditor",
    personal=True,
    change=WorkItemChange,
    about="What waits for a person, and why.",
    kept=(RetentionRule("work_items", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION),),
)
