"""What a filter and an order mean, said a second time in plain Python over whole documents, to hold the SQL against.

The meaning is MongoDB's: a missing value is null; an array fulfils a condition if one of its elements does, each operator
for itself; a negation holds where what it negates does not; a missing value comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from fordran.shape.fields import Field

MISSING = object()
Tree = Mapping[str, Any]


def matches(document: Any, tree: Tree, fields: Mapping[str, Field]) -> bool:
    """Whether a document fulfils a filter."""
    for key, condition in tree.items():
        if key == "$and":
            fulfilled = all(matches(document, part, fields) for part in condition)
        elif key == "$or":
            fulfilled = any(matches(document, part, fields) for part in condition)
        elif key == "$nor":
            fulfilled = not any(matches(document, part, fields) for part in condition)
        else:
            fulfilled = _fulfils(*_reached(document, key.split("."), fields), condition)
        if not fulfilled:
            return False
    return True


def _reached(document: Any, steps: list[str], fields: Mapping[str, Field]) -> tuple[list[Any], Field]:
    """Every value that a path leads to, and the field they are of. An array is gone through, unless the path ends there."""
    field = fields[steps[0]]
    values = [document.get(steps[0], MISSING)]
    for step in steps[1:]:
        child = field.child(step)
        assert child is not None
        values = [item for value in values for item in (value if isinstance(value, list) else [value])]
        values = [value.get(step, MISSING) if isinstance(value, dict) else MISSING for value in values]
        field = child
    return values, field


def _fulfils(values: list[Any], field: Field, condition: Any) -> bool:
    if not isinstance(condition, dict) or not condition or not next(iter(condition)).startswith("$"):
        condition = {"$eq": condition}
    return all(_holds(values, field, name, operand) for name, operand in condition.items())


def _holds(values: list[Any], field: Field, name: str, operand: Any) -> bool:
    match name:
        case "$ne":
            return not _holds(values, field, "$eq", operand)
        case "$nin":
            return not _holds(values, field, "$in", operand)
        case "$not":
            return not _fulfils(values, field, operand)
        case "$exists":
            return any(value is not MISSING for value in values) is operand
        case "$in":
            return any(_holds(values, field, "$eq", one) for one in operand)
        case "$all":
            return all(_holds(values, field, "$eq", one) for one in operand)
        case "$size":
            return any(isinstance(value, list) and len(value) == operand for value in values)
        case "$elemMatch":
            elements = [element for value in values if isinstance(value, list) for element in value]
            if field.children:
                return any(matches(element, operand, field.children) for element in elements)
            return any(_fulfils([element], Field(field.name, field.kind), operand) for element in elements)
        case "$eq":
            return any(_equal(value, field, operand) for value in values)
    return any(
        _compare(element, field, name, operand)
        for value in values
        for element in (value if isinstance(value, list) else [value])
    )


def _equal(value: Any, field: Field, operand: Any) -> bool:
    if value is MISSING or operand is None:
        return value is MISSING and operand is None
    if isinstance(value, list):
        return same(value, operand) or any(_equal(element, field, operand) for element in value)
    if _is_moment(field):
        return moment(operand) is not None and moment(value) == moment(operand)
    return same(value, operand)


def _compare(value: Any, field: Field, name: str, operand: Any) -> bool:
    one, other = (moment(value), moment(operand)) if _is_moment(field) else (value, operand)
    if one is MISSING or one is None or _type(one) != _type(other):
        return False
    return bool({"$gt": one > other, "$gte": one >= other, "$lt": one < other, "$lte": one <= other}[name])


def same(one: Any, other: Any) -> bool:
    """Equality as JSON has it: true is not 1, 1.0 is 1, and the order of keys does not count."""
    if _type(one) != _type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float | Decimal) else type(value).__name__


def _is_moment(field: Field) -> bool:
    return field.kind is not None and "datetime" in field.kind.name


def moment(text: Any) -> datetime | None:
    """The moment that a text says in either of the forms that the tests write."""
    for form in ("%a, %d %b %Y %H:%M:%S GMT", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except (TypeError, ValueError):
            continue
    return None


def in_order(documents: list[Any], order: list[tuple[str, bool]], fields: Mapping[str, Field]) -> list[Any]:
    """The documents in the order asked for, and by id where that says nothing, in the direction of the last field."""
    ordered = sorted(documents, key=lambda document: document["_id"], reverse=bool(order) and order[-1][1])
    for path, descending in reversed(order):

        def key(document: Any, path: str = path, descending: bool = descending) -> tuple[bool, Any]:
            values, field = _reached(document, path.split("."), fields)
            present = [moment(value) if _is_moment(field) else value for value in values if value is not MISSING]
            return (True, (max if descending else min)(present)) if present else (False, False)

        ordered.sort(key=key, reverse=descending)
    return ordered
