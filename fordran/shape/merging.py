"""A change upon a document: what is given is laid over what was there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from fordran.shape.fields import Field, Shape, fields_of
from fordran.shape.json_in import json_of


def merged(shape: type[Shape], document: dict[str, Any], given: Any) -> Any:
    """The whole document after a change, as it would be sent. Objects are merged, arrays replaced."""
    if not isinstance(given, dict):
        return given
    before = json_of(orjson.dumps(document))
    return _deep(_taken(fields_of(shape), before), given)


def _taken(fields: Mapping[str, Field], document: dict[str, Any]) -> dict[str, Any]:
    """The parts of a document that a shape takes: some are only shown, such as a file that is uploaded by itself."""
    return {
        name: _taken(fields[name].children, value) if fields[name].children and isinstance(value, dict) else value
        for name, value in document.items()
        if name in fields
    }


def _deep(before: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    after = dict(before)
    for name, value in given.items():
        if isinstance(value, dict) and isinstance(after.get(name), dict):
            after[name] = _deep(after[name], value)
        else:
            after[name] = value
    return after
