"""A change upon a document: what is given is laid over what was there."""

from __future__ import annotations

from typing import Any

import orjson

from fordran.shape.fields import Shape, fields_of
from fordran.shape.json_in import json_of


def merged(shape: type[Shape], document: dict[str, Any], given: Any) -> Any:
    """The whole document after a change, as it would be sent. Objects are merged, arrays replaced."""
    if not isinstance(given, dict):
        return given
    before = json_of(orjson.dumps(document))
    return _deep({name: before[name] for name in fields_of(shape) if name in before}, given)


def _deep(before: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    after = dict(before)
    for name, value in given.items():
        if isinstance(value, dict) and isinstance(after.get(name), dict):
            after[name] = _deep(after[name], value)
        else:
            after[name] = value
    return after
