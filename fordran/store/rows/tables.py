"""New rows of several tables: one of each kind in one statement, or very many of them by COPY.

The tables and the types of their new rows are in `schema_rows.py`. A row gives the columns that it sets; the others take their
defaults. Rows may be made where there is no database: `copy_line` writes a row as the text that COPY reads. A value is
written by its type: a dict or list as JSON, a tuple as an array.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

import orjson

from fordran.store.connections.database import Connection
from fordran.store.connections.node_troubles import as_one_server

RowType = TypeVar("RowType")


class Table(Generic[RowType]):
    """A table and the columns that a new row of it may give."""

    def __init__(self, name: str, row_type: type[RowType]) -> None:
        self.name = name
        self._columns = tuple(row_type.__annotations__)
        self._given: dict[tuple[str, ...], Columns] = {}

    def row(self, values: RowType) -> NewRow:
        """A new row, which gives some of the table's columns and no others."""
        named = cast("Mapping[str, Any]", values)
        given = tuple(named)
        return NewRow(self._given.get(given) or self._in_order(given), named)

    def _in_order(self, given: tuple[str, ...]) -> Columns:
        """The same columns in the order of the table, kept for the next row that gives them."""
        if undeclared := frozenset(given).difference(self._columns):
            raise NotItsColumns(self.name, undeclared)
        columns = Columns(self.name, tuple(name for name in self._columns if name in given))
        return self._given.setdefault(given, columns)


class NotItsColumns(AssertionError):
    """A new row gives columns that its table does not have."""

    def __init__(self, table: str, undeclared: frozenset[str]) -> None:
        super().__init__(f"{table} has no columns {sorted(undeclared)}, which a row gives")
        self.table = table
        self.undeclared = undeclared


