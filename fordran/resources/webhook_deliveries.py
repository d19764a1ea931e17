"""Webhook delivery: an event on its way to a webhook, with every try. It is the log of what was sent and answered."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.domain.kinds.event_types import EventName
from fordran.domain.service.retention import KEPT, NOT_PERSONAL, PSEUDONYMISED, STORAGE_LIMITATION
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Id, Integer, Moment, Text
from fordran.shape.resource import Resource

DeliveryStatus: TypeAlias = Literal[
    "waiting",  # it is to be tried at its time
    "delivered",  # the receiver answered 2xx
    "failed",  # it was given up
]


DeliveryOrigin: TypeAlias = Literal[
    "stream",  # the event happened
    "replay",  # somebody asked for it again
    "test",  # somebody asked for a test
]


class DeliveryTry(Shape):
    """One request, and what was answered."""

    at: Moment
    """When it was tried."""
    url: Text
    """Where it was sent to."""
    request_headers: dict[str, Text]
    """The headers that were sent."""
    answer_status: Integer | None = None
    """Absent where nothing was answered."""
    answer_headers: dict[str, Text] | None = None
    """The first 40."""
    answer_body: Text | None = None
    """The first 4 KiB."""
    error: Text | None = None
    """Why the try failed; absent where the receiver answered 2xx."""
    milliseconds: Integer
    """How long it took."""


class WebhookDelivery(Shape):
    account: Id | None = None
    """The account that the event belongs to; absent for the test of a partner's webhook."""
    creditor: Id | None = None
    """The webhook's, if it is of one creditor."""
    webhook: Id
    """The webhook that it was sent to."""
    event: Id
    """The event's id, which is also the `webhook-id` of every try."""
    position: Integer | None = None
    """The event's; a test has none."""
    type: EventName
    """The event's."""
    case: Id | None = None
    """The case, if the event is about one."""
    origin: DeliveryOrigin
    """`stream`, `replay` or `test`."""
    status: DeliveryStatus
    """`waiting`, `delivered` or `failed`."""
    attempts: Integer
    """Tries that have begun."""
    next_attempt: Moment | None = None
    """While it waits."""
    delivered: Moment | None = None
    """When it was delivered; absent until then."""
    body: Text | None = None
    """The body, the same in every try; absent before the first."""
    tries: list[DeliveryTry]
    """The last 50."""


WEBHOOK_DELIVERIES = Resource(
    "webhook--deliveries",
    WebhookDelivery,
    owner="creditor_or_partner",
    personal=False,
    about="What was sent to webhooks, and what they answered.",
    kept=(
        RetentionRule("webhook_deliveries", ("body",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
        RetentionRule(
            "webhook_deliveries",
            ("tries",),
            PSEUDONYMISED,
            "empty list",
            STORAGE_LIMITATION,
            "receivers may answer anything",
        ),
        RetentionRule(
            "webhook_deliveries", ("type", "origin", "status", "traceparent"), KEPT, "as it was", NOT_PERSONAL
        ),
    ),
)
