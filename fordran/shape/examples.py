"""Examples of documents, made up from their schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fordran.shape.openapi import REF, Schema

Words = Mapping[str, Any]


class Examples:
    """Documents made up from schemas, with `words` for fields by their names.

    An example has the required fields, and those of the others that there are words for. A key `User.name` is the word for
    the field `name` in components that have `User` in their own name. A word that is not on a field's closed list is not for it.
    """

    def __init__(self, components: Mapping[str, Schema], words: Words) -> None:
        self.components = components
        self.words = words

    def of(self, schema: Schema, *, field: str = "", within: str = "") -> Any:
        """An example of a schema, as the value of a field within a component where it is one."""
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(REF)
            return self.of(self.components[name], field=field, within=name)
        if "properties" in schema:
            required = schema.get("required", ())
            return {
                name: self.of(below, field=name, within=within)
                for name, below in schema["properties"].items()
                if name in required or self.is_worded(name, below, within)
            }
        word = self.word(field, within)
        if word is not None and word in schema.get("enum", (word,)):
            return word
        if schema.get("type") == "array":
            return [self.of(schema["items"], within=within)]
        return _single(schema)

    def word(self, field: str, within: str) -> Any:
        """The word for a field of a component; None where there is none."""
        for key, word in self.words.items():
            owner, dot, name = key.partition(".")
            if dot and name == field and owner in within:
                return word
        return self.words.get(field)

    def is_worded(self, field: str, schema: Schema, within: str) -> bool:
        """Whether there are words for a field: for all that an object in it must have, or for some of what it may."""
        if self.word(field, within) is not None:
            return True
        schema = schema.get("items", schema)
        if "$ref" not in schema:
            return False
        name = schema["$ref"].removeprefix(REF)
        inside = self.components[name]
        worded = (self.is_worded(below, inside["properties"][below], name) for below in _needed(inside))
        return all(worded) if inside.get("required") else any(worded)


def _needed(schema: Schema) -> list[str]:
    return schema.get("required") or list(schema["properties"])


def _single(schema: Schema) -> Any:
    for key in ("examples", "enum"):
        if key in schema:
            return schema[key][0]
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    return {"boolean": False, "integer": 1, "number": 1, "object": {}}.get(schema.get("type", ""), "…")
