"""The requests that webhooks get, by type of event: OpenAPI's `webhooks`, and the schemas of what is sent."""

from __future__ import annotations

from typing import Any

from fordran.api.description.components import ID, closed
from fordran.api.description.recorded import recorded
from fordran.api.http.answers import JSON_TYPE
from fordran.domain.kinds.event_types import EVENT_TYPES, EventName
from fordran.domain.languages import ENGLISH
from fordran.resources.event_data import EventData
from fordran.shape.openapi import ISO_8601, REF, Mode, Schema, Schemas
from fordran.texts.catalogue import texts

ABOUT = (
    "Sent to the webhooks that want it, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. An answer"
    " with a status from 200 to 299 within ten seconds takes it; anything else is tried again for 72 hours."
)
_HEADERS = {
    "webhook-id": "The event's `_id`: the same however often it comes.",
    "webhook-timestamp": "When this try was made, in UNIX seconds.",
    "webhook-signature": "`v1,` and an HMAC-SHA256 of id, timestamp and body in Base64; several, with blanks between.",
}


def about_event(name: EventName) -> str:
    """The description of a type of event."""
    return texts(ENGLISH).of("event_type", name, "about")


def schema_name(event_type: EventName) -> str:
    """The component that is what is sent of a type: `CaseStateChangedMessage`."""
    return "".join(word.title() for word in event_type.replace(".", "_").split("_")) + "Message"


def message_schemas(schemas: Schemas) -> dict[str, Schema]:
    """The components of each type: what is sent, and the data in it."""
    every = schemas.component(EventData, Mode.SHOWN)["properties"]
    found: dict[str, Schema] = {}
    for name, event_type in EVENT_TYPES.items():
        data = schema_name(name).removesuffix("Message") + "Data"
        found[data] = _data(about_event(name), {field: every[field] for field in event_type.data if field in every})
        found[schema_name(name)] = _message(name, data)
    return found


def _data(about: str, own: dict[str, Schema]) -> Schema:
    fields: dict[str, Schema] = {
        "event": ID | {"description": "The event."},
        "position": {"type": "integer", "minimum": 1, "description": "Its place in the stream."},
        "account": ID | {"description": "The account that it belongs to."},
        "creditor": ID | {"description": "The creditor, if it is of one."},
        "case": ID | {"description": "The case, if it is about one."},
    } | own
    return closed(fields, tuple(field for field in fields if field not in ("event", "account")), about)


def _message(name: EventName, data: str) -> Schema:
    return closed(
        {
            "type": {"type": "string", "const": name, "description": "What happened."},
            "timestamp": ISO_8601 | {"description": "When it happened."},
            "data": {"$ref": REF + data, "description": "What it is about."},
        },
        about=about_event(name),
    )


def webhooks() -> dict[str, Any]:
    """A request for each type of event."""
    return {name: {"post": _request(name)} for name in EVENT_TYPES}


def _request(name: EventName) -> dict[str, Any]:
    example = recorded().events.get(name)
    content: dict[str, Any] = {"schema": {"$ref": REF + schema_name(name)}}
    return {
        "operationId": "on_" + name.replace(".", "_"),
        "tags": ["webhooks"],
        "summary": about_event(name),
        "description": ABOUT,
        "security": [],
        "parameters": [
            {"name": header, "in": "header", "required": True, "description": about, "schema": {"type": "string"}}
            for header, about in _HEADERS.items()
        ],
        "requestBody": {
            "required": True,
            "content": {JSON_TYPE: content | ({"example": example} if example else {})},
        },
        "responses": {
            "2XX": {"description": "It is taken."},
            "4XX": {"description": "It is tried again; with 410 the webhook is switched off."},
        },
    }
