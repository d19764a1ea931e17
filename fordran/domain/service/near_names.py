"""Names that differ by a slip: a letter that is missing, added, wrong, or swapped with the next."""

from __future__ import annotations

from collections.abc import Iterable

MOST_LETTERS_OFF = 2


def nearest_name(wrong: str, names: Iterable[str]) -> str | None:
    """The name that is at most two letters from a wrong one, ignoring capitals, hyphens and underscores; None without one."""
    plain = folded(wrong)
    found = [(letters_off(plain, folded(name)), name) for name in names if _could_be(plain, folded(name))]
    off, name = min(found, default=(MOST_LETTERS_OFF + 1, ""))
    return name if off <= MOST_LETTERS_OFF else None


def letters_off(one: str, other: str) -> int:
    """How many letters have to be added, removed, replaced or swapped with their neighbour to make the other."""
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, of_other in enumerate(other, 1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != of_other))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == of_other:
                cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        before_last, last = last, current
    return last[-1]


def _could_be(one: str, other: str) -> bool:
    return abs(len(one) - len(other)) <= MOST_LETTERS_OFF


def folded(name: str) -> str:
    """A name without capitals, hyphens and underscores."""
    return name.casefold().replace("-", "").replace("_", "")
