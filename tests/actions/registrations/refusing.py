"""Bad input: what is wrong with a body, said in tables, and the proof that a refused one leaves no trace."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from tests.actions.office import Body, Office

NOBODY = "0123456789abcdef01234567"
TOO_LONG = "x" * 10_001
LEFT_OUT = object()
"""Stands for a field that is not sent."""


def changed(body: Body, changes: Mapping[str, Any]) -> Body:
    """A copy of the body with other values at dotted paths, or without them."""
    made = copy.deepcopy(body)
    for path, value in changes.items():
        *above, last = path.split(".")
        place: Any = made
        for step in above:
            place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
        if value is LEFT_OUT:
            del place[last]
        elif isinstance(place, list):
            place[int(last)] = value
        else:
            place[last] = value
    return made


def flat(issues: Any, above: str = "") -> dict[str, Any]:
    """Issues by dotted path."""
    if not isinstance(issues, dict):
        return {above: issues}
    return {
        path: sentence
        for name, below in issues.items()
        for path, sentence in flat(below, f"{above}.{name}" if above else name).items()
    }


async def refused_without_a_trace(office: Office, path: str, body: Body) -> dict[str, Any]:
    """The issues of a body that has to be refused, by dotted path; no table has a row more or less for it."""
    before = await office.counts()
    issues = await office.refused(path, body)
    assert await office.counts() == before
    return flat(issues)


NOT_A_NUMBER = "must be of number type"

MONEY = [
    ("100", NOT_A_NUMBER, "a text is no amount"),
    (True, NOT_A_NUMBER, "nor is a truth"),
    (0, "must be more than 0", "nothing is no amount"),
    (-1, "must be more than 0", "nor is less"),
    (1.005, "must have at most 2 decimals", "a third decimal is refused, not rounded"),
    (10**13, "must have at most 13 digits before the decimal point", "more than there is"),
    (None, "null value not allowed", "null is not a way of leaving out"),
]
"""Values that are no positive amount, their sentence, and a remark."""

MOMENTS = [
    ("tomorrow", "must be of datetime type", "no date"),
    ("2026-02-30", "must be of datetime type", "no such day"),
    (20260301, "must be of datetime type", "a number is no date"),
    ("1899-12-31", "must be a day from 1900 to 2199", "too long ago to count from"),
    ("2200-01-01", "must be a day from 1900 to 2199", "too far ahead"),
    ("9999-12-31T23:59:59Z", "must be a day from 1900 to 2199", "the end of the calendar"),
]

TEXTS = [
    (7, "must be of string type", "a number is no text"),
    (TOO_LONG, "max length is 10000", "too long"),
    ("a\x00b", "must not contain the character U+0000", "no column takes it"),
]

EVERYWHERE = [
    ({"_id": NOBODY}, "_id", "unknown field", "ids are ours to give"),
    ({"_etag": "x"}, "_etag", "unknown field", "so are tags"),
    ({"_created": "2026-03-01"}, "_created", "unknown field", "so are moments"),
    ({"colour": "red"}, "colour", "unknown field", "a field that nobody declared"),
]
