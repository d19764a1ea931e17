"""Tables of closed lists, as the interface's page shows them: each value, and what it means."""

from __future__ import annotations

import re

from fordran.resources.closed_lists import closed_lists
from fordran.shape.closed import ClosedList

MOST_VALUES = 80
"""Of a longer list, as of countries, its name says what they are."""


def _words(one: ClosedList) -> str:
    """`CaseState` as words: `case state`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", one.name).lower()


def _anchor(one: ClosedList) -> str:
    return "list-" + _words(one).replace(" ", "-")


LINKS_TO_LISTS = {one.name: f"[{_words(one)}](#{_anchor(one)})" for one in closed_lists()}
"""The component of a list → a link to its table."""


def tables_of_lists() -> str:
    """A heading and a table for each list."""
    return "\n\n".join(_table(one) for one in sorted(closed_lists(), key=lambda one: one.name))


def _table(one: ClosedList) -> str:
    head = f"### List: {_words(one)}\n\n{one.about}"
    if len(one.values) > MOST_VALUES:
        return head
    rows = [f"| `{value}` | {one.means[value]} |" for value in one.values]
    return "\n".join([head, "", "| Value | Meaning |", "|---|---|", *rows])
