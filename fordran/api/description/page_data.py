"""The data of the page's template: an OpenAPI document as rows to print."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from fordran.api.description.samples import SampleRequest, curl, javascript, python
from fordran.api.http.answers import JSON_TYPE
from fordran.shape.openapi import Schema

MOST_VALUES = 40
"""Of a longer list the page shows the first few values."""

_METHODS = ("get", "post", "patch", "delete")


Own: TypeAlias = Mapping[str, tuple[str, str]]
"""First step of a path → id and tag of a document of the reader's own."""


def groups_of(document: dict[str, Any], own: Own | None = None) -> list[dict[str, Any]]:
    """The tags of the document, each with its endpoints and the fields of its resource."""
    groups = {tag["name"]: tag | {"endpoints": [], "shape": None} for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                operation = methods[method]
                group = groups[operation["tags"][0]]
                group["endpoints"].append(_endpoint(document, path, method, operation, own or {}))
                if operation["operationId"].startswith("read_"):
                    schema = _resolved(document, operation["responses"]["200"]["content"][JSON_TYPE]["schema"])
                    group["shape"] = _rows(document, schema)
    return list(groups.values())


def _endpoint(document: dict[str, Any], path: str, method: str, operation: dict[str, Any], own: Own) -> dict[str, Any]:
    parameters = [_resolved(document, parameter) for parameter in operation["parameters"]]
    answers = [
        _answer(document, status, _resolved(document, answer)) for status, answer in operation["responses"].items()
    ]
    body = _body(document, operation)
    asked = _asked(path, method, operation, parameters, body, own.get(path.split("/")[1]))
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "who": operation["description"],
        "roles": operation.get("x-roles", ()),
        "parameters": [_parameter(document, parameter) for parameter in parameters],
        "body": body,
        "answers": [answer for answer in answers if answer["status"] < "400"],
        "errors": [answer for answer in answers if answer["status"] >= "400"],
        "samples": {"curl": curl(asked), "Python": python(asked), "JavaScript": javascript(asked)},
    }


def _parameter(document: dict[str, Any], parameter: dict[str, Any]) -> dict[str, Any]:
    examples = [example["value"] for example in parameter.get("examples", {}).values()]
    return {
        "name": parameter["name"],
        "in": parameter["in"],
        "required": parameter.get("required", False),
        "type": _type(document, parameter["schema"]),
        "about": parameter.get("description", ""),
        "notes": _notes(_resolved(document, parameter["schema"])),
        "examples": examples,
        "example": parameter.get("example", ""),
    }


def _body(document: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any] | None:
    if "requestBody" not in operation:
        return None
    ((content_type, content),) = operation["requestBody"]["content"].items()
    schema = content["schema"]
    takes_arrays = "anyOf" in schema
    one = schema["anyOf"][0] if takes_arrays else schema
    example = content.get("example", {})
    return {
        "content_type": content_type,
        "takes_arrays": takes_arrays,
        "about": _resolved(document, one).get("description", ""),
        "rows": _rows(document, _resolved(document, one)),
        "example": example,
    }


def _answer(document: dict[str, Any], status: str, answer: dict[str, Any]) -> dict[str, Any]:
    content = answer.get("content", {})
    schema = _resolved(document, content.get(JSON_TYPE, {}).get("schema", {}))
    schema = _resolved(document, schema["anyOf"][0]) if "anyOf" in schema else schema
    return {
        "status": status,
        "about": answer["description"],
        "content_type": next(iter(content), ""),
        "example": content.get(JSON_TYPE, {}).get("example"),
        "rows": _rows(document, schema) if "properties" in schema else [],
        "headers": [name for name in answer.get("headers", {}) if not name.startswith(("X-RateLimit", "X-Request"))],
    }


