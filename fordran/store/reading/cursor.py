"""Cursors: where a page of a list ended, so that the next one begins there however many rows have come or gone since.

A cursor has the values by which the last document was sorted, and its id. It is for the order that it was made in.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

import orjson

from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.sorting import SortKey
from fordran.store.reading.where import BadQuery
from fordran.store.reading.where_values import is_storable

_BIGGEST = 2**63 - 1
_SENTENCE = "cursor cannot be used: take it from the Link header of an answer with the same sort."


@dataclass(frozen=True)
class Cursor:
    """The last document of a page: its sorted values as JSON has them, and its id."""

    order: tuple[tuple[str, bool], ...]
    values: tuple[Any, ...]
    id: str

    def text(self) -> str:
        """As a query string has it."""
        data = orjson.dumps([self.id, self.order, self.values], default=str)
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def parse_cursor(text: str, order: Sequence[tuple[str, bool]]) -> Cursor:
    """The cursor of a query string; refused where it is of another order, or none."""
    try:
        given = orjson.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        id_, fields, values = given
        cursor = Cursor(tuple((name, descending) for name, descending in fields), tuple(values), id_)
    except (binascii.Error, ValueError, TypeError):
        raise BadQuery(_SENTENCE) from None
    if cursor.order != tuple(order) or not isinstance(id_, str):
        raise BadQuery(_SENTENCE)
    return cursor


def beyond(cursor: Cursor, keys: Sequence[SortKey], parameters: SqlParameters) -> str:
    """The condition that a document comes after the cursor, in an order whose last key is the id."""
    values = (*cursor.values, cursor.id)
    if len(values) != len(keys):
        raise BadQuery(_SENTENCE)
    condition = "false"
    for key, value in reversed(list(zip(keys, values, strict=True))):
        condition = _after(key, value, condition, parameters)
    # An index on the first key is entered at its value.
    first, value = keys[0], values[0]
    if len(keys) > 1 and value is not None and not first.descending:
        return f"({first.sql} >= {_parameter(first, value, parameters)} and {condition})"
    return condition


def _after(key: SortKey, value: Any, rest: str, parameters: SqlParameters) -> str:
    """Missing values come first, or last in descending order."""
    if value is None:
        same = f"({key.sql} is null and {rest})"
        return same if key.descending else f"({key.sql} is not null or {same})"
    operand = _parameter(key, value, parameters)
    same = "" if rest == "false" else f" or ({key.sql} = {operand} and {rest})"
    missing = f" or {key.sql} is null" if key.descending and not key.is_id else ""
    return f"({key.sql} {'<' if key.descending else '>'} {operand}{missing}{same})"


def _parameter(key: SortKey, value: Any, parameters: SqlParameters) -> str:
    return parameters.add(_typed(key.type, value), key.type)


def _typed(sql_type: str, value: Any) -> Any:
    """The value as the database takes it, refused where it is of another type."""
    match sql_type, value:
        case "boolean", bool():
            return value
        case "bigint", int() if not isinstance(value, bool) and -_BIGGEST <= value <= _BIGGEST:
            return value
        case "text", str() if is_storable(value):
            return value
        case "numeric", str():
            return _read(Decimal, value)
        case "timestamptz", str():
            moment = _read(datetime.fromisoformat, value)
            if moment.tzinfo is not None:
                return moment
    raise BadQuery(_SENTENCE)


def _read(reader: Any, text: str) -> Any:
    try:
        return reader(text)
    except (ValueError, InvalidOperation):
        raise BadQuery(_SENTENCE) from None
