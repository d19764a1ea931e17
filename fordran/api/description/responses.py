"""The answers of an endpoint where all goes well, by status."""

from __future__ import annotations

from typing import Any

from fordran.api.endpoint import Effect, Endpoint
from fordran.api.http.answers import JSON_TYPE
from fordran.shape.examples import Examples
from fordran.shape.openapi import Mode, Schema, Schemas
from fordran.shape.resource import Resource

DRY = "What a dry run would have answered. Nothing is stored."

Answered = dict[str, Any]
"""Status → what is answered with it."""


class Responses:
    """Answers over the schemas of one document."""

    def __init__(self, schemas: Schemas, examples: Examples) -> None:
        self.schemas = schemas
        self.examples = examples

    def of(self, endpoint: Endpoint) -> Answered:
        """The answers that say that it went well."""
        resource = endpoint.resource
        match endpoint.effect:
            case Effect.DELETE:
                return {"204": {"description": "It is gone.", "headers": _headers()}}
            case Effect.LIFT:
                return {"204": {"description": "It is done.", "headers": _headers()}}
            case Effect.DO:
                return self._done_or_dry(_component(created_name(endpoint)))
            case Effect.LIST if resource is not None:
                headers = _headers("X-Total-Count", "Last-Modified")
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
        one = _component(created_name(endpoint))
        schema: Schema = {"anyOf": [one, _many(one)]}
        example = self.examples.of(one)
        headers = _headers("ETag", "Location", "Idempotency-Replayed")
        return {
            "201": self._json("It is created; or all are, where an array was sent.", schema, headers, example),
            "200": self._json(DRY, schema, _headers(), example),
        }

    def _done_or_dry(self, schema: Schema) -> Answered:
        return {
            "201": self._json("It is done.", schema, _headers("Idempotency-Replayed")),
            "200": self._json(DRY, schema, _headers()),
        }

    def _declared(self, endpoint: Endpoint) -> Answered:
        """What the endpoint's own row says that it answers."""
        if endpoint.answers is not None:
            schema = self.schemas.ref(endpoint.answers, Mode.SHOWN)
            if endpoint.takes_key:
                return self._done_or_dry(schema)
            return {str(endpoint.status): self._json(endpoint.about, schema, _headers())}
        body: Schema = {"schema": {"type": "object"} if endpoint.answers_as == JSON_TYPE else {}}
        answer = {"description": endpoint.about, "headers": _headers(), "content": {endpoint.answers_as: body}}
        return {str(endpoint.status): answer}

    def _json(self, description: str, schema: Schema, headers: dict[str, Any], example: Any = None) -> dict[str, Any]:
        if example is None:
            example = self.examples.of(schema)
        return {
            "description": description,
            "headers": headers,
            "content": {JSON_TYPE: {"schema": schema, "example": example}},
        }


def list_name(resource: Resource) -> str:
    """The component that is a page of a resource."""
    return f"{resource.shape.__name__}List"


def created_name(endpoint: Endpoint) -> str:
    """The component that is the answer to a create, or to what does something to a document."""
    return endpoint.answers.__name__ if endpoint.answers else "Created"


def _component(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _many(one: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"_status": {"type": "string", "const": "OK"}, "_items": {"type": "array", "items": one}},
        "required": ["_status", "_items"],
        "additionalProperties": False,
    }


def _headers(*names: str) -> dict[str, Any]:
    always = ("X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*names, *always)}