class Columns(NamedTuple):
    """A table, and columns of it in its order."""

    table: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row that is not inserted yet; made by its table."""

    columns: Columns
    values: Mapping[str, Any]

    def in_order(self) -> Iterable[Any]:
        """The values as the columns of the table follow each other."""
        return map(self.values.__getitem__, self.columns.names)


class CopyRow(NamedTuple):
    """A row that is written already, as COPY reads it."""

    columns: Columns
    line: bytes


TableRow: TypeAlias = NewRow | CopyRow

MOST_VALUES = 30_000
"""A statement takes 32,767 parameters at the most."""


async def insert_rows(tx: Connection, rows: Sequence[NewRow]) -> None:
    """Insert the rows in one statement, in which each may refer to any other; very many in several, in their order.

    Rows that give the same columns of a table are inserted together: each part of a statement costs as much as its rows.
    """
    for together in _together(rows):
        alike: dict[Columns, list[NewRow]] = {}
        for row in together:
            alike.setdefault(row.columns, []).append(row)
        statement = _insert_each(tuple((columns, len(some)) for columns, some in alike.items()))
        await tx.execute(statement, *(value for some in alike.values() for row in some for value in row.in_order()))


async def insert_in_order(tx: Connection, rows: Sequence[NewRow]) -> None:
    """Insert rows of one table, which draw their serials in their order: parts of a statement have none."""
    for together in _together(rows):
        (columns,) = {row.columns for row in together}
        statement = _insert_each(((columns, len(together)),))
        await tx.execute(statement, *(value for row in together for value in row.in_order()))


def _together(rows: Sequence[NewRow]) -> Iterator[list[NewRow]]:
    together: list[NewRow] = []
    values = 0
    for row in rows:
        if values + len(row.values) > MOST_VALUES:
            yield together
            together, values = [], 0
        together.append(row)
        values += len(row.values)
    if together:
        yield together


async def execute_with_rows(tx: Connection, statement: str, values: Sequence[Any], rows: Sequence[NewRow]) -> None:
    """Execute a statement that begins by `with`, and insert the rows along with it."""
    whole = _with_inserts(statement, len(values), tuple(row.columns for row in rows)) if rows else statement
    await tx.execute(whole, *values, *(value for row in rows for value in row.in_order()))


@lru_cache(maxsize=256)
def _insert_each(tables: tuple[tuple[Columns, int], ...]) -> str:
    numbers = itertools.count(1)
    *others, last = (_insert_several(columns, count, numbers) for columns, count in tables)
    return f"with {_parts(others)} {last}" if others else last


def _insert_several(columns: Columns, count: int, numbers: Iterator[int]) -> str:
    rows = ", ".join(f"({', '.join(f'${next(numbers)}' for _ in columns.names)})" for _ in range(count))
    return f"insert into {_listed(columns)} values {rows}"


@lru_cache(maxsize=256)
def _with_inserts(statement: str, values: int, rows: tuple[Columns, ...]) -> str:
    word, rest = statement.split(maxsplit=1)
    assert word == "with", statement
    return f"with {_parts(_inserts(rows, values + 1))}, {rest}"


def _inserts(rows: Sequence[Columns], first: int) -> list[str]:
    """An insert for each row, with values that are numbered from the first on."""
    inserts = []
    for columns in rows:
        numbers = ", ".join(f"${first + place}" for place in range(len(columns.names)))
        inserts.append(f"insert into {_listed(columns)} values ({numbers})")
        first += len(columns.names)
    return inserts


def _listed(columns: Columns) -> str:
    return f"{columns.table} ({', '.join(columns.names)})"


def _parts(inserts: Sequence[str]) -> str:
    return ", ".join(f"row_{place} as ({text})" for place, text in enumerate(inserts))


async def copy_rows(tx: Connection, rows: Iterable[TableRow]) -> None:
    """Insert rows by COPY, those that give the same columns of a table together, in the order of the first of each."""
    lines: dict[Columns, list[bytes]] = {}
    for row in rows:
        lines.setdefault(row.columns, []).append(row.line if isinstance(row, CopyRow) else copy_line(row))
    for columns, alike in lines.items():
        # Closed, since the library keeps it until the next search for garbage, and it may be large.
        with io.BytesIO(b"".join(alike)) as source, as_one_server():
            await tx.copy_to_table(columns.table, columns=columns.names, source=source)


def copy_line(row: NewRow) -> bytes:
    """A row as COPY reads it."""
    return _line(_copied(row.in_order()))


def copy_parts(row: NewRow, column: str) -> tuple[bytes, ...]:
    r"""A row as COPY reads it, in the parts around the text of a column, which is not known yet; one part without such a column.

    >>> row = NewRow(Columns("letters", ("id", "customer_id", "kind")), {"id": 1, "customer_id": "", "kind": "a\tb"})
    >>> copy_parts(row, "customer_id")
    (b'1\t', b'\ta\\tb\n')
    """
    written = _copied(row.in_order())
    if column not in row.columns.names:
        return (_line(written),)
    place = row.columns.names.index(column)
    return "\t".join([*written[:place], ""]).encode(), _line(["", *written[place + 1 :]])


def _line(written: Sequence[str]) -> bytes:
    return ("\t".join(written) + "\n").encode()


def _copied(values: Iterable[Any]) -> list[str]:
    r"""Values as COPY reads them.

    >>> _copied((None, "a\tb", 7, True, {"name": "Å"}, (1, 2)))
    ['\\N', 'a\\tb', '7', 't', '{"name":"Å"}', '{1,2}']
    """
    # Most values are missing, or texts such as ids in which nothing can need an escape: those cost no call.
    return [
        "\\N" if value is None else value if type(value) is str and value.isalnum() else _WRITTEN[type(value)](value)
        for value in values
    ]


def _text(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _json(value: Any) -> str:
    # JSON has escapes of its own for everything that COPY would stumble on, but for the sign it escapes with.
    return orjson.dumps(value).decode().replace("\\", "\\\\")


_WRITTEN: dict[type, Callable[[Any], str]] = {
    str: _text,
    bool: lambda value: "t" if value else "f",
    int: str,
    date: date.isoformat,
    datetime: lru_cache(maxsize=4096)(datetime.isoformat),
    dict: _json,
    list: _json,
    tuple: lambda value: "{" + ",".join(map(str, value)) + "}",
}
