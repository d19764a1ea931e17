"""Webhook delivery: an event on its way to a webhook, with every try. It is the log of what was sent and answered."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.domain.event_types import EventName
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Integer, Moment, Text
from fordran.shape.resource import Resource

DeliveryOrigin: TypeAlias = Literal[
    "stream",  # the event happened
    "replay",  # somebody asked for it again
    "test",  # somebody asked for a test
]
DeliveryStatus: TypeAlias = Literal[
    "waiting",  # it is to be tried at its time
    "delivered",  # the receiver answered 2xx
    "failed",  # it was given up
]


class DeliveryTry(Shape):
    """One request, and what was answered."""

    at: Moment
    url: Text
    request_headers: dict[str, Text]
    answer_status: Integer | None = None
    """Absent where nothing was answered."""
    answer_headers: dict[str, Text] | None = None
    answer_body: Text | None = None
    """The first 4 KiB."""
    error: Text | None = None
    """Why the try failed; absent where the receiver answered 2xx."""
    milliseconds: Integer


class WebhookDelivery(Shape):
    account: Id
    creditor: Id | None = None
    """The webhook's, if it is of one creditor."""
    webhook: Id
    event: Id
    """The event's id, which is also the `webhook-id` of every try."""
    position: Integer | None = None
    type: EventName
    case: Id | None = None
    origin: DeliveryOrigin
    """`stream` as it happened; `replay` or `test` where somebody asked for it."""
    status: DeliveryStatus
    attempts: Integer
    next_attempt: Moment | None = None
    delivered: Moment | None = None
    body: Text | None = None
    """The body, the same in every try; absent before the first."""
    tries: list[DeliveryTry]


WEBHOOK_DELIVERIES = Resource(
    "webhook--deliveries",
    WebhookDelivery,
    owner="creditor",
    personal=False,
    about="What was sent to webhooks, and what they answered.",
)
