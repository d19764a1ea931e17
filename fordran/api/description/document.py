"""The interface's description of itself: OpenAPI 3.1, made from the table of endpoints and the declared shapes."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from importlib.metadata import version
from typing import Any

import orjson

from fordran.actions.answer_warnings import WARNINGS
from fordran.api.description.closed_lists import all_closed_lists
from fordran.api.description.components import (
    HEADERS,
    OF_DRY_RUNS,
    PARAMETERS,
    SCHEMAS,
    closed,
    list_of,
    many_of,
    meta,
    responses,
)
from fordran.api.description.operations import Operations, tag_of
from fordran.api.description.own_examples import places
from fordran.api.description.page import render
from fordran.api.description.recorded import shown_in
from fordran.api.description.responses import created_name, list_name, many_name
from fordran.api.description.webhooks import message_schemas, webhooks
from fordran.api.endpoint import Effect, Endpoint
from fordran.resources.event_data import EventData
from fordran.shape.fields import Shape
from fordran.shape.openapi import REF, Mode, Schema, Schemas, references_in
from fordran.shape.resource import Resource

ABOUT = """\
Invoicing and debt collection for a Swedish operator.

Sign in for an access token and send it with every request in the header `X-API-Key`. Bodies are JSON. Lists take `page`,
`max_results`, `where`, `sort` and `projection`; documents have an `_etag`, which a change has to name in `If-Match`. A field
without a value is absent, never `null`. Amounts are kronor with at most two decimals. Moments are shown as RFC 1123 (ISO 8601
in some resources) and may be sent as either. Every path also answers HEAD, where it answers GET, and OPTIONS; a slash at its
end makes no difference; `?pretty` indents the answer.
"""

ABOUT_TAGS = {
    "authenticates": "Signing in: two ways to get an access token.",
    "media--files": "Files that documents refer to.",
    "media--upload": "Sending files.",
    "service": "The service itself: how it is, and what it can do.",
}


SECURITY_SCHEMES = {
    "access_token": {
        "type": "apiKey",
        "in": "header",
        "name": "X-API-Key",
        "description": "The access token that signing in gave: a JWT that is valid for an hour.",
    },
    "signed_link": {
        "type": "apiKey",
        "in": "query",
        "name": "signature",
        "description": "Part of the links to files that documents show; they are valid for an hour.",
    },
}


@cache
def description(table: tuple[Endpoint, ...]) -> dict[str, Any]:
    """The whole document."""
    schemas = _schemas(table)
    components = schemas.components() | deepcopy(SCHEMAS) | _answers(table, schemas) | message_schemas(schemas)
    operations = Operations(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in table:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operations.operation(endpoint)
    requests, answers = webhooks(), responses()
    components |= {one.name: one.schema for one in all_closed_lists() if one.name not in components}
    components = _used(components, {"paths": paths, "webhooks": requests, "responses": answers})
    for name, example in shown_in({"paths": paths, "webhooks": requests, "responses": answers}, components).items():
        components[name].setdefault("examples", [example])
    beginning = _beginning()
    if "OpenApi" in components:
        # Of this very document as much as fits into it.
        components["OpenApi"]["examples"] = [beginning]
    return beginning | {
        "security": [{"access_token": []}],
        "tags": _tags(table),
        "paths": paths,
        "webhooks": requests,
        "components": {
            "schemas": dict(sorted(components.items())),
            "parameters": PARAMETERS,
            "headers": HEADERS,
            "responses": answers,
            "securitySchemes": SECURITY_SCHEMES,
        },
    }


def _beginning() -> dict[str, Any]:
    """How the document begins: what it is of."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fordran",
            "version": version("fordran"),
            "description": ABOUT,
            "contact": {"name": "Whoever runs this installation"},
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "servers": [{"url": "/"}],
    }


@cache
def description_json(table: tuple[Endpoint, ...]) -> bytes:
    """The document as it is served."""
    return orjson.dumps(description(table))


