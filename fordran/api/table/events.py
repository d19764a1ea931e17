"""Events, and the webhooks that they are delivered to."""

from __future__ import annotations

from fordran.actions.webhooks.create_webhook import change_webhook, create_webhook, remove_webhook
from fordran.actions.webhooks.replay_webhook import replay_webhook, rotate_secret
from fordran.api.endpoint import Endpoint
from fordran.api.roles import ADMINS, EVERYBODY
from fordran.api.serving.events import list_events
from fordran.api.serving.reading import item_of
from fordran.api.serving.webhooks import act_on_webhook, send_test
from fordran.api.table.rows import Rows, changes, creates, reads, removes
from fordran.resources.events import EVENTS, EventsQuery
from fordran.resources.webhook_deliveries import WEBHOOK_DELIVERIES
from fordran.resources.webhooks import (
    WEBHOOKS,
    NothingToSay,
    ReplayInput,
    SecretRotated,
    WebhookCreated,
    WebhookReplayed,
    WebhookTested,
)

EVENT_ROWS: Rows = (
    Endpoint(
        "GET",
        "/events",
        list_events,
        "List events, in an order that can be followed.",
        EVERYBODY,
        EVENTS,
        query=EventsQuery,
    ),
    Endpoint("GET", "/events/{id}", item_of(EVENTS), "Read one of events.", EVERYBODY, EVENTS),
    *reads(WEBHOOKS, ADMINS),
    creates(WEBHOOKS, create_webhook, "Have events delivered.", ADMINS, WebhookCreated),
    changes(WEBHOOKS, change_webhook, "Change a webhook.", ADMINS),
    removes(WEBHOOKS, remove_webhook, "Delete a webhook.", ADMINS),
    Endpoint(
        "POST",
        "/webhooks/{id}/test",
        send_test(),
        "Send a test to a webhook.",
        ADMINS,
        WEBHOOKS,
        takes=NothingToSay,
        answers=WebhookTested,
        sends=True,
    ),
    Endpoint(
        "POST",
        "/webhooks/{id}/rotate-secret",
        act_on_webhook(NothingToSay, rotate_secret),
        "Give a webhook a new secret.",
        ADMINS,
        WEBHOOKS,
        takes=NothingToSay,
        answers=SecretRotated,
    ),
    Endpoint(
        "POST",
        "/webhooks/{id}/replay",
        act_on_webhook(ReplayInput, replay_webhook),
        "Deliver events to a webhook once more.",
        ADMINS,
        WEBHOOKS,
        takes=ReplayInput,
        answers=WebhookReplayed,
        sends=True,
    ),
    *reads(WEBHOOK_DELIVERIES, ADMINS),
)
