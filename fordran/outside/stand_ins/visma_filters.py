"""The part of OData's `$filter` that Visma's stand-in knows: comparisons of some fields, all of which hold."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_FIELDS: Mapping[str, bool] = {"RemainingAmount": False, "DueDate": True, "VoucherDate": True}
"""Field → whether it is a moment."""
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "gt": operator.gt,
    "ge": operator.ge,
    "lt": operator.lt,
    "le": operator.le,
}
_TERM = re.compile(r"([A-Za-z]+) (eq|gt|ge|lt|le) (-?[0-9.]+|[0-9]{4}-[0-9]{2}-[0-9]{2}T00:00:00Z)")


class BadFilter(Exception):
    """A filter that is not understood."""


def matching(rows: Iterable[Mapping[str, Any]], text: str) -> list[Mapping[str, Any]]:
    """The rows for which the filter holds; raises `BadFilter`."""
    found = list(rows)
    for term in text.split(" and "):
        parsed = _TERM.fullmatch(term)
        if parsed is None or parsed[1] not in _FIELDS:
            raise BadFilter(term)
        name, compared, value = parsed[1], _COMPARED[parsed[2]], parsed[3]
        if _FIELDS[name] != value.endswith("Z"):
            raise BadFilter(term)
        if _FIELDS[name]:
            found = [row for row in found if compared(row[name][:10], value[:10])]
        else:
            found = [row for row in found if compared(row[name], float(value))]
    return found
