"""A shape's value as JSON again: the form in which it is shown, and in which parts of documents are stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

import orjson

from fordran.shape.fields import Field, Shape, fields_of
from fordran.shape.kinds import ANY, FLAG, INTEGER, ISO_MOMENT, MOMENT, MONEY, NUMBER, TEXT
from fordran.shape.moments import iso_8601, moment_of, rfc_1123


def kronor(ore: int) -> int | float:
    """Öre as a JSON number of kronor: the shortest exact decimal.

    Up to 15 digits a float's shortest form is the decimal itself, and an amount has at most 13 + 2.
    """
    return ore // 100 if ore % 100 == 0 else ore / 100


def plain_number(value: Decimal) -> int | orjson.Fragment:
    """A decimal as a JSON number with every digit it has, which a float might not hold."""
    whole = int(value)
    return _whole(whole) if whole == value else orjson.Fragment(format(value.normalize(), "f"))


def _whole(value: int) -> int | orjson.Fragment:
    """A whole number as JSON; of the 19 digits that one may have, the writer of JSON takes those of 64 bits alone."""
    return value if -(2**63) <= value < 2**63 else orjson.Fragment(str(value))


def parsed(stored: Any) -> Any:
    """A part of a document that was passed through as text, as a value."""
    return orjson.loads(orjson.dumps(stored))


def conversion(field: Field) -> Callable[[Any], Any] | None:
    """How a single value of this field is shown; None where it is shown as it is."""
    if field.kind is MONEY:
        return kronor
    if field.kind is MOMENT:
        return rfc_1123
    if field.kind is ISO_MOMENT:
        return iso_8601
    if field.kind is NUMBER:
        return plain_number
    return None


def value_conversion(field: Field) -> Callable[[Any], Any] | None:
    """How a column of this field is read as a value: amounts in öre, moments, and JSON as lists and dictionaries."""
    if not field.is_array and field.kind is not None and field.kind is not ANY:
        return None

    def read(stored: Any) -> Any:
        return _value(field, parsed(stored)) if isinstance(stored, orjson.Fragment) else stored

    return read


def _value(field: Field, shown: Any) -> Any:
    if isinstance(shown, list):
        return [_value(field, item) for item in shown]
    if isinstance(shown, dict):
        return {name: _value(below, item) if (below := field.child(name)) else item for name, item in shown.items()}
    if shown is None or field.kind is None:
        return shown
    if field.kind is MONEY:
        # A float's shortest form is the amount itself; see `kronor`.
        return int(Decimal(str(shown)) * 100)
    if field.kind is NUMBER:
        return Decimal(str(shown))
    return moment_of(shown) if field.kind in (MOMENT, ISO_MOMENT) else shown


def shown_as(shape: type[Shape], values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by the names of a shape, as it shows them; those that are None are left out."""
    return _shown(fields_of(shape), values)


def _shown(fields: Mapping[str, Field], values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _shown_value(fields[name], value) for name, value in values.items() if value is not None}


def _shown_value(field: Field, value: Any) -> Any:
    if isinstance(value, list):
        return [_shown_value(field, item) for item in value]
    if isinstance(value, dict):
        return _shown(field.children, value)
    convert = conversion(field)
    return convert(value) if convert else value


def wire(value: Shape) -> dict[str, Any]:
    """The document that says `value`; fields without a value are left out."""
    shown = {}
    values = vars(value)  # not by attribute: of a deprecated field that would warn us of ourselves
    for name, attribute, show in _plan(type(value)):
        there = values[attribute]
        if there is not None:
            shown[name] = show(there) if show else there
    return shown


@cache
def _plan(shape: type[Shape]) -> tuple[tuple[str, str, Callable[[Any], Any] | None], ...]:
    """The fields in their order, each with its attribute and how it is shown; None where it is shown as it is, as most are."""
    shown = fields_of(shape)
    return tuple((name, at, _shower(shown[name])) for name, at in zip(shown, shape.model_fields, strict=True))


def _shower(field: Field) -> Callable[[Any], Any] | None:
    if field.is_open and field.each:
        each = _shower(field.each) or _any
        return lambda values: {key: each(value) for key, value in values.items()}
    if field.kind in (TEXT, FLAG, INTEGER):
        return list if field.is_array else None
    single = conversion(field) or _any
    return (lambda values: [single(value) for value in values]) if field.is_array else single


def _any(value: Any) -> Any:
    if isinstance(value, Shape):
        return wire(value)
    if isinstance(value, dict):
        return {key: _any(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_any(item) for item in value]
    if isinstance(value, Decimal):
        return plain_number(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _whole(value)
    assert not isinstance(value, datetime), "a moment without a kind"
    return value
