"""Rows with types: a statement with more than a few columns is read as a `TypedDict`.

The rows of the tables are in `store/rows/schema_rows.py`. A statement may bring some of the columns of its row type; a join
declares what it brings beside them in a class that inherits. A row stays the library's own record, which is read by name;
nothing is copied. The first use of a statement checks that every column that it brings is declared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

import asyncpg

from fordran.store.connections.database import Connection

Row = TypeVar("Row")


class OtherColumns(AssertionError):
    """A statement brings columns that its row type does not declare."""

    def __init__(self, row_type: type[Any], undeclared: frozenset[str]) -> None:
        super().__init__(f"{row_type.__name__} does not declare {sorted(undeclared)}, which the statement brings")
        self.row_type = row_type
        self.undeclared = undeclared


async def fetch_rows(
    tx: Connection, row_type: type[Row], statement: str, *values: Any, seconds: float | None = None
) -> list[Row]:
    """Every row that the statement brings, within `seconds` where it takes longer than others may."""
    rows = await tx.fetch(statement, *values, timeout=seconds)
    if rows:
        _check(row_type, statement, rows[0])
    return cast("list[Row]", rows)


async def fetch_row(
    tx: Connection, row_type: type[Row], statement: str, *values: Any, seconds: float | None = None
) -> Row | None:
    """The first row that the statement brings; None where it brings none."""
    row = await tx.fetchrow(statement, *values, timeout=seconds)
    if row is not None:
        _check(row_type, statement, row)
    return cast("Row | None", row)


async def fetch_the_row(
    tx: Connection, row_type: type[Row], statement: str, *values: Any, seconds: float | None = None
) -> Row:
    """The row that the statement always brings, such as a sum or the row of a primary key that is known to exist."""
    row = await fetch_row(tx, row_type, statement, *values, seconds=seconds)
    assert row is not None, f"no row: {statement}"
    return row


async def fetch_wide_rows(tx: Connection, statement: str, *values: Any) -> list[Mapping[str, Any]]:
    """Every row of a statement that brings all columns of a table, to be read by names that are known only as it runs."""
    return cast("list[Mapping[str, Any]]", await tx.fetch(statement, *values))


def _check(row_type: type[Any], statement: str, row: asyncpg.Record) -> None:
    if (row_type, statement) in _checked:
        return
    if undeclared := frozenset(row.keys()) - frozenset(row_type.__annotations__):
        raise OtherColumns(row_type, undeclared)
    _checked.add((row_type, statement))


_checked: set[tuple[type[Any], str]] = set()
"""Statements are constants, so there are no more of them than in the code."""


def own_copy(row: Row) -> Row:
    """The row as a dict, which may be changed and sent to other processes; the library's own records may not."""
    return cast("Row", dict(cast("Mapping[str, Any]", row)))
