"""One endpoint as OpenAPI says it: who may, parameters, body, answers, errors. All of it follows from its row in the table."""

from __future__ import annotations

import re
from typing import Any

from fordran.api.description.components import RESPONSE_NAMES
from fordran.api.description.parameters import ParameterSchemas
from fordran.api.description.recorded import recorded
from fordran.api.description.responses import Responses
from fordran.api.endpoint import Effect, Endpoint
from fordran.api.http.answers import JSON_TYPE
from fordran.api.roles import ROLES
from fordran.api.serving.clients.sign_in import TokenAnswer
from fordran.api.serving.creating import MOST_DOCUMENTS
from fordran.shape.fields import Shape
from fordran.shape.openapi import Mode, Schema, Schemas


def tag_of(endpoint: Endpoint) -> str:
    """The heading of an endpoint."""
    if endpoint.resource is not None:
        return endpoint.resource.name
    first, *more = endpoint.path.strip("/").split("/")
    return first if more else "service"


def operation_id(endpoint: Endpoint) -> str:
    """`list_creditors`, `read_creditor`, `create_creditor`; what has an effect of its own by method and path."""
    effect = endpoint.effect
    is_below = effect == Effect.LIST and "{" in endpoint.path
    if endpoint.resource is None and endpoint.answers and endpoint.is_reading and endpoint.path.endswith("/{id}"):
        return f"read_{_singular(endpoint.first_step).replace('--', '_')}"
    if (
        is_below
        or effect in (Effect.DO, Effect.LIFT, Effect.AMEND, Effect.SHOW, Effect.OTHER)
        or endpoint.resource is None
    ):
        path = re.sub(r"\{\w+\}", "", endpoint.path)
        return "_".join([endpoint.method.lower(), *re.findall(r"[a-z]+", path.lower() if path != "/" else "home")])
    plural = "_".join(re.findall(r"[a-z]+", endpoint.resource.name))
    return f"{effect}_{plural if effect == Effect.LIST else _singular(plural)}"


def _singular(plural: str) -> str:
    if plural.endswith("ches"):
        return plural.removesuffix("es")
    return plural.removesuffix("ies") + "y" if plural.endswith("ies") else plural.removesuffix("s")


class Operations:
    """Operations over the schemas of one document."""

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas
        self.parameters = ParameterSchemas(schemas)
        self.responses = Responses(schemas)

    def operation(self, endpoint: Endpoint) -> dict[str, Any]:
        """The operation of an endpoint."""
        shown: dict[str, Any] = {
            "operationId": operation_id(endpoint),
            "tags": [tag_of(endpoint)],
            "summary": endpoint.about,
            "description": _who(endpoint),
            "parameters": self.parameters.of(endpoint),
        }
        if body := self._body(endpoint):
            shown["requestBody"] = body
        shown["responses"] = self.responses.of(endpoint) | {
            str(code): {"$ref": f"#/components/responses/{RESPONSE_NAMES[code]}"}
            for code in _errors(endpoint, bool(body))
        }
        _show_exchange(shown)
        return shown | _security(endpoint)

    def _body(self, endpoint: Endpoint) -> dict[str, Any] | None:
        resource, effect = endpoint.resource, endpoint.effect
        if effect == Effect.CREATE and resource is not None and resource.input is not None:
            return _required(JSON_TYPE, self._one_or_many(resource.input))
        if effect == Effect.CHANGE and resource is not None and resource.change is not None:
            return _required(JSON_TYPE, self.schemas.ref(resource.change, Mode.CHANGED))
        if endpoint.takes is None or not endpoint.takes.model_fields:
            return None
        body = _required(endpoint.takes_as, self.schemas.ref(endpoint.takes, Mode.SENT))
        return body | {"required": _needs_something(endpoint.takes)}

    def _one_or_many(self, shape: type[Shape]) -> Schema:
        one = self.schemas.ref(shape, Mode.SENT)
        return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1, "maxItems": MOST_DOCUMENTS}]}


def _show_exchange(operation: dict[str, Any]) -> None:
    """Give an operation the examples that were recorded of it."""
    name = operation["operationId"]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        if (sent := recorded().body(name)) is not None:
            content["example"] = sent
    for status, answer in operation["responses"].items():
        for content_type, content in answer.get("content", {}).items():
            if content_type == JSON_TYPE and (answered := recorded().answer(name, status)) is not None:
                content["example"] = answered


def _needs_something(shape: type[Shape]) -> bool:
    """Whether an empty document would be refused; where it would not, no body at all says the same."""
    return bool(shape.schema_rules) or any(info.is_required() for info in shape.model_fields.values())


def _required(content_type: str, schema: Schema) -> dict[str, Any]:
    return {"required": True, "content": {content_type: {"schema": schema}}}


def _who(endpoint: Endpoint) -> str:
    roles = endpoint.roles
    if not roles.needs_token:
        return "No token is needed."
    if len(endpoint.role_names) == len(ROLES):
        link = " A signed link stands in for the token." if roles.takes_signed_links else ""
        return "For every role, each with what it sees." + link
    return (
        "For the roles " + ", ".join(f"`{role}`" for role in ROLES if role in endpoint.role_names) + "; others get 403."
    )


def _security(endpoint: Endpoint) -> dict[str, Any]:
    roles = endpoint.roles
    if not roles.needs_token:
        return {"security": []}
    links: dict[str, Any] = {}
    if roles.takes_signed_links:
        links = {"security": [{"access_token": []}, {"signed_link": []}]}
    return links | {"x-roles": [role for role in ROLES if role in endpoint.role_names]}


_OF_EFFECT: dict[Effect, set[int]] = {
    Effect.LIST: set(),
    Effect.READ: set(),
    Effect.CREATE: {409},
    Effect.CHANGE: {409, 412, 428},
    Effect.DELETE: {409, 412, 428},
    Effect.DO: {409, 422},
    Effect.LIFT: {409, 412, 428},
    Effect.AMEND: {409, 412, 428},
    Effect.SHOW: {409, 422},
    Effect.OTHER: set(),
}


def _errors(endpoint: Endpoint, has_body: bool) -> list[int]:
    """Every error that can be answered, beside those of any server."""
    # An unclear switch is refused everywhere.
    codes = {400, 429, 503} | _OF_EFFECT[endpoint.effect] | {*endpoint.refuses}
    if endpoint.roles.needs_token or endpoint.answers is TokenAnswer:
        codes |= {401}
    if endpoint.roles.needs_token and len(endpoint.role_names) < len(ROLES):
        codes |= {403}
    if has_body:
        codes |= {413, 422}
    if "{" in endpoint.path:
        codes |= {404} | ({422} if endpoint.query else set())
    if endpoint.takes_key:
        codes |= {409, 422}
    return sorted(codes)
