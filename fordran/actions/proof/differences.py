"""A difference: something stored that is not what it should be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Discrepancy:
    """The place and the name of a differing value, the expected value and the stored one."""

    table: str
    id: str
    what: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.table} {self.id}: {self.what} should be {_short(self.expected)}, is {_short(self.found)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:200] + "…"


def as_far_as_readable(table: str, id_: str, what: str, check: Iterator[Discrepancy]) -> Iterator[Discrepancy]:
    """The differences up to where what is stored makes no sense any more, and that."""
    try:
        yield from check
    except Exception as trouble:  # noqa: BLE001  (whatever somebody has put there)
        yield Discrepancy(table, id_, what, "readable", repr(trouble))


def differs(table: str, id_: str, what: str, expected: Any, found: Any) -> Iterator[Discrepancy]:
    """The difference between two values, if they differ."""
    if expected != found:
        yield Discrepancy(table, id_, what, expected, found)
