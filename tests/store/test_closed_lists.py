"""Closed lists are closed: a list is declared once, and the column that holds it, the noun that shows it say the same."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from fordran.resources import RESOURCES
from fordran.store.connections.database import Connection, Database
from tests.citus.nodes import catalogue_of_one_server
from tests.resources.lists_of_shapes import lists_of
from tests.store.closed_lists import COLUMNS, IN_NO_COLUMN, check_name, check_of, declared

DECLARED = dict(declared())


def test_every_declared_list_has_a_column_or_a_reason_to_have_none() -> None:
    assert len(DECLARED) > 50
    held = {name for name, alias in DECLARED.items() if alias in COLUMNS.values()}
    assert held & IN_NO_COLUMN.keys() == set()
    assert held | IN_NO_COLUMN.keys() == DECLARED.keys()


def test_every_column_s_list_is_a_declared_one() -> None:
    assert [column for column, alias in COLUMNS.items() if alias not in DECLARED.values()] == []


def test_no_list_is_declared_twice() -> None:
    by_values: dict[frozenset[str], list[str]] = {}
    for name, alias in DECLARED.items():
        by_values.setdefault(frozenset(get_args(alias)), []).append(name)
    assert [names for names in by_values.values() if len(names) > 1] == []


def test_no_value_stands_twice_in_a_list() -> None:
    assert [name for name, alias in DECLARED.items() if len(get_args(alias)) != len(set(get_args(alias)))] == []


# Columns ----------------------------------------------------------------------------------------------------------------------

_CHECKS = """
select c.conrelid::regclass::text as "table", a.attname::text as "column", c.conname::text as name, c.convalidated,
       pg_get_constraintdef(c.oid) as definition, cardinality(c.conkey) as columns
from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
where c.connamespace = 'fordran'::regnamespace and c.contype = 'c'
"""

LISTED = re.compile(r"""CHECK \(\(\("?\w+"?\)::text = (ANY \(ARRAY\[)?'""")
"""A check that says which texts a column may hold."""


async def test_every_closed_column_has_a_check_that_is_its_list(database: Database) -> None:
    async with database.connection() as connection:
        checks = {row["name"]: row for row in await connection.fetch(_CHECKS)}
        wanted = {place: await as_shown(connection, place[1], alias) for place, alias in COLUMNS.items()}
    found = {}
    for table, column in COLUMNS:
        row = checks.get(check_name(table, column))
        found[table, column] = row and row["definition"]
        assert row is None or (row["table"], row["column"], row["convalidated"]) == (table, column, True)
    assert {place: values_in(check) for place, check in found.items()} == {
        place: values_in(check) for place, check in wanted.items()
    }


def values_in(check: str | None) -> list[str]:
    """The values that a check allows; their order is of no matter."""
    return sorted(re.findall(r"'([^']+)'", check or ""))


async def as_shown(connection: Connection, column: str, alias: Any) -> str:
    """The check of a list as the server shows it, be it of whatever version."""
    async with connection.transaction():
        await connection.execute(
            f'create temporary table closed ("{column}" words constraint of_a_list {check_of(column, alias)}) on commit drop'
        )
        shown: str = await connection.fetchval(
            "select pg_get_constraintdef(oid) from pg_constraint where conname = 'of_a_list'"
        )
    return shown


@catalogue_of_one_server
async def test_no_column_has_a_list_that_is_declared_nowhere(database: Database) -> None:
    async with database.connection() as connection:
        rows = await connection.fetch(_CHECKS)
    listed = {(row["table"], row["column"]) for row in rows if row["columns"] == 1 and LISTED.match(row["definition"])}
    assert listed == COLUMNS.keys()
    assert {row["name"] for row in rows if row["name"].endswith("_is_known")} == {check_name(*one) for one in COLUMNS}


@pytest.mark.parametrize(("table", "column"), COLUMNS)
async def test_a_closed_column_takes_nothing_else(database: Database, table: str, column: str) -> None:
    async with database.connection() as connection:
        held = await connection.fetchval(
            f"""select pg_get_expr(conbin, conrelid) from pg_constraint
                where connamespace = 'fordran'::regnamespace and conname = '{check_name(table, column)}'"""
        )
        for value in (*get_args(COLUMNS[table, column]), None):
            holds = f'select {held} is not false from (select $1::words as "{column}") one'
            assert await connection.fetchval(holds, value), value
        for value in ("", "another", f"{get_args(COLUMNS[table, column])[0]} "):
            assert await connection.fetchval(holds, value) is False, value


# Nouns ------------------------------------------------------------------------------------------------------------------------

NOT_SHOWN = {
    ("api_clients", "access_groups", "type"): "how far a client sees is told as the level that follows from it",
    ("file_import_reports", "file_import_rows", "outcome"): "only what was refused is shown",
    ("unmatched_payments", "bank_transactions", "status"): "it is what waits",
}
"""View, table and column → why the view looks at it and does not show it."""


async def test_what_a_closed_column_holds_is_shown_as_closed(database: Database) -> None:
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select view_name, table_name, column_name from information_schema.view_column_usage
               where view_schema = 'fordran_api' and table_schema = 'fordran'"""
        )
    read = {tuple(row) for row in rows if (row["table_name"], row["column_name"]) in COLUMNS}
    assert len(read) > 35
    resources = {resource.view.removeprefix("fordran_api."): resource for resource in RESOURCES.values()}
    resources["customers_of_creditors"] = RESOURCES["customers"]
    unseen = set()
    for view, table, column in read:
        # A field may be called otherwise than its column, but what it is comes last: `case_state`, `payout_interval`.
        last = column.rpartition("_")[2]
        shown = [alias for path, alias in lists_of(resources[view].shape) if path.endswith(last)]
        if COLUMNS[table, column] not in shown:
            unseen.add((view, table, column))
    assert unseen == NOT_SHOWN.keys()
