"""`projection`: which fields to include or exclude. The four fields of every document always come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import orjson

from fordran.shape.fields import Field
from fordran.shape.json_in import NotJson, json_of
from fordran.shape.resource import META
from fordran.shape.wire import parsed
from fordran.store.reading.where import BadQuery

Tree = dict[str, Any]
"""Chosen paths: name → {} for the whole field, or the tree below it."""


@dataclass(frozen=True)
class Projection:
    """The columns to read, and for some of them the parts to keep or leave out."""

    columns: tuple[str, ...]
    parts: Mapping[str, Tree] = field(default_factory=dict)
    includes: bool = True

    def apply(self, document: dict[str, Any]) -> None:
        """Cut the nested fields of a document down to their chosen parts."""
        for name, tree in self.parts.items():
            if name in document:
                value = document[name]
                if isinstance(value, orjson.Fragment):
                    value = parsed(value)
                document[name] = _kept(value, tree) if self.includes else _cut(value, tree)


def parse_projection(text: str) -> dict[str, bool]:
    """Path → whether it is included; `{}` without a projection."""
    if not text.strip():
        return {}
    try:
        given = json_of(text, max_depth=2)
    except NotJson as error:
        raise BadQuery(f"projection is not JSON: {error}") from None
    if not isinstance(given, dict):
        raise BadQuery("projection must be a JSON object of field names with 1 or 0.")
    for value in given.values():
        if not isinstance(value, bool | int | Decimal) or value not in (0, 1):
            raise BadQuery("projection takes 1 to include a field and 0 to exclude it.")
    return {path: bool(value) for path, value in given.items()}


def compile_projection(given: Mapping[str, bool], fields: Mapping[str, Field]) -> Projection:
    """The meaning of a projection over these fields. If some are included, exclusions have no effect."""
    included = [path for path, shown in given.items() if shown]
    given = {path: shown for path, shown in given.items() if path not in META}
    if included:
        tree = _tree(included)
        columns = tuple(name for name in fields if name in META or name in tree)
        return Projection(columns, {name: below for name, below in tree.items() if below and name in fields})
    if not given:
        return Projection(tuple(fields))
    tree = _tree(given)
    columns = tuple(name for name in fields if tree.get(name, True))
    return Projection(
        columns, {name: below for name, below in tree.items() if below and name in fields}, includes=False
    )


def _tree(paths: Iterable[str]) -> Tree:
    tree: Tree = {}
    for path in sorted(paths, key=len):
        place = tree
        for step in path.split("."):
            if place.get(step) == {}:
                break  # the field above it is chosen whole
            place = place.setdefault(step, {})
    return tree


def _kept(value: Any, tree: Tree) -> Any:
    if isinstance(value, list):
        return [_kept(item, tree) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: _kept(value[name], below) if below else value[name] for name, below in tree.items() if name in value}


def _cut(value: Any, tree: Tree) -> Any:
    if isinstance(value, list):
        return [_cut(item, tree) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _cut(item, tree[name]) if tree.get(name) else item
        for name, item in value.items()
        if name not in tree or tree[name]
    }