@cache
def page(table: tuple[Endpoint, ...], *, can_be_tried: bool = False, has_places: bool = False) -> bytes:
    """The document as a page to read, and to try requests on where nothing comes of them.

    One that `has_places` for a reader's own ids is not shown before they are filled (own_examples.py).
    """
    return render(description(table), can_be_tried=can_be_tried, own=places(table) if has_places else None)


def _resources(table: tuple[Endpoint, ...]) -> dict[str, Resource]:
    return {endpoint.resource.name: endpoint.resource for endpoint in table if endpoint.resource}


def _schemas(table: tuple[Endpoint, ...]) -> Schemas:
    resources = _resources(table).values()
    shown: list[type[Shape]] = [EventData, *(resource.shape for resource in resources)]
    sent: list[type[Shape]] = []
    changed: list[type[Shape]] = []
    for endpoint in table:
        shown += [endpoint.answers] if endpoint.answers else []
        sent += [endpoint.takes] if endpoint.takes else []
        if endpoint.resource and endpoint.method == "POST" and endpoint.resource.input:
            sent.append(endpoint.resource.input)
        if endpoint.resource and endpoint.method == "PATCH" and endpoint.resource.change:
            changed.append(endpoint.resource.change)
    return Schemas(shown=shown, sent=sent, changed=changed, closed=all_closed_lists())


def _answers(table: tuple[Endpoint, ...], schemas: Schemas) -> dict[str, Schema]:
    """Documents with the four fields of every document, pages of them, and what creates answer beside the usual."""
    found: dict[str, Schema] = {}
    for resource in _resources(table).values():
        schema = schemas.component(resource.shape, Mode.SHOWN)
        schema["description"] = schema.get("description", resource.about)
        four = meta(iso=resource.iso_moments)
        schema["properties"] = four | schema["properties"]
        schema["required"] = [*four, *schema.get("required", ())]
        found[schemas.name(resource.shape, Mode.SHOWN)] = schema
        found[list_name(resource)] = list_of(schemas.ref(resource.shape, Mode.SHOWN), f"A page of `{resource.name}`.")
    for endpoint in table:
        if endpoint.answers and endpoint.effect in (Effect.CREATE, Effect.DO):
            more = schemas.component(endpoint.answers, Mode.SHOWN)
            optional = tuple(name for name in more["properties"] if name not in more.get("required", ()))
            is_iso = endpoint.resource is not None and endpoint.resource.iso_moments and endpoint.effect == Effect.DO
            own = meta(iso=True) if is_iso else {}
            whole = SCHEMAS["Created"]["properties"] | own | more["properties"]
            found[created_name(endpoint)] = closed(
                whole, (*optional, WARNINGS, *OF_DRY_RUNS), more.get("description", "")
            )
        elif endpoint.answers and endpoint.takes_key:
            schema = schemas.component(endpoint.answers, Mode.SHOWN)
            found[endpoint.answers.__name__] = schema | {"properties": schema["properties"] | OF_DRY_RUNS}
    names = {created_name(endpoint) for endpoint in table if endpoint.effect == Effect.CREATE}
    return found | {many_name(name): many_of({"$ref": REF + name}) for name in names}


def _used(components: dict[str, Schema], document: dict[str, Any]) -> dict[str, Schema]:
    """The components that the document refers to, and those that these refer to."""
    found: dict[str, Schema] = {}
    wanted = references_in(document)
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = components[name]
            wanted |= references_in(components[name])
    return found


def _tags(table: tuple[Endpoint, ...]) -> list[dict[str, str]]:
    """A tag for each resource, in the order of the table."""
    resources = _resources(table)
    found: dict[str, str] = {}
    for endpoint in table:
        tag = tag_of(endpoint)
        found[tag] = resources[tag].about if tag in resources else ABOUT_TAGS.get(tag, endpoint.about)
    return [{"name": name, "description": about} for name, about in found.items()]
