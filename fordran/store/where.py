"""`where`: a client's JSON filter compiled to typed, parameterised SQL.

A filter is read against the declared fields, so every comparison knows its type, an unknown field is refused, and no text of
the client's reaches the SQL: only the names we declared and numbered parameters do.

Comparisons with a missing value give SQL's null, which a filter takes as "no". A negation is therefore always written
`(…) is not true`, and an index still serves the plain comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Any

import orjson

from fordran.shape.fields import Field
from fordran.shape.json_in import NotJson, json_of
from fordran.shape.kinds import ANY, FLAG, INTEGER, ISO_MOMENT, MOMENT, MONEY, NUMBER, TEXT, Kind
from fordran.shape.moments import NotAMoment, moment_of

MAX_DEPTH = 20
MAX_VALUES = 1000
_BIGGEST = 2**63 - 1
_MOST_DIGITS = 1000


class BadQuery(Exception):
    """A query parameter that cannot be understood; `str()` says why."""


class Parameters:
    """The values of a statement, in the order of their numbers."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def add(self, value: Any, sql_type: str) -> str:
        """Keep the value; the text by which the statement refers to it."""
        self.values.append(value)
        return f"${len(self.values)}::{sql_type}"


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


def compile_where(given: Mapping[str, Any], fields: Mapping[str, Field], parameters: Parameters) -> str:
    """The SQL condition of a filter over a view with these fields."""
    return _Compiler(parameters).document(given, fields, _column)


Reach = Callable[[str], str]
"""How a field by a name is reached in SQL: a column of the view, or a key of a jsonb value."""


def _column(name: str) -> str:
    return f'"{name}"'


def _key(holder: str) -> Reach:
    return lambda name: f"({holder} -> '{name}')"


class Place:
    """A field at the end of a dotted path: `sql` is its value, `element` whether that is a part of a jsonb value."""

    def __init__(self, field: Field, sql: str, in_json: bool, path: str) -> None:
        self.field, self.sql, self.in_json, self.path = field, sql, in_json, path

    @property
    def kind(self) -> Kind:
        return self.field.kind or ANY

    def typed(self) -> str:
        """The value as its own SQL type."""
        return as_type(self.kind, self.sql) if self.in_json else self.sql

    def never(self) -> str:
        """A condition that no value fulfils. It names the value all the same: a key in it may be a parameter."""
        return f"({self.sql} is null and false)"


def as_type(kind: Kind, json: str) -> str:
    """A jsonb value as the SQL type by which values of its kind are compared. Another JSON type gives null."""
    if kind is TEXT:
        return f"""({json} #>> '{{}}' collate "C")"""
    if kind in (MOMENT, ISO_MOMENT):
        return f"moment({json} #>> '{{}}')"
    if kind is FLAG:
        return f"(case when jsonb_typeof({json}) = 'boolean' then {json}::boolean end)"
    if kind in (NUMBER, MONEY, INTEGER):
        return f"(case when jsonb_typeof({json}) = 'number' then {json}::numeric end)"
    return json


