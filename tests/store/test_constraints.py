"""Constraints are sentences: each is called by what it says, and none by what PostgreSQL would call it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from fordran.store.connections.database import Database
from fordran.store.upkeep.migrate import RowsBreakARule, bring_to, migrations, views
from tests.citus.nodes import catalogue_of_one_server

MADE_UP = re.compile(r"_(check|key|fkey|excl)\d*$")
"""How PostgreSQL names a constraint that nobody has named."""

LONGEST = 63
"""PostgreSQL cuts a longer name."""

SHORT = {"creditor_payments": "payments", "creditor_creditings": "creditings"}
"""Tables whose constraints may go by a shorter name."""

# A sentence has a verb: what rows are, have or do.
VERBS = {
    "is",
    "are",
    "has",
    "have",
    "belong",
    "happen",
    "balance",
    "name",
    "count",
    "owe",
    "account",
    "wait",
    "lower",
    "say",
}
VERBS |= {"settle", "pay", "number", "ends", "open"}


class Named(NamedTuple):
    kind: str
    table: str
    name: str
    columns: list[str]
    referred: str


@pytest.fixture(scope="module")
async def constraints(database: Database) -> list[Named]:
    """Every check, unique and foreign key of the tables, and of the domains, whose tables are called by them."""
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select contype::text, coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text), conname::text,
                      array(select attname::text from unnest(conkey) with ordinality k (n, at)
                            join pg_attribute on attrelid = conrelid and attnum = n order by at),
                      coalesce(nullif(confrelid, 0)::regclass::text, '')
               from pg_constraint where connamespace = 'fordran'::regnamespace and contype in ('c', 'f', 'u', 'x')"""
        )
    assert len(rows) > 150
    return [Named(*row) for row in rows]


def test_no_constraint_has_a_name_that_postgresql_made_up(constraints: list[Named]) -> None:
    assert [one.name for one in constraints if MADE_UP.search(one.name)] == []
    assert [one.name for one in constraints if len(one.name) >= LONGEST] == []


@catalogue_of_one_server
def test_a_constraint_is_a_sentence_about_its_table(constraints: list[Named]) -> None:
    odd = []
    for one in constraints:
        subject = next(
            (name for name in (one.table, SHORT.get(one.table, one.table)) if one.name.startswith(f"{name}_")), None
        )
        said = one.name.removeprefix(f"{subject}_").split("_")
        if subject is None or not VERBS & set(said):
            odd.append(one.name)
    assert odd == []


@catalogue_of_one_server
def test_a_foreign_key_says_that_what_it_refers_to_is_there(constraints: list[Named]) -> None:
    foreign = [one for one in constraints if one.kind == "f"]
    assert len(foreign) > 50
    assert {one.name for one in foreign} == {
        f"{one.table}_{one.columns[-1].removesuffix('_id')}_is_there" for one in foreign
    }


@catalogue_of_one_server
def test_no_two_constraints_have_one_name(constraints: list[Named]) -> None:
    assert len({one.name for one in constraints}) == len(constraints)


@pytest.mark.parametrize(
    ("name", "remark"),
    [
        ("cases_state_check", "of a column"),
        ("creditor_payments_check", "of a table"),
        ("cases_check1", "the second of a table"),
        ("cases_account_id_fkey", "of a reference"),
        ("partners_name_key", "of a unique key"),
    ],
)
def test_a_name_that_postgresql_makes_up_is_seen(name: str, remark: str) -> None:
    assert MADE_UP.search(name), remark


# Of rows that were there before ----------------------------------------------------------------------------------------------

UNCHECKED = {
    "9004_check.sql": "alter table fordran.applications add constraint applications_have_a_name check (name <> '') not valid"
}


@catalogue_of_one_server
async def test_rows_are_held_to_a_constraint_that_a_migration_added_without_a_look_at_them(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute(
            "insert into applications (id, created, updated, name) values (repeat('a', 24), now(), now(), '')"
        )
    told: list[tuple[str, int, int]] = []

    def tell(*progress: Any) -> None:
        told.append(progress)

    with pytest.raises(RowsBreakARule, match="applications has rows that applications_have_a_name does not allow"):
        await bring_to(database.url, migrations() | UNCHECKED, views(), tell)
    assert told == [("migrations", 1, 1)]
    async with database.transaction() as tx:
        await tx.execute("delete from applications where name = ''")
    taken_up = await bring_to(database.url, migrations() | UNCHECKED, views(), tell)
    assert taken_up == ["views"], "it is taken up again"
    assert told[1:] == [("constraints", 1, 1)]
    async with database.connection() as connection:
        checked = "select convalidated from pg_constraint where conname = 'applications_have_a_name'"
        assert await connection.fetchval(checked) is True
