"""Types of ours are told to the library, which then asks the catalog nothing about them."""

from __future__ import annotations

import pytest

from fordran.store.connections.cluster_types import tell_of_types
from fordran.store.connections.database import connect
from tests.citus.nodes import CLUSTER

_NOT_TOLD = pytest.mark.skipif(bool(CLUSTER), reason="a connection to a cluster is told when it is made")


@pytest.mark.parametrize("is_told", [True, pytest.param(False, marks=_NOT_TOLD)])
async def test_a_connection_that_was_told_asks_nothing_when_it_first_meets_a_type(
    database_url: str, is_told: bool
) -> None:
    connection = await connect(database_url)
    try:
        if is_told:
            await tell_of_types(connection)
        asked: list[str] = []
        connection.add_query_logger(lambda record: asked.append(record.query))
        await connection.execute("create temp table met (key fordran.id, says fordran.words)")
        await connection.execute("insert into met values ($1, $2)", "a" * 24, "åäö")
        assert [tuple(row) for row in await connection.fetch("select * from met")] == [("a" * 24, "åäö")]
        many = await connection.fetchval(
            "select array_agg(says) from met where key = any($1::fordran.id[])", ["a" * 24]
        )
        assert many == ["åäö"]
        assert await connection.fetchval("select $1::bigint[]", [1]) == [1]
        assert any("typeinfo_tree" in query for query in asked) is not is_told
    finally:
        await connection.close()
