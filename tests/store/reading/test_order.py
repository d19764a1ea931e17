"""Orders that an index serves: which are declared, and that the planner finds the index, whoever asks and in which direction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from fordran.resources import RESOURCES
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.listing import Query, list_statement
from fordran.store.reading.scope import ACCOUNT, CREDITOR, SYSTEM, Caller
from fordran.store.reading.sorting import compile_sort

_ACCOUNT, _CREDITOR = "a" * 24, "c" * 24
CALLERS = {
    "operator": SYSTEM,
    "account": Caller("", "", ACCOUNT, account=_ACCOUNT),
    "creditor": Caller("", "", CREDITOR, account=_ACCOUNT, creditors=(_CREDITOR,)),
}
SERVED = [
    (resource, field, level)
    for resource in RESOURCES.values()
    if resource.sorted_by
    for field in ("_id", *resource.sorted_by)
    for level in CALLERS
    # A creditor sees itself alone, in whatever order.
    if (resource.name, level) != ("creditors", "creditor")
]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every node of a plan, from the top."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


async def plan_of(connection: Connection, resource: Resource, caller: Caller, query: Query) -> dict[str, Any]:
    """The plan of a list. Only what no index serves is sorted: in an empty table the planner would not care."""
    statement = list_statement(resource, caller, query)
    for setting in ("enable_sort", "enable_incremental_sort", "enable_seqscan", "enable_bitmapscan"):
        await connection.execute(f"set {setting} = off")
    await connection.execute("set plan_cache_mode = force_generic_plan")
    (row,) = await connection.fetch("explain (format json) " + statement.page, *statement.values)
    plan: dict[str, Any] = orjson.loads(orjson.dumps(row[0]))[0]["Plan"]
    return plan


def keys_of(plan: dict[str, Any]) -> dict[str, Any]:
    """The part of a sorted list's plan that finds which documents are shown: the innermost with a limit."""
    limits = [node for node in nodes(plan) if node["Node Type"] == "Limit"]
    (limit,) = [one for one in limits if not any(below in limits for below in list(nodes(one))[1:])]
    return limit


@pytest.mark.parametrize(("resource", "field", "level"), SERVED, ids=lambda one: getattr(one, "name", one))
async def test_an_index_has_the_documents_in_a_declared_order(
    database: Database, resource: Resource, field: str, level: str
) -> None:
    async with database.connection() as connection:
        for descending in (False, True):
            query = Query(sort=((field, descending),))
            found = keys_of(await plan_of(connection, resource, CALLERS[level], query))
            kinds = {node["Node Type"] for node in nodes(found)}
            assert not kinds & {"Sort", "Incremental Sort"}, (kinds, descending)


async def test_an_order_that_is_not_declared_is_seen_to_be_sorted(database: Database) -> None:
    async with database.connection() as connection:
        query = Query(sort=(("ocr_number", True),))
        found = keys_of(await plan_of(connection, RESOURCES["cases"], SYSTEM, query))
    assert "Sort" in {node["Node Type"] for node in nodes(found)}


async def test_what_is_in_a_state_is_counted_by_an_index_alone(database: Database) -> None:
    async with database.connection() as connection:
        query = Query(where={"state": "invoice"}, sort=(("_created", True),))
        plan = await plan_of(connection, RESOURCES["cases"], CALLERS["creditor"], query)
    (counted,) = [node for node in nodes(plan) if node["Node Type"] == "Aggregate"]
    (read,) = counted["Plans"]
    assert (read["Node Type"], read["Index Name"]) == ("Index Only Scan", "cases_of_creditor_by_state")


async def test_the_check_of_a_key_never_takes_an_index_of_lists(database: Database) -> None:
    async with database.connection() as connection:
        await connection.execute("set plan_cache_mode = force_generic_plan")
        for table in ("cases", "invoices", "customers", "creditors"):
            statement = f"explain select 1 from {table} where account_id = $1 and id = $2"
            plan = " ".join(row[0] for row in await connection.fetch(statement, _ACCOUNT, _CREDITOR))
            assert "_of_account_by_" not in plan, plan
            assert "_of_creditor_by_" not in plan, plan


async def test_the_planner_never_takes_a_creditor_for_everybody(database: Database) -> None:
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select c.relname, a.attoptions from pg_class c join pg_attribute a on a.attrelid = c.oid
               where c.relnamespace = 'fordran'::regnamespace and a.attname = 'creditor_id' and exists (
                   select from pg_indexes i where i.tablename = c.relname
                   and i.indexdef like '% USING btree (account_id, creditor_id, %id)')"""
        )
    assert len(rows) > 10
    assert [row["relname"] for row in rows if row["attoptions"] != ["n_distinct=100"]] == []


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ([], '"_id" asc'),
        ([("name", False)], '"name" asc nulls first, "_id" asc'),
        ([("name", True)], '"name" desc nulls last, "_id" desc'),
        ([("name", True), ("_created", False)], '"name" desc nulls last, "_created" asc nulls first, "_id" asc'),
        ([("_id", True), ("name", False)], '"_id" desc'),
    ],
)
def test_the_id_ends_every_order_in_the_direction_of_the_field_before_it(
    sort: list[tuple[str, bool]], order: str
) -> None:
    assert compile_sort(sort, RESOURCES["creditors"].columns) == order
