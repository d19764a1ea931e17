"""New rows of several tables: one of each kind in one statement, or very many of them by COPY.

A table's new rows are declared as a `TypedDict`, whose names are the columns and which is what a row is made of: values go
to columns by name, and only this module puts them in an order. What makes the rows is the same either way, and may run
where there is no database: `copy_line` writes a row as the text that COPY reads. A value is written by its type: a dict or
list as JSON, a tuple as an array.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Generic, TypedDict, TypeVar, cast

import orjson

from fordran.store.connections.database import Connection
from fordran.store.connections.node_troubles import as_one_server
from fordran.store.rows.ids import NO_ACCOUNT

RowType = TypeVar("RowType")


class Table(Generic[RowType]):
    """A table, and those of its columns that its new rows give. Each is declared once and known by being that object."""

    def __init__(self, name: str, row_type: type[RowType]) -> None:
        self.name = name
        self.columns = tuple(row_type.__annotations__)
        self._declared = frozenset(self.columns)

    def row(self, values: RowType) -> NewRow:
        """A new row, which gives every column that is declared and no other."""
        named = cast("Mapping[str, Any]", values)
        if named.keys() != self._declared:
            given = frozenset(named)
            raise NotItsColumns(self.name, self._declared - given, given - self._declared)
        return NewRow(self, named)


class NotItsColumns(AssertionError):
    """A new row gives other columns than its table declares."""

    def __init__(self, table: str, missing: frozenset[str], undeclared: frozenset[str]) -> None:
        super().__init__(f"{table}: a row lacks {sorted(missing)} and gives also {sorted(undeclared)}")
        self.table = table
        self.missing = missing
        self.undeclared = undeclared


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row that is not inserted yet; made by its table."""

    table: Table[Any]
    values: Mapping[str, Any]

    def in_order(self) -> Iterable[Any]:
        """The values as the columns of the table follow each other."""
        return map(self.values.__getitem__, self.table.columns)


class TallyChange(TypedDict):
    """So many more documents of a resource, and whose they are."""

    resource: str
    partner_id: str | None
    account_id: str
    creditor_id: str | None
    documents: int


TALLY_CHANGES = Table("tally_changes", TallyChange)


def tally_row(
    resource: str, *, partner: str | None, account: str | None, creditor: str | None, documents: int = 1
) -> NewRow:
    """The row that says so, for whoever inserts it along with the documents."""
    return TALLY_CHANGES.row(
        {
            "resource": resource,
            "partner_id": partner,
            "account_id": account or NO_ACCOUNT,
            "creditor_id": creditor,
            "documents": documents,
        }
    )


MOST_VALUES = 30_000
"""A statement takes 32,767 parameters at the most."""


async def insert_rows(tx: Connection, rows: Sequence[NewRow]) -> None:
    """Insert the rows in one statement, in which each may refer to any other; very many in several, in their order."""
    for together in _together(rows):
        statement = _insert_each(tuple(row.table for row in together))
        await tx.execute(statement, *(value for row in together for value in row.in_order()))


async def insert_in_order(tx: Connection, rows: Sequence[NewRow]) -> None:
    """Insert rows of one table, which draw their serials in their order: parts of a statement have none."""
    for together in _together(rows):
        (table,) = {row.table for row in together}
        statement = _insert_several(table, len(together))
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
    yield together


async def execute_with_rows(tx: Connection, statement: str, values: Sequence[Any], rows: Sequence[NewRow]) -> None:
    """Execute a statement that begins by `with`, and insert the rows along with it."""
    whole = _with_inserts(statement, len(values), tuple(row.table for row in rows)) if rows else statement
    await tx.execute(whole, *values, *(value for row in rows for value in row.in_order()))


@lru_cache(maxsize=256)
def _insert_each(tables: tuple[Table[Any], ...]) -> str:
    *others, last = _inserts(tables, 1)
    return f"with {_parts(others)} {last}" if others else last


@lru_cache(maxsize=256)
def _insert_several(table: Table[Any], count: int) -> str:
    numbers = itertools.count(1)
    rows = ", ".join(f"({', '.join(f'${next(numbers)}' for _ in table.columns)})" for _ in range(count))
    return f"insert into {table.name} ({', '.join(table.columns)}) values {rows}"


@lru_cache(maxsize=256)
def _with_inserts(statement: str, values: int, tables: tuple[Table[Any], ...]) -> str:
    word, rest = statement.split(maxsplit=1)
    assert word == "with", statement
    return f"with {_parts(_inserts(tables, values + 1))}, {rest}"


def _inserts(tables: Sequence[Table[Any]], first: int) -> list[str]:
    """An insert for each table, with values that are numbered from the first on."""
    inserts = []
    for table in tables:
        numbers = ", ".join(f"${first + place}" for place in range(len(table.columns)))
        inserts.append(f"insert into {table.name} ({', '.join(table.columns)}) values ({numbers})")
        first += len(table.columns)
    return inserts


def _parts(inserts: Sequence[str]) -> str:
    return ", ".join(f"row_{place} as ({text})" for place, text in enumerate(inserts))


async def copy_lines(tx: Connection, table: Table[Any], lines: Iterable[bytes]) -> None:
    """Insert every row that `copy_line` wrote for this table."""
    text = b"".join(lines)
    if text:
        # Closed, since the library keeps it until the next search for garbage, and it may be large.
        with io.BytesIO(text) as source, as_one_server():
            await tx.copy_to_table(table.name, columns=table.columns, source=source)


def copy_line(row: NewRow) -> bytes:
    """A row as COPY reads it."""
    return _copied(row.in_order())


def _copied(values: Iterable[Any]) -> bytes:
    r"""Values as COPY reads them.

    >>> _copied((None, "a\tb", 7, True, {"name": "Å"}, (1, 2))).decode()
    '\\N\ta\\tb\t7\tt\t{"name":"Å"}\t{1,2}\n'
    """
    # Most values are missing, or texts such as ids in which nothing can need an escape: those cost no call.
    written = [
        "\\N" if value is None else value if type(value) is str and value.isalnum() else _WRITTEN[type(value)](value)
        for value in values
    ]
    return ("\t".join(written) + "\n").encode()


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
