"""Many rows as one value of a statement: a list of rows by name, sent as JSON, which the server reads as columns.

The columns are named once, by the `TypedDict` that the rows are; their SQL types follow from its own: a tuple is an array, a
dict or list is JSON, as when rows are inserted (tables.py).
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import orjson

_SQL_TYPES: Mapping[Any, str] = {
    str: "text",
    int: "bigint",
    bool: "boolean",
    date: "date",
    datetime: "timestamptz",
    dict: "jsonb",
    list: "jsonb",
    orjson.Fragment: "jsonb",
    Any: "jsonb",
}


def recordset(row_type: type[Any], parameter: int, name: str) -> str:
    """The `from` item of a statement's parameter: its rows, with an alias."""
    columns = ", ".join(f"{column} {_sql_type(hint)}" for column, hint in get_type_hints(row_type).items())
    return f"jsonb_to_recordset(${parameter}) as {name} ({columns})"


def _sql_type(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        kinds = {_sql_type(kind) for kind in inner if kind is not type(None)}
        assert len(kinds) == 1, f"{hint} is no single type of a column"
        return kinds.pop()
    if origin is Literal:
        return _SQL_TYPES[type(inner[0])]
    if origin is tuple:
        return f"{_sql_type(inner[0])}[]"
    return _SQL_TYPES[origin or hint]
