"""A filter's values: each as the field that it is compared with is stored, so that an index on the column serves it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Any

import orjson

from fordran.shape.fields import Field
from fordran.shape.kinds import ANY, FLAG, INTEGER, ISO_MOMENT, MOMENT, MONEY, NUMBER, TEXT, FieldKind
from fordran.shape.moments import NotAMoment, moment_of
from fordran.shape.resource import JsonAccess
from fordran.store.reading.where import BadQuery

_BIGGEST = 2**63 - 1
_MOST_DIGITS = 1000


@dataclass(frozen=True, slots=True)
class FieldPath:
    """A field at the end of a dotted path: `sql` is its value, `in_json` whether that is a part of a jsonb value."""

    field: Field
    sql: str
    in_json: bool
    path: str
    looked_into: JsonAccess | None = None

    @property
    def presence(self) -> str:
        """Null where the value is."""
        return self.looked_into.presence if self.looked_into else self.sql

    def is_missing(self) -> str:
        return f"({self.presence} is null)"

    def is_there(self) -> str:
        return f"({self.presence} is not null)"

    def part(self, key: str, holder: str) -> str:
        """The value of a key of the object; `holder` is the object, or an element of an array of objects."""
        return self.looked_into.part.format(key=key) if self.looked_into else f"({holder} -> {key})"

    @property
    def kind(self) -> FieldKind:
        return self.field.kind or ANY

    def typed(self) -> str:
        """The value as its own SQL type."""
        return as_type(self.kind, self.sql) if self.in_json else self.sql

    def operand_type(self) -> str:
        """The SQL type of what the value is compared with."""
        return "numeric" if self.in_json and self.kind in (MONEY, INTEGER) else self.kind.sql

    def never(self) -> str:
        """A condition that no value fulfils. It names the value all the same: a key in it may be a parameter."""
        return f"({self.is_missing()} and false)"

    def element(self, sql: str, kind: FieldKind | None = None) -> FieldPath:
        """An element of the array that is here, of the array's own kind unless another is given."""
        field = self.field
        single = Field(
            field.name, kind or field.kind, is_open=field.is_open, children=field.children, values=field.values
        )
        return FieldPath(single, sql, True, self.path)


def as_type(kind: FieldKind, json: str) -> str:
    """A jsonb value as the SQL type that compares values of its kind. Another JSON type gives null."""
    if kind is TEXT:
        return f"""({json} #>> '{{}}' collate "C")"""
    if kind in (MOMENT, ISO_MOMENT):
        return f"moment({json} #>> '{{}}')"
    if kind is FLAG:
        return f"(case when jsonb_typeof({json}) = 'boolean' then {json}::boolean end)"
    if kind in (NUMBER, MONEY, INTEGER):
        return f"(case when jsonb_typeof({json}) = 'number' then {json}::numeric end)"
    return json


def as_stored(place: FieldPath, value: Any, sign: str = "=") -> Any:
    """The value as the field stores it, None where it is of another type.

    Of another field than a flag, a bool is no value but the answer: so is every stored one, or none.
    """
    kind = place.kind
    if kind is FLAG:
        return value if isinstance(value, bool) else None
    if kind is TEXT:
        check_value(place, value)
        return value if isinstance(value, str) and is_storable(value) else _no_text(value, sign)
    if kind in (MOMENT, ISO_MOMENT):
        return _moment(value)
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    number = _bounded(Decimal(value))
    return number if kind is NUMBER or place.in_json else _whole(number, kind.scale, sign)


def check_value(place: FieldPath, value: Any) -> None:
    """Refuse a text that a closed list does not have: a misspelt one would find nothing, or with `$ne` everything."""
    values = place.field.values
    if values and isinstance(value, str) and value not in values:
        raise BadQuery(f"'{place.path[:100]}' is never '{value[:50]}'. It is one of: {', '.join(values)}.")


def as_json(value: Any) -> Any:
    """A parsed filter value as JSON again, to be compared with a stored one."""
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return orjson.Fragment(format(_bounded(Decimal(value)), "f"))
    if isinstance(value, str) and not is_storable(value):
        raise BadQuery("the text has a character that no stored text has.")
    if isinstance(value, list):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {as_json(key): as_json(item) for key, item in value.items()}
    return value


def is_storable(text: str) -> bool:
    """Whether a stored text can be this one."""
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def kind_of(value: Any) -> FieldKind | None:
    """The kind that a value is compared as where no shape declares one; None where it cannot be."""
    if isinstance(value, str):
        return TEXT
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return NUMBER
    return None


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
