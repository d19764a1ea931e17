"""What looks through all accounts and locks: as it is on one server, and in one account where there are shards."""

from __future__ import annotations

from typing import Any, TypedDict, cast

import pytest

from fordran.store.connections.database import ON_A_CLUSTER, Connection, Database
from fordran.store.connections.one_account import (
    NotRewritable,
    change_found,
    everywhere,
    fetch_locked,
    in_one_account,
    of_one_account,
    without_lock,
)
from tests.citus.nodes import statements_of_one_server

LOCKING = f"""
select e.account_id from envelopes e join creditors d on d.account_id = e.account_id and d.id = e.creditor_id
where e.next_attempt <= $1 and {of_one_account("e")} order by e.id limit 1
for update of e skip locked
"""


def test_without_its_lock_a_statement_reads_and_looks_at_some_more_rows() -> None:
    read = " ".join(without_lock(LOCKING).split())
    assert read.endswith("order by e.id limit 50")
    assert "for update" not in read


def test_in_one_account_the_mark_is_a_condition_on_the_next_parameter() -> None:
    assert "e.next_attempt <= $1 and e.account_id = $2 order by" in in_one_account(LOCKING, 2)


def test_every_place_that_is_marked_gets_the_account() -> None:
    two = f"with a as (select 1 from x where {of_one_account('x')}) select 1 from y where {of_one_account('y')} for update"
    assert in_one_account(two, 3) == (
        "with a as (select 1 from x where x.account_id = $3) select 1 from y where y.account_id = $3 for update"
    )


@pytest.mark.parametrize(
    ("statement", "remark"),
    [
        ("select 1 from cases k join accounts acc on acc.id = k.account_id", "another alias of accounts"),
        ("select 1 from cases k join accounts acc on k.account_id = acc.id", "the same the other way round"),
        ("select 1 from cases k join bookings b on b.account_id=k.account_id", "no spaces"),
        ("select 1 from cases k join bookings b on b.account_id\n = k.account_id", "a line between"),
        ("update accounts x set name = name from cases k where k.account_id = $1", "an alias that nobody compares"),
    ],
)
async def test_a_statement_that_cannot_be_rewritten_fails_on_one_server_too(
    database: Database, statement: str, remark: str
) -> None:
    async with database.transaction() as tx:
        with pytest.raises(NotRewritable):
            everywhere(tx, statement, 1)


async def test_a_statement_that_can_be_rewritten_runs_as_it_is_on_one_server(database: Database) -> None:
    statement = "select 1 from cases k join accounts a on a.id = k.account_id where k.account_id = $1"
    async with database.transaction() as tx:
        assert everywhere(tx, statement, 1) in (statement, statement.replace("= k.account_id", "= $1"))


class _Row(TypedDict):
    account_id: str


@statements_of_one_server
async def test_one_server_is_asked_once_and_what_is_locked_by_another_is_passed_by(database: Database) -> None:
    sent = []
    statement = (
        f"select g.id as account_id from access_groups g where {of_one_account('g')} for update of g skip locked"
    )
    async with database.transaction() as first, database.transaction() as second:
        first.add_query_logger(lambda record: sent.append(record.query))
        assert len(await fetch_locked(first, _Row, statement)) > 0
        assert await fetch_locked(second, _Row, statement) == []
    assert sent[0] == statement


class _Told:
    """A connection that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    async def execute(self, *told: Any) -> None:
        self.told.append(told)


CHANGE = "update x q set made = $1 from jsonb_to_recordset($2) as g where q.account_id = g.account_id and q.id = g.id"


async def test_what_was_found_is_changed_with_its_account_where_there_are_shards() -> None:
    alone, shards, found = _Told(), _Told(), [{"account_id": "A", "id": "1"}, {"account_id": "A", "id": "2"}]
    ON_A_CLUSTER.add(cast(Connection, shards))
    await change_found(cast(Connection, alone), CHANGE, found, "now")
    await change_found(cast(Connection, shards), CHANGE, found, "now")
    assert alone.told == [(CHANGE, "now", found)]
    assert shards.told == [(CHANGE.replace("= g.account_id", "= $3"), "now", found, "A")]


async def test_where_nothing_was_found_nothing_is_said() -> None:
    quiet = _Told()
    await change_found(cast(Connection, quiet), CHANGE, [], "now")
    assert quiet.told == []
