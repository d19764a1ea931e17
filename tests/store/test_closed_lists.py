"""Closed lists are closed: a list is declared once, and the column that holds it, the noun that shows it say the same."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args

import asyncpg
import pytest

from fordran.resources import RESOURCES
from fordran.resources.case_acts import NoteKind
from fordran.store.closed_lists import CLOSED_LISTS, values_in
from fordran.store.connections.database import Connection, Database
from fordran.store.upkeep.migrate import bring_to, migrations, views
from tests.citus.nodes import catalogue_of_one_server
from tests.resources.lists_of_shapes import lists_of
from tests.store.closed_lists import IN_NO_COLUMN, declared

DECLARED = dict(declared())


def test_every_declared_list_has_a_column_or_a_reason_to_have_none() -> None:
    assert len(DECLARED) > 50
    held = {name for name, alias in DECLARED.items() if alias in CLOSED_LISTS.values()}
    assert held & IN_NO_COLUMN.keys() == set()
    assert held | IN_NO_COLUMN.keys() == DECLARED.keys()


def test_every_domain_s_list_is_a_declared_one() -> None:
    assert [name for name, alias in CLOSED_LISTS.items() if alias not in DECLARED.values()] == []


def test_no_list_is_declared_twice() -> None:
    by_values: dict[frozenset[str], list[str]] = {}
    for name, alias in DECLARED.items():
        by_values.setdefault(frozenset(get_args(alias)), []).append(name)
    assert [names for names in by_values.values() if len(names) > 1] == []


def test_no_value_stands_twice_in_a_list() -> None:
    assert [name for name, alias in DECLARED.items() if len(get_args(alias)) != len(set(get_args(alias)))] == []


# Domains ----------------------------------------------------------------------------------------------------------------------

_DOMAINS = """
select t.typname::text as domain, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
from pg_type t left join pg_constraint c on c.contypid = t.oid
where t.typnamespace = 'fordran'::regnamespace and t.typtype = 'd' and t.typname not in ('id', 'words')
"""
_COLUMNS = """
select c.relname::text as "table", a.attname::text as "column", t.typname::text as domain
from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
and t.typnamespace = 'fordran'::regnamespace and t.typtype = 'd' and t.typname not in ('id', 'words')
"""
_CHECKS = """
select c.conname::text as name, pg_get_constraintdef(c.oid) as definition
from pg_constraint c where c.connamespace = 'fordran'::regnamespace and c.contype = 'c' and cardinality(c.conkey) = 1
"""
LISTED = re.compile(r"""CHECK \(\(\("?\w+"?\)::text = (ANY \(ARRAY\[)?'""")
"""A check that says which texts a column may hold."""


async def closed_columns(connection: Connection) -> dict[tuple[str, str], str]:
    """Table and column → the domain of its closed list."""
    rows = await connection.fetch(_COLUMNS)
    return {(row["table"], row["column"]): row["domain"] for row in rows}


async def checks(connection: Connection) -> dict[str, tuple[str, set[str]]]:
    """Domain → the name of its check and the values that it allows."""
    rows = await connection.fetch(_DOMAINS)
    return {row["domain"]: (row["name"], set(values_in(row["definition"]))) for row in rows}


async def test_the_check_of_every_domain_is_its_list(database: Database) -> None:
    async with database.connection() as connection:
        found = await checks(connection)
    assert found == {name: (f"{name}_is_known", set(get_args(closed))) for name, closed in CLOSED_LISTS.items()}


@catalogue_of_one_server
async def test_every_domain_is_the_type_of_a_column_and_no_column_lists_its_values_itself(database: Database) -> None:
    async with database.connection() as connection:
        held = await closed_columns(connection)
        listed = [row["name"] for row in await connection.fetch(_CHECKS) if LISTED.match(row["definition"])]
    assert set(held.values()) == CLOSED_LISTS.keys()
    assert listed == []


async def test_a_domain_takes_its_values_and_nothing_else(database: Database) -> None:
    async with database.connection() as connection:
        for domain, closed in CLOSED_LISTS.items():
            for value in (*get_args(closed), None):
                assert await connection.fetchval(f"select $1::text::{domain}::text", value) == value
            for value in ("", "another", f"{get_args(closed)[0]} "):
                with pytest.raises(asyncpg.CheckViolationError, match=f"{domain}_is_known"):
                    await connection.fetchval(f"select $1::text::{domain}", value)


# Values that come and go --------------------------------------------------------------------------------------------------------


@catalogue_of_one_server
async def test_a_new_value_needs_no_migration_and_no_value_goes_by_itself(database: Database) -> None:
    async def bring(kinds: Any, **more: str) -> list[str]:
        lists = {**CLOSED_LISTS, "note_kind": kinds}
        return await bring_to(database.url, migrations() | more, views(), lists=lists)

    async def known() -> set[str]:
        async with database.connection() as connection:
            return (await checks(connection))["note_kind"][1]

    before = set(get_args(NoteKind))
    assert await bring(Literal["note", "visit"]) == ["closed lists"]
    assert await known() == before | {"visit"}
    assert await bring(Literal["note", "visit"]) == [], "it is there already"
    assert await bring(NoteKind) == [], "an earlier version may still serve"
    assert await known() == before | {"visit"}
    drop = {"9001_visits.sql": "alter domain fordran.note_kind drop constraint note_kind_is_known"}
    assert await bring(NoteKind, **drop) == ["9001_visits.sql", "closed lists", "views"]
    assert await known() == before


@catalogue_of_one_server
async def test_a_new_value_waits_for_nobody_who_writes(database: Database) -> None:
    lists = {**CLOSED_LISTS, "file_to_remove_kind": Literal["media", "print", "order", "copy"]}
    wanted = migrations() | {"9001_visits.sql": "alter domain fordran.note_kind drop constraint note_kind_is_known"}
    async with database.transaction() as tx:
        await tx.execute("insert into files_to_remove (id, kind, created) values (repeat('a', 24), 'media', now())")
        assert await bring_to(database.url, wanted, views(), lists=lists) == ["closed lists"]
        await tx.execute("insert into files_to_remove (id, kind, created) values (repeat('b', 24), 'copy', now())")


# Nouns ------------------------------------------------------------------------------------------------------------------------

NOT_SHOWN = {
    ("api_clients", "access_groups", "type"): "how far a client sees is told as the level that follows from it",
    ("bulk_acts", "bulk_act_cases", "outcome"): "only what was refused is shown, and the rest is counted",
    ("bank_orders", "bank_orders", "status"): "only written orders are shown, with what the bank has answered",
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
        held = await closed_columns(connection)
    read = {tuple(row) for row in rows if (row["table_name"], row["column_name"]) in held}
    assert len(read) > 35
    resources = {resource.view.removeprefix("fordran_api."): resource for resource in RESOURCES.values()}
    resources["customers_of_creditors"] = RESOURCES["customers"]
    unseen = set()
    for view, table, column in read:
        # A field may be called otherwise than its column, but what it is comes last: `case_state`, `payout_interval`.
        last = column.rpartition("_")[2]
        shown = [alias for path, alias in lists_of(resources[view].shape) if path.endswith(last)]
        if CLOSED_LISTS[held[table, column]] not in shown:
            unseen.add((view, table, column))
    assert unseen == NOT_SHOWN.keys()
