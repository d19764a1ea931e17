"""Conditions as Python says them: `(Case.state == "reminder") & (Case.debt.capital_to_claim >= 500)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import msgspec


class Condition:
    """What documents must be, as the parameter `where` says it."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self.said = dict(said)

    def __and__(self, other: Condition) -> Condition:
        return Condition({"$and": [self.said, other.said]})

    def __or__(self, other: Condition) -> Condition:
        return Condition({"$or": [self.said, other.said]})

    def __invert__(self) -> Condition:
        return Condition({"$nor": [self.said]})

    def __bool__(self) -> bool:
        raise TypeError(
            "A condition is asked of the service, not of Python: combine with & | ~, not with and, or, not."
        )

    def __repr__(self) -> str:
        return f"Condition({self.said!r})"


class Field:
    """A field of a resource; a field within it is its attribute."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __getattr__(self, name: str) -> Field:
        if name.startswith("__"):
            raise AttributeError(name)
        return Field(f"{self._path}.{name.rstrip('_')}")

    def __eq__(self, value: object) -> Condition:  # type: ignore[override]
        return self._is("$eq", value)

    def __ne__(self, value: object) -> Condition:  # type: ignore[override]
        return self._is("$ne", value)

    def __lt__(self, value: Any) -> Condition:
        return self._is("$lt", value)

    def __le__(self, value: Any) -> Condition:
        return self._is("$lte", value)

    def __gt__(self, value: Any) -> Condition:
        return self._is("$gt", value)

    def __ge__(self, value: Any) -> Condition:
        return self._is("$gte", value)

    def __hash__(self) -> int:
        return hash(self._path)

    def __repr__(self) -> str:
        return f"Field({self._path!r})"

    def _is(self, operator: str, value: Any) -> Condition:
        return Condition({self._path: {operator: _value(value)}})


def one_of(field: Any, values: Iterable[Any]) -> Condition:
    """The field is one of these."""
    return field._is("$in", list(values))  # type: ignore[no-any-return]


def none_of(field: Any, values: Iterable[Any]) -> Condition:
    """The field is none of these."""
    return field._is("$nin", list(values))  # type: ignore[no-any-return]


def is_there(field: Any, there: bool = True) -> Condition:
    """The field has a value, or has none."""
    return field._is("$exists", there)  # type: ignore[no-any-return]


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return [_value(one) for one in value]
    if isinstance(value, date):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value


def where_text(where: Condition | Mapping[str, Any] | str | bool | None) -> str | None:
    """A condition as the query string has it. To a type checker a comparison of two values is a bool; here it never is."""
    if isinstance(where, bool):
        raise TypeError("This is no condition: compare a field of a model that is a resource, as Case.state.")
    if where is None or isinstance(where, str):
        return where
    return msgspec.json.encode(where.said if isinstance(where, Condition) else where).decode()
