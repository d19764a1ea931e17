"""The resources, answers and bodies of the interface's description."""

from __future__ import annotations

from typing import Any

from fordran.shape.openapi import REF, Schema


def answer_of(operation: dict[str, Any]) -> str:
    """The model of what is answered where all goes well; of several at once, that of each."""
    for status in ("200", "201"):
        schema = operation["responses"].get(status, {}).get("content", {}).get("application/json", {}).get("schema", {})
        schema = schema["anyOf"][0] if "anyOf" in schema else schema
        if "$ref" in schema and schema["$ref"] != REF + "OpenApi":
            return str(schema["$ref"].removeprefix(REF))
    return ""


def resources_of(document: dict[str, Any]) -> dict[str, str]:
    """The path of each resource → the model of its documents."""
    return {
        path.removesuffix("/{id}").removeprefix("/"): answer_of(methods["get"])
        for path, methods in document["paths"].items()
        if "get" in methods and methods["get"]["operationId"].startswith("read_")
    }


def sent_components(document: dict[str, Any]) -> set[str]:
    """The components that are sent, and those within them."""
    found: set[str] = set()
    waiting = [
        name
        for methods in document["paths"].values()
        for operation in methods.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
        for name in _names(content["schema"])
    ]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _names(document["components"]["schemas"][name])
    return found


def _names(part: Any) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"].removeprefix(REF)] if isinstance(part.get("$ref"), str) else []
        return own + [name for key, below in part.items() if key != "not" for name in _names(below)]
    return [name for below in part for name in _names(below)] if isinstance(part, list) else []


def is_moment(schema: Schema) -> bool:
    """Whether a value is a moment."""
    return (
        schema.get("format") == "date-time"
        or schema.get("pattern", "").startswith("^(Mon|")
        or any(part.get("format") == "date-time" for part in schema.get("anyOf", ()))
    )
