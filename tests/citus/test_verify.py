"""A row that somebody changed past the service is found on a cluster too, wherever it lies."""

from __future__ import annotations

import asyncpg
import pytest

from fordran.actions.proof.verify import verify
from tests.api.world import World
from tests.citus.nodes import CLUSTER, WITHOUT

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)


async def found_in(world: World) -> set[tuple[str, str]]:
    async with world.database.transaction() as tx:
        return {(found.table, found.id) async for found in verify(tx)}


@pytest.mark.parametrize(
    ("table", "column"),
    [("creditors", "name"), ("customers", "name"), ("cases", "debt_description"), ("users", "name")],
    ids=["a tenant's", "a customer's", "a case's", "what every node has"],
)
async def test_a_row_that_was_changed_past_the_service_is_found_where_it_lies(
    world: World, database_url: str, table: str, column: str
) -> None:
    stranger = await asyncpg.connect(database_url, server_settings={"application_name": "psql"})
    change = f"update fordran.{table} set {column} = $2 where id = $1"
    try:
        id_, was = await stranger.fetchrow(f"select id, {column} from fordran.{table} order by id desc limit 1")
        await stranger.execute(change, id_, "By hand")
        assert id_ in {found for name, found in await found_in(world) if name == table}
        await stranger.execute(change, id_, was)
    finally:
        await stranger.close()
    assert table not in {name for name, _ in await found_in(world)}
