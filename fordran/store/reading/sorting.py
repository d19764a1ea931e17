"""`sort`: field names, `-` for descending, in the four spellings that clients of the dialect use."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fordran.shape.fields import Field
from fordran.shape.json_in import NotJson, json_of
from fordran.shape.kinds import ANY, FLAG, INTEGER, MONEY
from fordran.store.reading.where import BadQuery
from fordran.store.reading.where_values import as_type

MAX_FIELDS = 20
MAX_COST = 1000
COST_OF_COLUMN, COST_OF_PART, COST_OF_ARRAY = 50, 200, 500
"""Of ordering by a column, by a value that is made for each document, such as a part of an object, by elements of an array."""


def parse_sort(text: str) -> list[tuple[str, bool]]:
    """Field paths and whether each is descending: of `a,-b`, `[("a", 1)]`, `[["a", 1]]` or `{"a": 1}`."""
    text = text.strip()
    if not text:
        return []
    try:
        if text[0] == "{":
            pairs = list(json_of(text).items())
        elif text[0] in "[(":
            pairs = [(name, direction) for name, direction in _literal(text)]
        else:
            return _names(text)
    except (NotJson, ValueError, TypeError, SyntaxError, MemoryError, RecursionError, AttributeError):
        raise BadQuery(
            "sort cannot be understood: write it as a field name, with a leading - for descending."
        ) from None
    found = []
    for name, direction in pairs:
        if not isinstance(name, str) or direction not in (1, -1) or isinstance(direction, bool):
            raise BadQuery("sort takes field names with 1 or -1.")
        found.append((name, direction == -1))
    return _bounded(found)


def _literal(text: str) -> list[tuple[object, object]]:
    if len(text) > 4096:
        raise ValueError
    value = ast.literal_eval(text)
    if not isinstance(value, list):
        raise TypeError
    return value


def _names(text: str) -> list[tuple[str, bool]]:
    found = []
    for part in text.split(","):
        name = part.strip()
        descending = name.startswith("-")
        name = name.removeprefix("-")
        if not name:
            raise BadQuery("sort names an empty field.")
        found.append((name, descending))
    return _bounded(found)


def _bounded(found: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    if len(found) > MAX_FIELDS:
        raise BadQuery(f"sort takes at most {MAX_FIELDS} fields.")
    return found


@dataclass(frozen=True, slots=True)
class SortKey:
    """A value by which documents are ordered: its SQL, the SQL type of it, and its way."""

    sql: str
    type: str
    descending: bool
    is_id: bool = False

    def ordered(self) -> str:
        """As an order names it. Missing values come first; an id is never missing, and so an index on it serves as it is."""
        if self.is_id:
            return f"{self.sql} {'desc' if self.descending else 'asc'}"
        return self.sql + (" desc nulls last" if self.descending else " asc nulls first")


def compile_sort(order: list[tuple[str, bool]], fields: Mapping[str, Field]) -> str:
    """The SQL of an order."""
    return ", ".join(key.ordered() for key in sort_keys(order, fields))


def sort_keys(order: Sequence[tuple[str, bool]], fields: Mapping[str, Field]) -> list[SortKey]:
    """The keys of an order. It always ends in the id, so that pages never overlap.

    The id goes the way of the field before it. So one order is the other read from its end, and one index serves both.
    """
    keys: list[SortKey] = []
    descending = False
    if sum(cost_of(path, fields) for path, _ in order) > MAX_COST:
        raise BadQuery(
            f"sort costs more than {MAX_COST}: a field costs {COST_OF_COLUMN}, a part of an object {COST_OF_PART},"
            f" one of an array {COST_OF_ARRAY}."
        )
    for path, descending in order:
        if path == "_id":
            # What comes after it decides nothing.
            break
        keys.append(_key(path, descending, fields))
    return [*keys, SortKey('"_id"', "text", descending, is_id=True)]


def cost_of(path: str, fields: Mapping[str, Field]) -> int:
    """The cost of ordering by a field."""
    field = fields.get(path) or fields.get(path.partition(".")[0])
    if field is None or (path in fields and field.kind is not None and path != "_etag"):
        return COST_OF_COLUMN
    return COST_OF_ARRAY if field.is_array else COST_OF_PART


def _key(path: str, descending: bool, fields: Mapping[str, Field]) -> SortKey:
    # A path may be a column's own name: see `Resource.columns`.
    first, *rest = [path] if path in fields else path.split(".")
    field = fields.get(first)
    if field is None:
        raise BadQuery(f"there is no field '{path[:100]}' to sort by.")
    sql = f'"{first}"'
    if not rest:
        return SortKey(sql, (field.kind or ANY).sql, descending)
    array = ""
    for name in rest:
        child = field.child(name)
        if child is None or field.is_open or (field.kind is not None):
            raise BadQuery(f"there is no field '{path[:100]}' to sort by.")
        if field.is_array:
            if array:
                raise BadQuery(f"'{path[:100]}' lies in an array within an array.")
            array, sql = sql, "element"
        sql = f"({sql} -> '{child.name}')"
        field = child
    if field.kind is None or field.is_array:
        raise BadQuery(f"'{path[:100]}' is not a single value to sort by.")
    value, sql_type = as_type(field.kind, sql), "numeric" if field.kind in (MONEY, INTEGER) else field.kind.sql
    if not array:
        return SortKey(value, sql_type, descending)
    # As in the dialect: a document sorts by its least value when ascending, by its greatest when descending.
    least, greatest = ("bool_and", "bool_or") if field.kind is FLAG else ("min", "max")
    chosen = f"(select {greatest if descending else least}({value}) from jsonb_array_elements({array}) element)"
    return SortKey(chosen, sql_type, descending)