class _Compiler:
    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.depth = 0

    # Documents: {"field": condition, "$or": […]} -------------------------------------------------------------------------

    def document(self, given: Mapping[str, Any], fields: Mapping[str, Field], reach: Reach) -> str:
        parts = []
        for key, condition in given.items():
            if key in ("$and", "$or", "$nor"):
                if not isinstance(condition, list) or not condition:
                    raise BadQuery(f"{key} takes a list of filters, with at least one.")
                branches = []
                for item in condition:
                    if not isinstance(item, dict):
                        raise BadQuery(f"{key} takes a list of filters.")
                    branches.append(self.document(item, fields, reach))
                joined = (" and " if key == "$and" else " or ").join(branches)
                parts.append(f"(({joined}) is not true)" if key == "$nor" else f"({joined})")
            elif key.startswith("$"):
                raise BadQuery(f"the operator {key[:40]} is not known here.")
            else:
                parts.append(self.path(key, condition, fields, reach))
        return "(" + " and ".join(parts) + ")" if parts else "true"

    def path(self, path: str, condition: Any, fields: Mapping[str, Field], reach: Reach) -> str:
        first, *rest = path.split(".")
        field = fields.get(first)
        if field is None:
            raise BadQuery(f"there is no field '{path[:100]}' to filter on.")
        in_json = reach is not _column
        return self.below(field, rest, reach(first), condition, path, in_json)

    def below(self, field: Field, rest: list[str], sql: str, condition: Any, path: str, in_json: bool) -> str:
        if not rest:
            return self.condition(Place(field, sql, in_json, path), condition)
        child = field.child(rest[0])
        if child is None or field.kind not in (None, ANY):
            raise BadQuery(f"there is no field '{path[:100]}' to filter on.")
        key = self.open_key(rest[0]) if field.is_open else f"'{child.name}'"
        if field.is_array:
            return self.in_elements(
                sql,
                condition,
                path,
                lambda element, inner: self.below(child, rest[1:], f"({element} -> {key})", inner, path, True),
            )
        return self.below(child, rest[1:], f"({sql} -> {key})", condition, path, True)

    def open_key(self, name: str) -> str:
        """A key that no shape declares is the client's own text, and so a value."""
        if not _is_storable(name):
            raise BadQuery("there is no such field to filter on.")
        return self.parameters.add(name, "text")

    def in_elements(self, sql: str, condition: Any, path: str, match: Callable[[str, Any], str]) -> str:
        """A condition on a field of an array's objects: for each of its operators some element, and for a negation none."""
        if not _has_operators(condition, path):
            condition = {"$eq": condition}
        parts = []
        for name, value in condition.items():
            if name in _NEGATIONS or name == "$not" or (name == "$exists" and value is False):
                parts.append(f"({self.in_elements(sql, _negated(name, value, path), path, match)} is not true)")
                continue
            if name == "$all":
                parts += [self.in_elements(sql, {"$eq": item}, path, match) for item in _all_of(value)]
                continue
            found = self.some_element(sql, lambda element, inner={name: value}: match(element, inner))  # type: ignore[misc]
            # Where there is no array, the field in it is missing too.
            parts.append(f"({sql} is null or {found})" if _takes_missing(name, value) else found)
        return "(" + " and ".join(parts) + ")"

    def some_element(self, sql: str, match: Callable[[str], str]) -> str:
        self.depth += 1
        element = f"element{self.depth}"
        inside = match(element)
        elements = f"jsonb_array_elements(case jsonb_typeof({sql}) when 'array' then {sql} end)"
        return f"exists (select from {elements} {element} where {inside})"

    # Conditions: a value, or {"$gt": 1, "$lt": 5} -------------------------------------------------------------------------

    def condition(self, place: Place, condition: Any) -> str:
        if not _has_operators(condition, place.path):
            return self.equal(place, condition)
        parts = [self.operator(place, name, value) for name, value in condition.items()]
        return "(" + " and ".join(parts) + ")"

    def operator(self, place: Place, name: str, value: Any) -> str:
        match name:
            case "$eq":
                return self.equal(place, value)
            case "$ne":
                return f"({self.equal(place, value)} is not true)"
            case "$gt" | "$gte" | "$lt" | "$lte":
                return self.compare(place, name, value)
            case "$in" | "$nin":
                if not isinstance(value, list):
                    raise BadQuery(f"{name} takes a list of values.")
                found = self.one_of(place, value)
                return found if name == "$in" else f"({found} is not true)"
            case "$exists":
                if not isinstance(value, bool):
                    raise BadQuery("$exists takes true or false.")
                return f"({place.sql} is {'not ' if value else ''}null)"
            case "$not":
                return f"({self.condition(place, _negated(name, value, place.path))} is not true)"
            case "$all" | "$size" | "$elemMatch":
                return self.array_operator(place, name, value)
        raise BadQuery(f"the operator {name[:40]} is not known here.")

    def array_operator(self, place: Place, name: str, value: Any) -> str:
        field = place.field
        if not field.is_array and field.kind is not ANY:
            raise BadQuery(f"{name} fits arrays only, and '{place.path[:100]}' is none.")
        if name == "$size":
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
                raise BadQuery("$size takes a whole number from 0.")
            length = f"jsonb_array_length(case jsonb_typeof({place.sql}) when 'array' then {place.sql} end)"
            return f"({length} = {self.parameters.add(value, 'integer')})"
        if name == "$all":
            return "(" + " and ".join(self.equal(place, item) for item in _all_of(value)) + ")"
        if not isinstance(value, dict) or not value:
            raise BadQuery("$elemMatch takes a filter for one element.")
        if field.children:
            return self.some_element(place.sql, lambda element: self.document(value, field.children, _key(element)))
        if not _has_operators(value, place.path):
            raise BadQuery(f"the elements of '{place.path[:100]}' have no fields.")
        one = Field(field.name, field.kind or ANY, is_open=field.is_open)
        return self.some_element(
            place.sql, lambda element: self.condition(Place(one, element, True, place.path), value)
        )

    # Comparisons ----------------------------------------------------------------------------------------------------------

    def equal(self, place: Place, value: Any) -> str:
        if value is None:
            return f"({place.sql} is null)"
        _refuse_operators(value)
        field = place.field
        if field.is_array and field.kind is TEXT and isinstance(value, str) and not place.in_json:
            # An index over the elements serves this, where there is one.
            return f"({place.sql} @> {self.json([value])})" if _is_storable(value) else place.never()
        if field.is_array and not isinstance(value, list):
            one = Field(field.name, field.kind, is_open=field.is_open, children=field.children)
            return self.some_element(
                place.sql, lambda element: self.equal(Place(one, element, True, place.path), value)
            )
        if field.is_array or isinstance(value, list | dict) or field.kind in (None, ANY):
            whole = self.equal_json(place, value)
            if field.kind is not ANY:
                return whole
            # What is not declared may be an array, which equals what one of its elements does.
            return f"({whole} or {self.some_element(place.sql, lambda element: f'{element} = {self.json(value)}')})"
        operand = self.operand(place, value)
        return place.never() if operand is None else f"({place.typed()} = {operand})"

    def equal_json(self, place: Place, value: Any) -> str:
        """Whole objects and arrays are equal when they are shown alike."""
        if place.field.kind not in (None, ANY) and not place.field.is_array:
            return place.never()
        return f"({place.sql} = {self.json(value)})"

    def json(self, value: Any) -> str:
        return self.parameters.add(_jsonable(value), "jsonb")

    def compare(self, place: Place, name: str, value: Any) -> str:
        field = place.field
        sign = {"$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="}[name]
        if field.is_array and field.kind is not None:
            one = Field(field.name, field.kind)
            return self.some_element(
                place.sql, lambda element: self.compare(Place(one, element, True, place.path), name, value)
            )
        kind = _kind_of(value) if field.kind is ANY else field.kind
        if kind is None or kind is FLAG:
            raise BadQuery(f"{name} does not fit '{place.path[:100]}'.")
        typed = Place(Field(field.name, kind), place.sql, place.in_json, place.path)
        operand = self.operand(typed, value, sign)
        if operand is None:
            raise BadQuery(f"{name} on '{place.path[:100]}' takes a {kind.name.removeprefix('iso ')}.")
        if operand in ("true", "false"):
            return f"({place.sql} is not null and {operand})"
        fits = f"jsonb_typeof({place.sql}) = 'string' and " if field.kind is ANY and kind is TEXT else ""
        return f"({fits}{typed.typed()} {sign} {operand})"

    def one_of(self, place: Place, values: list[Any]) -> str:
        kind = place.field.kind
        if place.field.is_array or kind in (None, ANY):
            return "(" + " or ".join([self.equal(place, value) for value in values] or [place.never()]) + ")"
        _refuse_operators(values)
        typed = [value for value in values if value is not None]
        operands = [converted for value in typed if (converted := self.value(place, value)) is not None]
        sql_type = _operand_type(place)
        parts = []
        if operands:
            parts.append(f"({place.typed()} = any({self.parameters.add(operands, sql_type + '[]')}))")
        if len(typed) < len(values):
            parts.append(f"({place.sql} is null)")
        return "(" + " or ".join(parts) + ")" if parts else place.never()

    def operand(self, place: Place, value: Any, sign: str = "=") -> str | None:
        """The value as a parameter of the field's type; None when it is of another type."""
        converted = self.value(place, value, sign)
        if converted is None or (isinstance(converted, bool) and place.kind is not FLAG):
            return None if converted is None else str(converted).lower()
        return self.parameters.add(converted, _operand_type(place))

    def value(self, place: Place, value: Any, sign: str = "=") -> Any:
        kind = place.kind
        if kind is FLAG:
            return value if isinstance(value, bool) else None
        if kind is TEXT:
            return value if isinstance(value, str) and _is_storable(value) else _no_text(value, sign)
        if kind in (MOMENT, ISO_MOMENT):
            return _moment(value)
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            return None
        number = _bounded(Decimal(value))
        return number if kind is NUMBER or place.in_json else _whole(number, kind.scale, sign)


