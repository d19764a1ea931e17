"""Examples: requests and answers of the service, recorded by `make examples` in a demo with a stopped clock.

An operation's example is its own exchange. A component's is the fullest document of it that any exchange shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from fordran.shape.openapi import REF, Schema

FILE = Path(__file__).parent / "examples.json"
"""The recorded examples: operation → body and answers by status; error → answer; type of event → event; and
more exchanges, which show what these do not."""


@dataclass(frozen=True)
class Recorded:
    """The recorded examples of the service."""

    operations: Mapping[str, Mapping[str, Any]]
    errors: Mapping[str, Any]
    events: Mapping[str, Any]
    more: Sequence[Mapping[str, Any]]

    def body(self, operation: str) -> Any:
        """The body; None if nothing was sent."""
        return self.operations.get(operation, {}).get("body")

    def answer(self, operation: str, status: str) -> Any:
        """The answer; None if it was not recorded."""
        return self.operations.get(operation, {}).get("answers", {}).get(status)


@cache
def recorded() -> Recorded:
    """All that is in the file."""
    return Recorded(**orjson.loads(FILE.read_bytes()))


def shown_in(paths: Mapping[str, Any], components: Mapping[str, Schema]) -> dict[str, Any]:
    """Component → the fullest document of it that an example of the operations shows."""
    found: dict[str, Any] = {}
    for content in (*_contents(paths), *_more(paths["paths"])):
        for name, value in _documents(content["schema"], content["example"], components):
            if name not in found or len(orjson.dumps(value)) > len(orjson.dumps(found[name])):
                found[name] = value
    return found


def _contents(part: Any) -> Iterator[Mapping[str, Any]]:
    """Every body and answer that has an example."""
    if isinstance(part, dict):
        if "schema" in part and "example" in part:
            yield part
        for below in part.values():
            yield from _contents(below)


def _more(paths: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The same of the further exchanges, which are examples of components alone."""
    operations = {one["operationId"]: one for path in paths.values() for one in path.values()}
    for exchange in recorded().more:
        operation = operations.get(exchange["operation"])
        if operation is None:  # of a sandbox alone
            continue
        answered = operation["responses"][exchange["status"]]
        for name, part in (("body", operation.get("requestBody", {})), ("answer", answered)):
            for content in part.get("content", {}).values() if name in exchange else ():
                yield {"schema": content["schema"], "example": exchange[name]}
        if "answer" in exchange and "$ref" in answered:
            yield {"schema": {"$ref": REF + "Error"}, "example": exchange["answer"]}


def _documents(schema: Schema, value: Any, components: Mapping[str, Schema]) -> Iterator[tuple[str, Any]]:
    """Each component that a value is or has within it, with its own value."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF)
        yield name, value
        yield from _documents(components[name], value, components)
        return
    for option in schema.get("anyOf", ()):
        if _may_be(option, value, components):
            yield from _documents(option, value, components)
            break
    if isinstance(value, list) and "items" in schema:
        for item in value:
            yield from _documents(schema["items"], item, components)
    if isinstance(value, dict):
        for key, below in value.items():
            if "propertyNames" in schema:
                yield from _documents(schema["propertyNames"], key, components)
            inside = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if isinstance(inside, dict):
                yield from _documents(inside, below, components)


def _may_be(schema: Schema, value: Any, components: Mapping[str, Schema]) -> bool:
    """Whether a value can be what a schema says, as far as its kind and the names of its fields tell."""
    schema = components[schema["$ref"].removeprefix(REF)] if "$ref" in schema else schema
    if isinstance(value, dict) and "properties" in schema:
        return set(value) <= set(schema["properties"])
    return isinstance(value, list) == (schema.get("type") == "array") and "properties" not in schema
