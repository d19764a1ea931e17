"""Webhook: where the events of an account, of one of its creditors, or of all accounts of a partner are delivered to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, WithJsonSchema

from fordran.domain.kinds.event_types import EVENT_TYPES, EventName
from fordran.shape.fields import Issues, Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import (
    NOT_TEXT,
    TEXT,
    AccountId,
    CreditorId,
    Flag,
    Id,
    Integer,
    Moment,
    Name,
    Secret,
    Text,
    unallowed,
    wrong,
)
from fordran.shape.resource import Resource
from fordran.shape.rules import Rule, all_of, any_of, has, lacks


def _event_type(value: Any) -> Any:
    if not isinstance(value, str):
        raise wrong(NOT_TEXT)
    if value not in EVENT_TYPES:
        raise wrong(unallowed(value, EVENT_TYPES))
    return value


EventTypeName = Annotated[
    EventName, TEXT, BeforeValidator(_event_type), WithJsonSchema({"type": "string", "enum": [*EVENT_TYPES]})
]


class Webhook(Shape):
    account: Id | None = None
    """The account that it belongs to; absent for a partner's, which gets the events of all its accounts."""
    creditor: Id | None = None
    """Only events of this creditor, if it is given."""
    partner: Id | None = None
    """The partner that it belongs to, where it is for all accounts of the partner."""
    url: Text
    """`https`, without user or fragment; in a sandbox also `http`."""
    event_types: list[EventName]
    """The types that are delivered; all of them where the list is empty."""
    description: Text | None = None
    """A description of your own."""
    enabled: Flag
    """Whether events are sent to it."""
    disabled_reason: Text | None = None
    """Why the service switched it off."""
    previous_secret_until: Moment | None = None
    """Until then the secret before the last rotation signs too."""
    position: Integer
    """Events up to this position have been taken for delivery."""
    last_success: Moment | None = None
    """When an event was last delivered."""
    failing_since: Moment | None = None
    """When the first of the tries failed that have failed since the last success."""
    last_error: Text | None = None
    """The error of the last attempt, if it failed."""


MOST_URL = 2000
WebhookUrl = Annotated[
    Name,
    WithJsonSchema(
        {
            "type": "string",
            "format": "uri",
            "pattern": r"^https?://[^\u0000-\u0020#]+$",
            "maxLength": MOST_URL,
            "examples": ["https://example.com/fordran"],
        }
    ),
]


class WebhookData(Shape):
    url: WebhookUrl
    """The address that events are sent to, with https."""
    event_types: list[EventTypeName] = Field(default=[], max_length=100)
    """Which types of events are sent; empty for all."""
    description: Text | None = None
    """A description of your own."""
    enabled: Flag = True
    """Whether events are sent to it."""


class WebhookInput(WebhookData):
    account: AccountId | None = None
    """The account whose events are sent. Only a partner may leave it out, for the events of all its accounts."""
    creditor: CreditorId | None = None


class WebhookCreated(Shape):
    """The answer of creating a webhook: also its secret, which is shown once and never in a repeated answer."""

    secret: Secret | None = None
    """The secret that deliveries are signed with, shown this once: `whsec_…`."""


class NothingToSay(Shape):
    """An act that needs no body."""


class SecretRotated(Shape):
    """The new secret, which is shown this once, and not where the answer is given again. Until `previous_secret_until` the
    one before it signs too."""

    secret: Secret | None = None
    """The secret that deliveries are signed with, shown this once: `whsec_…`."""
    previous_secret_until: Moment
    """Until then deliveries are signed with the secret before it too."""


class WebhookTested(Shape):
    """How a test went."""

    delivery: Id
    """The entry of the log that holds request and answer."""
    delivered: Flag
    """Whether your address took it, by a status from 200 to 299."""
    answer_status: Integer | None = None
    """The HTTP status that your address answered with; absent where it did not answer."""
    error: Text | None = None
    """Why it failed, in a sentence; absent where it was delivered."""
    milliseconds: Integer
    """How long your address took to answer."""


BOUNDS = ("from_position", "to_position", "from", "to")


class ReplayInput(Shape):
    """One event, or those from one position or moment to another, both included. What is left out is not a bound."""

    event: Id | None = None
    """The `_id` of one event to send again."""
    from_position: Integer | None = None
    """Send events again from this position on."""
    to_position: Integer | None = None
    """Send events again up to this position; to the newest if left out."""
    from_: Moment | None = Field(default=None, alias="from")
    """Send events again from this moment on."""
    to: Moment | None = None
    """Send events again up to this moment; to the newest if left out."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(all_of(has("event"), lacks(*BOUNDS)), all_of(lacks("event"), any_of(*(has(name) for name in BOUNDS)))),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if not given.keys() & {"event", *BOUNDS}:
            return {"event": "required field, unless from_position, to_position, from or to is given"}
        if "event" in given and len(given) > 1:
            return {"event": "is one event, and goes with no other field"}
        return {}


class WebhookReplayed(Shape):
    """How many deliveries a replay made, and of which events."""

    deliveries: Integer
    """How many events are sent again."""
    first_position: Integer | None = None
    """The position of the first event that is sent again."""
    last_position: Integer | None = None
    """The position of the last event that is sent again."""


WEBHOOKS = Resource(
    "webhooks",
    Webhook,
    owner="creditor_or_partner",
    personal=False,
    about="Where events are delivered to.",
    input=WebhookInput,
    change=WebhookData,
    kept=(
        NothingPersonal("webhooks", "addresses of clients' systems"),
        NothingPersonal("webhook_states", "how well deliveries go"),
    ),
)
