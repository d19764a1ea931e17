"""The interface's description of itself: OpenAPI 3.1, made from the table of endpoints and the declared shapes."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from importlib.metadata import version
from typing import Any

import orjson

from fordran.api.description.components import HEADERS, PARAMETERS, SCHEMAS, closed, list_of, meta, responses
from fordran.api.description.example_words import WORDS
from fordran.api.description.operations import Operations, tag_of
from fordran.api.description.page import render
from fordran.api.description.responses import created_name, list_name
from fordran.api.endpoint import Effect, Endpoint
from fordran.shape.examples import Examples
from fordran.shape.fields import Shape
from fordran.shape.openapi import Mode, Schema, Schemas
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
    components = schemas.components() | deepcopy(SCHEMAS) | _answers(table, schemas)
    examples = Examples(components, WORDS)
    _give_examples(components, examples)
    operations = Operations(schemas, examples)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in table:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operations.operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fordran",
            "version": version("fordran"),
            "description": ABOUT,
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "servers": [{"url": "/"}],
        "security": [{"access_token": []}],
        "tags": _tags(table),
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "parameters": PARAMETERS,
            "headers": HEADERS,
            "responses": responses(),
            "securitySchemes": SECURITY_SCHEMES,
        },
    }


@cache
def description_json(table: tuple[Endpoint, ...]) -> bytes:
    """The document as it is served."""
    return orjson.dumps(description(table))


@cache
def page(table: tuple[Endpoint, ...]) -> bytes:
    """The document as a page to read."""
    return render(description(table))


def _resources(table: tuple[Endpoint, ...]) -> dict[str, Resource]:
    return {endpoint.resource.name: endpoint.resource for endpoint in table if endpoint.resource}


def _schemas(table: tuple[Endpoint, ...]) -> Schemas:
    resources = _resources(table).values()
    shown: list[type[Shape]] = [resource.shape for resource in resources]
    sent: list[type[Shape]] = []
    changed: list[type[Shape]] = []
    for endpoint in table:
        shown += [endpoint.answers] if endpoint.answers else []
        sent += [endpoint.takes] if endpoint.takes else []
        if endpoint.resource and endpoint.method == "POST" and endpoint.resource.input:
            sent.append(endpoint.resource.input)
        if endpoint.resource and endpoint.method == "PATCH" and endpoint.resource.change:
            changed.append(endpoint.resource.change)
    return Schemas(shown=shown, sent=sent, changed=changed)


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
            whole = SCHEMAS["Created"]["properties"] | more["properties"]
            found[created_name(endpoint)] = closed(whole, optional, more.get("description", ""))
    return found


def _give_examples(components: dict[str, Schema], examples: Examples) -> None:
    for name, schema in components.items():
        if "examples" not in schema:
            schema["examples"] = [examples.of(schema, within=name)]


def _tags(table: tuple[Endpoint, ...]) -> list[dict[str, str]]:
    """A tag for each resource, in the order of the table."""
    resources = _resources(table)
    found: dict[str, str] = {}
    for endpoint in table:
        tag = tag_of(endpoint)
        found[tag] = resources[tag].about if tag in resources else ABOUT_TAGS.get(tag, endpoint.about)
    return [{"name": name, "description": about} for name, about in found.items()]
