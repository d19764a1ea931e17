"""Orders that an index serves: which are declared, and that the planner finds the index, whoever asks and in which direction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from fordran.resources import RESOURCES
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.kept_plans import keeps_plan
from fordran.store.reading.listing import Query, list_statement
from fordran.store.reading.scope import ACCOUNT, CREDITOR, SYSTEM, Caller
from fordran.store.reading.sorting import compile_sort
from tests.citus.nodes import plans_of_one_server

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


@plans_of_one_server
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


@plans_of_one_server
async def test_an_order_that_is_not_declared_is_seen_to_be_sorted(database: Database) -> None:
    async with database.connection() as connection:
        query = Query(sort=(("ocr_number", True),))
        found = keys_of(await plan_of(connection, RESOURCES["cases"], SYSTEM, query))
    assert "Sort" in {node["Node Type"] for node in nodes(found)}


@plans_of_one_server
@pytest.mark.parametrize(
    ("resource", "field", "order"),
    [(resource, *pair) for resource in RESOURCES.values() for pair in resource.ordered_within],
    ids=lambda one: getattr(one, "name", one),
)
async def test_what_an_index_has_together_is_found_by_it_in_order(
    database: Database, resource: Resource, field: str, order: str
) -> None:
    async with database.connection() as connection:
        for descending in (False, True):
            query = Query(where={field: "invoice"}, sort=((order, descending),))
            found = keys_of(await plan_of(connection, resource, CALLERS["creditor"], query))
            (read,) = found["Plans"]
            assert read["Node Type"] == "Index Only Scan"
            assert f"({field} = " in read["Index Cond"]


@plans_of_one_server
@pytest.mark.parametrize("page", [1, 40])
async def test_what_a_creditor_is_shown_is_looked_up_by_key(database: Database, page: int) -> None:
    """Or a kept plan would read all cases of a large creditor, which the planner takes for a small one."""
    async with database.connection() as connection:
        query = Query(page=page, sort=(("_created", True),))
        plan = await plan_of(connection, RESOURCES["cases"], CALLERS["creditor"], query)
    found = list(nodes(keys_of(plan)))
    (shown,) = [node for node in nodes(plan) if node.get("Relation Name") == "cases" and node not in found]
    assert "chosen.key" in shown.get("Index Cond", "") + shown.get("Filter", "")
    assert "creditor_id" not in shown.get("Index Cond", "")


_STATE = {"state": "invoice"}
_NEWEST = (("_created", True),)


@pytest.mark.parametrize(
    ("level", "query", "is_kept"),
    [
        ("operator", Query(), True),
        ("creditor", Query(sort=_NEWEST), True),
        ("creditor", Query(where=_STATE, sort=_NEWEST), True),
        ("creditor", Query(where=_STATE, sort=(("_created", False),)), True),
        # No index has one account's, or everybody's, or several creditors' cases in a state by creation.
        ("account", Query(where=_STATE, sort=_NEWEST), False),
        ("operator", Query(where=_STATE, sort=_NEWEST), False),
        ("creditors", Query(where=_STATE, sort=_NEWEST), False),
        # By id, a rare state is best found among all of the creditor's, and a common one at their beginning.
        ("creditor", Query(where=_STATE), False),
        ("creditor", Query(where=_STATE, sort=(("_created", True), ("state", True))), False),
        ("creditor", Query(where=_STATE, sort=(("customer_name", True),)), False),
        ("creditor", Query(where={"status": "invoice"}, sort=_NEWEST), False),
        ("creditor", Query(where={"state": {"$ne": "invoice"}}, sort=_NEWEST), False),
        ("creditor", Query(where=_STATE | {"status": "invoice"}, sort=_NEWEST), False),
    ],
)
def test_a_plan_is_kept_where_it_is_the_best_for_all_values(level: str, query: Query, is_kept: bool) -> None:
    callers = CALLERS | {"creditors": Caller("", "", CREDITOR, account=_ACCOUNT, creditors=(_CREDITOR, _ACCOUNT))}
    assert keeps_plan(RESOURCES["cases"], callers[level], query) is is_kept


@plans_of_one_server
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
