"""New rows of several tables: one of each kind in one statement, or very many of them by COPY.

What makes the rows is the same either way, and may run where there is no database: `copy_line` writes a row as the text
that COPY reads. A value is written by its type: a dict or list as JSON, a tuple as an array.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import orjson

from fordran.store.database import Connection


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table, and those of its columns that its new rows give. Each is declared once and known by being that object."""

    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewRow:
    table: Table
    values: tuple[Any, ...]


TALLY_CHANGES = Table("tally_changes", ("resource", "partner_id", "account_id", "creditor_id", "documents"))


MOST_VALUES = 30_000
"""A statement takes 32,767 parameters at the most."""


async def insert_rows(tx: Connection, rows: Sequence[NewRow]) -> None:
    """Insert the rows in one statement, in which each may refer to any other; very many in several, in their order."""
    for together in _together(rows):
        statement = _insert_each(tuple(row.table for row in together))
        await tx.execute(statement, *(value for row in together for value in row.values))


def _together(rows: Sequence[NewRow]) -> Iterator[list[NewRow]]:
    together: list[NewRow] = []
    values = 0
    for row in rows:
        if values + len(row.values) > MOST_VALUES:
            yield together
            together, values = [], 0
        together.append(row)
        values += len(row.values)
    yield together


async def execute_with_rows(tx: Connection, statement: str, values: Sequence[Any], rows: Sequence[NewRow]) -> None:
    """Execute a statement that begins by `with`, and insert the rows along with it."""
    whole = _with_inserts(statement, len(values), tuple(row.table for row in rows)) if rows else statement
    await tx.execute(whole, *values, *(value for row in rows for value in row.values))


@lru_cache(maxsize=256)
def _insert_each(tables: tuple[Table, ...]) -> str:
    *others, last = _inserts(tables, 1)
    return f"with {_parts(others)} {last}" if others else last


@lru_cache(maxsize=256)
def _with_inserts(statement: str, values: int, tables: tuple[Table, ...]) -> str:
    word, rest = statement.split(maxsplit=1)
    assert word == "with", statement
    return f"with {_parts(_inserts(tables, values + 1))}, {rest}"


def _inserts(tables: Sequence[Table], first: int) -> list[str]:
    """An insert for each table, with values that are numbered from the first on."""
    inserts = []
    for table in tables:
        numbers = ", ".join(f"${first + place}" for place in range(len(table.columns)))
        inserts.append(f"insert into {table.name} ({', '.join(table.columns)}) values ({numbers})")
        first += len(table.columns)
    return inserts


def _parts(inserts: Sequence[str]) -> str:
    return ", ".join(f"row_{place} as ({text})" for place, text in enumerate(inserts))


async def copy_lines(tx: Connection, table: Table, lines: Iterable[bytes]) -> None:
    """Insert every row that `copy_line` wrote for this table."""
    text = b"".join(lines)
    if text:
        # Closed, since the library keeps it until the next search for garbage, and it may be large.
        with io.BytesIO(text) as source:
            await tx.copy_to_table(table.name, columns=table.columns, source=source)


def copy_line(values: Iterable[Any]) -> bytes:
    r"""A row as COPY reads it.

    >>> copy_line((None, "a\tb", 7, True, {"name": "Å"}, (1, 2))).decode()
    '\\N\ta\\tb\t7\tt\t{"name":"Å"}\t{1,2}\n'
    """
    return ("\t".join([_WRITTEN[type(value)](value) for value in values]) + "\n").encode()


def _text(value: str) -> str:
    if value.isalnum():  # as are ids, of which there are many
        return value
    return value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _json(value: Any) -> str:
    # JSON has escapes of its own for everything that COPY would stumble on, but for the sign it escapes with.
    return orjson.dumps(value).decode().replace("\\", "\\\\")


_WRITTEN: dict[type, Callable[[Any], str]] = {
    type(None): lambda _: "\\N",
    str: _text,
    bool: lambda value: "t" if value else "f",
    int: str,
    date: date.isoformat,
    datetime: datetime.isoformat,
    dict: _json,
    list: _json,
    tuple: lambda value: "{" + ",".join(map(str, value)) + "}",
}
