"""Erasing on a cluster: every statement by which rows of a person are found and let go of is one that a cluster takes."""

from __future__ import annotations

from datetime import date

import pytest

from fordran import clock
from fordran.actions.privacy.carry_out import EXECUTORS, STAGES, Executor, _rules_for
from fordran.actions.privacy.erasing import Erasing
from fordran.shape.kept import RetentionRule, Stage
from fordran.store.connections.database import Database
from fordran.store.rows.erased_rows import transactions_let_go
from fordran.store.rows.ids import new_id
from fordran.store.rows.personal_rows import PersonIds, ids_of_all, personal_tables, spellings
from tests.citus.nodes import CLUSTER, WITHOUT

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)

NUMBER = "198112289874"
ACTS = [
    (stage, executor, table, alike)
    for stage in STAGES
    for executor in EXECUTORS
    for table, alike in _rules_for(executor, stage)
]


def somebody() -> PersonIds:
    """Somebody of whom nothing is there: a cluster refuses by what a statement says, whatever rows there are."""
    return PersonIds(
        accounts=[new_id()],
        customers=[new_id()],
        cases=[new_id()],
        registrations=[new_id()],
        media=[new_id()],
        transactions=[new_id()],
        number=spellings(NUMBER, date(2026, 3, 3)),
        compact=NUMBER,
        documents=[new_id()],
        let_go=[new_id()],
    )


@pytest.mark.parametrize(
    ("stage", "executor", "table", "alike"),
    ACTS,
    ids=[f"{stage} {table} {executor.carry_out.__name__}" for stage, executor, table, _ in ACTS],
)
async def test_a_cluster_takes_what_a_rule_says(
    database: Database, stage: Stage, executor: Executor, table: str, alike: list[RetentionRule]
) -> None:
    async with database.transaction() as tx:
        tables = await personal_tables(tx)
        erasing = Erasing(tx, somebody(), stage, clock.now(), "pseudonym", tables)
        await executor.carry_out(erasing, tables[table], alike)
    assert not any(erasing.done.rows.values())


async def test_a_cluster_finds_all_that_tells_of_a_person(database: Database) -> None:
    found = somebody()
    async with database.transaction() as tx:
        assert await ids_of_all(tx, found) == []
        assert await transactions_let_go(tx, found.transactions) == found.transactions
