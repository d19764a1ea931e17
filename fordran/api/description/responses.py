"""The answers of an endpoint where all goes well, by status."""

from __future__ import annotations

from typing import Any

from fordran.api.endpoint import Effect, Endpoint
from fordran.api.http.answers import JSON_TYPE
from fordran.shape.fields import fields_of
from fordran.shape.openapi import Mode, Schema, Schemas
from fordran.shape.resource import Resource

DRY = "What a dry run would have answered. Nothing is stored."

WAITS = "It waits for a second person, who approves it by the id in `_approval`."

Answered = dict[str, Any]
"""Status → what is answered with it."""


class Responses:
    """Answers over the schemas of one document."""

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas

    def of(self, endpoint: Endpoint) -> Answered:
        """The answers that say that it went well, or that it waits."""
        waits = {"202": {"description": WAITS, "headers": _headers()}} if endpoint.may_wait else {}
        return self._done(endpoint) | waits

    def _done(self, endpoint: Endpoint) -> Answered:
        resource = endpoint.resource
        match endpoint.effect:
            case Effect.DELETE:
                return {"204": {"description": "It is gone.", "headers": _headers()}}
            case Effect.LIFT:
                return {"204": {"description": "It is done.", "headers": _headers()}}
            case Effect.DO:
                return self._done_or_dry(_component(created_name(endpoint)))
            case Effect.LIST if resource is not None:
                headers = _headers("X-Total-Count", "Last-Modified", "Link")
                return {"200": self._json("A page of what the caller sees.", _component(list_name(resource)), headers)}
            case Effect.READ if resource is not None:
                return self._document(resource)
            case Effect.CHANGE if resource is not None:
                return self._changed(resource)
            case Effect.CREATE:
                return self._created(endpoint)
        return self._declared(endpoint)

    def _document(self, resource: Resource) -> Answered:
        tagged = _headers("ETag", "Last-Modified")
        return {
            "200": self._json("The document.", self.schemas.ref(resource.shape, Mode.SHOWN), tagged),
            "304": {"description": "What you have is still right.", "headers": tagged},
        }

    def _changed(self, resource: Resource) -> Answered:
        schema = _component("ChangedIso" if resource.iso_moments else "Changed")
        return {
            "200": self._json("It is changed.", schema, _headers("ETag")),
            "204": {"description": "It is changed, and no longer the caller's to see.", "headers": _headers()},
        }

    def _created(self, endpoint: Endpoint) -> Answered:
        name = created_name(endpoint)
        schema: Schema = {"anyOf": [_component(name), _component(many_name(name))]}
        headers = _headers("ETag", "Location", "Idempotency-Replayed", "Deprecation", "Sunset")
        return {
            "201": self._json("It is created; or all are, where an array was sent.", schema, headers),
            "200": self._json(DRY, schema, _headers()),
        }

    def _done_or_dry(self, schema: Schema) -> Answered:
        return {
            "201": self._json("It is done.", schema, _headers("Idempotency-Replayed")),
            "200": self._json(DRY, schema, _headers()),
        }

    def _declared(self, endpoint: Endpoint) -> Answered:
        """The answer that the endpoint's own row declares."""
        if endpoint.answers is not None:
            schema = self.schemas.ref(endpoint.answers, Mode.SHOWN)
            if endpoint.takes_key:
                return self._done_or_dry(schema)
            has_pages = endpoint.query is not None and "cursor" in fields_of(endpoint.query)
            headers = _headers(*(("Link",) if has_pages else ()))
            return {str(endpoint.status): self._json(endpoint.about, schema, headers)}
        is_json = endpoint.answers_as == JSON_TYPE
        body: Schema = {"schema": _component("OpenApi") if is_json else _content(endpoint)}
        answer = {"description": endpoint.about, "headers": _headers(), "content": {endpoint.answers_as: body}}
        return {str(endpoint.status): answer}

    def _json(self, description: str, schema: Schema, headers: dict[str, Any]) -> dict[str, Any]:
        return {"description": description, "headers": headers, "content": {JSON_TYPE: {"schema": schema}}}


def list_name(resource: Resource) -> str:
    """The component that is a page of a resource."""
    return f"{resource.shape.__name__}List"


def created_name(endpoint: Endpoint) -> str:
    """The component that is the answer to a create, or to what does something to a document."""
    return endpoint.answers.__name__ if endpoint.answers else "Created"


def many_name(created: str) -> str:
    """The component that is the answer to a create of several."""
    return f"{created}Many"


def _component(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _content(endpoint: Endpoint) -> Schema:
    """An answer that is not JSON: a text, or a file."""
    if endpoint.answers_as.startswith("text/"):
        return {"type": "string", "description": endpoint.about}
    of_any = endpoint.answers_as == "*/*"
    about = "The file, byte by byte, in the content type that it was stored with." if of_any else endpoint.about
    return {"type": "string", "format": "binary", "description": about}


def _headers(*names: str) -> dict[str, Any]:
    always = (
        "X-Request-Id",
        "Fordran-Mode",
        "Fordran-Version",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
    )
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*names, *always)}