def _rows(document: dict[str, Any], schema: Schema, depth: int = 0) -> list[dict[str, Any]]:
    """The fields of a schema, those within objects right below them."""
    rows = []
    for name, field in schema.get("properties", {}).items():
        rows.append(
            {
                "name": name,
                "depth": depth,
                "type": _type(document, field),
                "values": _values(document, field),
                "required": name in schema.get("required", ()),
                "deprecated": field.get("deprecated", False),
                "about": field.get("description", ""),
                "notes": _notes(_resolved(document, field)),
            }
        )
        inside = _resolved(document, field.get("items", field))
        if isinstance(inside.get("additionalProperties"), dict):
            inside = _resolved(document, inside["additionalProperties"])
        if depth < 4 and "properties" in inside:
            rows += _rows(document, inside, depth + 1)
    return rows


def _type(document: dict[str, Any], schema: Schema) -> str:
    schema = _resolved(document, schema)
    if schema.get("type") == "array":
        return "array of " + _type(document, schema["items"])
    if schema.get("pattern", "").startswith("^(Mon|") or schema.get("format") == "date-time" or _is_moment(schema):
        return "moment"
    if schema.get("pattern") == "^[0-9a-f]{24}$":
        return "id"
    return str(schema.get("type", "any"))


def _values(document: dict[str, Any], schema: Schema) -> dict[str, str]:
    """The values of a closed list with what they mean; of a long one, as of countries, none."""
    schema = _resolved(document, schema)
    schema = _resolved(document, schema.get("items", schema))
    values: dict[str, str] = schema.get("x-enumDescriptions", {})
    return values if len(values) <= MOST_VALUES else {}


def _is_moment(schema: Schema) -> bool:
    return any(part.get("format") == "date-time" for part in schema.get("anyOf", ()))


def _notes(schema: Schema) -> list[str]:
    """Remarks about a value, in a few words each."""
    notes = []
    if "const" in schema:
        notes.append(f"`{schema['const']}` only")
    if "enum" in schema and ("x-enumDescriptions" not in schema or len(schema["enum"]) > MOST_VALUES):
        shown = [str(value) for value in schema["enum"][:8]]
        more = len(schema["enum"]) - len(shown)
        listed = ", ".join(f"`{value}`" for value in shown) + (f" and {more} more" if more else "")
        notes.append(f"one of {listed}" if len(shown) > 1 else f"{listed} only")
    if "default" in schema and schema["default"] not in ([], {}):
        notes.append(f"default `{json.dumps(schema['default'], ensure_ascii=False)}`")
    for key, words in (
        ("minimum", "at least"),
        ("exclusiveMinimum", "more than"),
        ("maximum", "at most"),
        ("exclusiveMaximum", "less than"),
        ("minItems", "at least"),
        ("maxItems", "at most"),
    ):
        if key in schema and abs(schema[key]) < 10**13:
            notes.append(f"{words} {schema[key]}")
    return notes


def _resolved(document: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """The target of a reference; anything else unchanged."""
    if "$ref" not in value:
        return value
    found: dict[str, Any] = document
    for step in value["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    # Text beside a reference in our own documents describes the field, and wins.
    return found | {key: beside for key, beside in value.items() if key != "$ref"}


def _asked(
    path: str,
    method: str,
    operation: dict[str, Any],
    parameters: list[dict[str, Any]],
    body: dict[str, Any] | None,
    own: tuple[str, str] | None,
) -> SampleRequest:
    """The sample request of an endpoint, about a document of the reader's own where there is one."""
    given = {} if own is None else {"id": own[0], "If-Match": f'"{own[1]}"'}
    return SampleRequest(
        operation=operation["operationId"],
        method=method,
        path=path,
        ids={one["name"]: given.get(one["name"], str(one["example"])) for one in parameters if one["in"] == "path"},
        headers={
            one["name"]: given.get(one["name"], str(one["example"]))
            for one in parameters
            if one["in"] == "header" and one.get("required")
        },
        body=body["example"] if body else None,
        content_type=body["content_type"] if body else "",
        needs_token=bool(operation.get("security", True)),
    )
