"""Event: something that happened, in an order that a reader can follow without missing one."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from fordran.domain.kinds.event_types import EventName
from fordran.domain.service.retention import KEPT, NOT_PERSONAL
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Id, Integer
from fordran.shape.resource import Resource


class Event(Shape):
    position: Integer
    """Its place in the stream. Places have no gaps, and one that was seen is never followed by an earlier one."""
    type: EventName
    """The type of event."""
    account: Id
    """The account that it belongs to."""
    creditor: Id | None = None
    """The creditor, if it is of one."""
    case: Id | None = None
    """The case, if it is about one."""
    data: dict[str, Any]
    """The fields of the type."""


class EventsQuery(Shape):
    after: Integer | None = Field(
        default=None,
        description="Only events after this position, in the order of positions. The next is `_meta.last` of the answer.",
        json_schema_extra={"examples": [1042], "minimum": 0},
    )


EVENTS = Resource(
    "events",
    Event,
    owner="creditor",
    personal=False,
    about="What happened, in an order that can be followed.",
    sorted_by=("position",),
    kept=(
        RetentionRule(
            "events",
            ("type", "data", "traceparent"),
            KEPT,
            "as it was",
            NOT_PERSONAL,
            "holds no name, number or address from the start",
        ),
    ),
)