def _operand_type(place: Place) -> str:
    return "numeric" if place.in_json and place.kind in (MONEY, INTEGER) else place.kind.sql


def _is_storable(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _no_text(value: Any, sign: str) -> None:
    if isinstance(value, str) and sign != "=":
        raise BadQuery("the text has a character that no stored text has.")


def _moment(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return moment_of(value)
    except NotAMoment:
        return None


def _whole(value: Decimal, scale: int, sign: str) -> Any:
    """The stored whole number that a comparison with `value` comes down to, so that an index on the column serves it.

    `> 10.005 kr` is `> 1000 öre`, and `>= 10.005 kr` is `>= 1001 öre`. Past the range of the column the answer is known.
    """
    if value.adjusted() > 18:
        return None if sign == "=" else (value > 0) == (sign in ("<", "<="))
    scaled = Fraction(value) * scale
    if sign == "=" and scaled.denominator != 1:
        return None
    whole = floor(scaled) if sign in (">", "<=") else ceil(scaled)
    if abs(whole) > _BIGGEST:
        return None if sign == "=" else (whole > 0) == (sign in ("<", "<="))
    return whole


def _bounded(value: Decimal) -> Decimal:
    """A number that PostgreSQL's numeric takes."""
    if value == 0:
        return Decimal(0)
    if abs(value.adjusted()) > _MOST_DIGITS or len(value.as_tuple().digits) > _MOST_DIGITS:
        raise BadQuery(f"a number has more than {_MOST_DIGITS} digits.")
    return value


def _kind_of(value: Any) -> Kind | None:
    if isinstance(value, str):
        return TEXT
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return NUMBER
    return None


def _has_operators(condition: Any, path: str) -> bool:
    """Whether a condition is an object of operators, rather than a value to be equal to."""
    if not isinstance(condition, dict) or not condition:
        return False
    marked = [key.startswith("$") for key in condition]
    if any(marked) and not all(marked):
        raise BadQuery(f"the condition on '{path[:100]}' mixes operators and fields.")
    return all(marked)


_NEGATIONS = {"$ne": "$eq", "$nin": "$in"}


def _negated(name: str, value: Any, path: str) -> dict[str, Any]:
    """The condition that a negating operator negates."""
    if name == "$exists":
        return {"$exists": True}
    if name == "$not":
        if not _has_operators(value, path):
            raise BadQuery("$not takes an object with operators.")
        negated: dict[str, Any] = value
        return negated
    return {_NEGATIONS[name]: value}


def _all_of(value: Any) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise BadQuery("$all takes a list of values, with at least one.")
    return value


def _takes_missing(name: str, value: Any) -> bool:
    """Whether a condition is one that a missing value fulfils."""
    return (name == "$eq" and value is None) or (name == "$in" and isinstance(value, list) and None in value)


def _jsonable(value: Any) -> Any:
    """A parsed filter value as JSON again, to be compared with a stored one."""
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return orjson.Fragment(format(_bounded(Decimal(value)), "f"))
    if isinstance(value, str) and not _is_storable(value):
        raise BadQuery("the text has a character that no stored text has.")
    if isinstance(value, list):
        return [_jsonable(item) for item in value]
    if isinstance(value, dict):
        return {_jsonable(key): _jsonable(item) for key, item in value.items()}
    return value


def _refuse_operators(value: Any) -> None:
    """A value to be equal to has no operators in it, however deep."""
    if isinstance(value, dict):
        if operator := next((key for key in value if key.startswith("$")), None):
            raise BadQuery(f"the operator {operator[:40]} is not known here.")
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _refuse_operators(item)
