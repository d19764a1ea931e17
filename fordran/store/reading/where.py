"""`where`: a client's JSON filter, read. What it means over the declared fields, as SQL, is where_sql.py's to say.

A filter is an object of conditions by field; a condition is a value to be equal to, or an object of operators.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fordran.shape.json_in import NotJson, json_of

MAX_DEPTH = 20
MAX_VALUES = 1000
MAX_COST = 1000
"""Of one filter. A thousand is about a second for 100,000 documents that no index leads past."""
COST_OF_COLUMN, COST_OF_WHOLE_ARRAY, COST_OF_PART, COST_OF_ETAG = 5, 20, 150, 330
"""Of a condition on a column, on an array as a whole, on an object or a part of one, and on the tag."""
COST_OF_ARRAY, COST_OF_INNER_ARRAY, COST_IN_ELEMENT = 350, 50, 60
"""Of a condition on the elements of an array, on those of an array within it, and of each comparison within an element."""
COST_OF_STORED_MOMENT = 300
"""A timestamp within an object or array is text. A condition costs this much more, because the text is read for each document."""
VALUES_OF_A_COST = 100
"""So many values of `$in` on a column cost one more."""

JOINS = ("$and", "$or", "$nor")
"""Operators that stand in a field's place and take filters."""
NEGATIONS = {"$ne": "$eq", "$nin": "$in"}
"""Operators that say the opposite of another."""
COMPARISONS = {"$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="}


class BadQuery(Exception):
    """A query parameter that cannot be understood or costs too much; `str()` says why."""


def parse_where(text: str) -> dict[str, Any]:
    """The filter that a `where` parameter says; `{}` when it says nothing."""
    if not text.strip():
        return {}
    try:
        given = json_of(text, max_depth=MAX_DEPTH)
    except NotJson as error:
        raise BadQuery(f"where is not JSON: {error}") from None
    if not isinstance(given, dict):
        raise BadQuery("where must be a JSON object.")
    if _count(given) > MAX_VALUES:
        raise BadQuery(f"where may have at most {MAX_VALUES} values.")
    return given


def _count(value: Any) -> int:
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(_count(item) for item in below) or 1


def filters_of(join: str, given: Any) -> Iterator[dict[str, Any]]:
    """The operand of a join: filters, at least one."""
    if not isinstance(given, list) or not given:
        raise BadQuery(f"{join} takes a list of filters, with at least one.")
    for item in given:
        if not isinstance(item, dict):
            raise BadQuery(f"{join} takes a list of filters.")
        yield item


def has_operators(condition: Any, path: str) -> bool:
    """Whether a condition is an object of operators, rather than a value to be equal to."""
    if not isinstance(condition, dict) or not condition:
        return False
    marked = [key.startswith("$") for key in condition]
    if any(marked) and not all(marked):
        raise BadQuery(f"the condition on '{path[:100]}' mixes operators and fields.")
    return all(marked)


def negated(name: str, value: Any, path: str) -> dict[str, Any]:
    """The condition that a negating operator negates."""
    if name == "$exists":
        return {"$exists": True}
    if name == "$not":
        if not has_operators(value, path):
            raise BadQuery("$not takes an object with operators.")
        inner: dict[str, Any] = value
        return inner
    return {NEGATIONS[name]: value}


def is_negation(name: str, value: Any) -> bool:
    """Whether an operator says of an array's elements that none is so, rather than that some is."""
    return name in NEGATIONS or name == "$not" or (name == "$exists" and value is False)


def values_of(name: str, value: Any) -> list[Any]:
    """The operand of `$in` and `$nin`: values, or none."""
    if not isinstance(value, list):
        raise BadQuery(f"{name} takes a list of values.")
    return value


def all_of(value: Any) -> list[Any]:
    """The operand of `$all`: values, at least one."""
    if not isinstance(value, list) or not value:
        raise BadQuery("$all takes a list of values, with at least one.")
    return value


def takes_missing(name: str, value: Any) -> bool:
    """Whether a condition is one that a missing value fulfils."""
    return (name == "$eq" and value is None) or (name == "$in" and isinstance(value, list) and None in value)


def unknown(operator: str) -> BadQuery:
    """The message about an unknown operator."""
    return BadQuery(f"the operator {operator[:40]} is not known here.")


def refuse_operators(value: Any) -> None:
    """A value to be equal to has no operators in it, however deep."""
    if isinstance(value, dict):
        if operator := next((key for key in value if key.startswith("$")), None):
            raise unknown(operator)
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            refuse_operators(item)
