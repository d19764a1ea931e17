"""Closed lists: values that a field can have and no others, each with what it means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args


@dataclass(frozen=True)
class ClosedList:
    """A closed list as the interface describes it. Fields are known to have it by their values."""

    name: str
    """The name of its schema, and of its type in generated clients."""
    values: tuple[str, ...]
    about: str
    means: Mapping[str, str]
    """Value → what it means, in a sentence."""

    @property
    def schema(self) -> dict[str, Any]:
        """Its JSON Schema: the description has the meaning of each value for people, and an extension has it for programs."""
        meant = {value: self.means[value] for value in self.values if value in self.means}
        lines = "\n".join(f"- `{value}`: {meaning}" for value, meaning in meant.items())
        return {
            "type": "string",
            "description": f"{self.about}\n\n{lines}",
            "enum": [*self.values],
            "x-enumDescriptions": meant,
        }


def closed_list(name: str, literal: Any, about: str, /, means: Mapping[str, str]) -> ClosedList:
    """The closed list that a `Literal` declares."""
    return ClosedList(name, get_args(literal), about, means)


def by_values(lists: Iterable[ClosedList]) -> dict[tuple[str, ...], ClosedList]:
    """Each list by its values, which identify the list of a field."""
    found: dict[tuple[str, ...], ClosedList] = {}
    for one in lists:
        assert one.values not in found, f"{one.name} has the values of {found[one.values].name}"
        found[one.values] = one
    return found
