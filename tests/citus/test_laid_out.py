"""An installation that has rows already is laid out over the nodes: all of it is there afterwards, and counted once."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest

from fordran import clock
from fordran.actions.accounts.install import install
from fordran.actions.proof.verify import verify
from fordran.api.app import create_app
from fordran.store.connections.database import Connection, Database
from fordran.store.upkeep import distribute as distributing
from fordran.store.upkeep.distribute import distribute, distribute_tables
from fordran.store.upkeep.migrate import migrate
from tests.api.conftest import settings_for
from tests.api.world import make_world
from tests.citus.nodes import CLUSTER, WITHOUT, at, join, nodes, on_every_node

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)


@pytest.fixture
async def alone() -> AsyncIterator[str]:
    """A database of the coordinator's that has no extension yet."""
    name = f"alone_{os.getpid()}"
    await on_every_node(f"create database {name}", is_joined=False)
    yield at((await nodes())[0], name)
    await on_every_node(f"drop database {name} with (force)")


@pytest.mark.timeout(600)
async def test_rows_that_are_laid_out_are_as_they_were_and_their_progress_is_told(
    alone: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await migrate(alone)
    database = Database(alone, 2)
    async with database.transaction() as tx:
        await install(tx, sandbox=True, now=clock.now())
    await database.close()
    app = create_app(settings_for(alone, tmp_path_factory.mktemp("data")))
    world = await make_world(app)
    await world.close()
    await app.database.close()
    await join(alone)
    told: list[tuple[str, int, int]] = []
    laid_out = await distribute(alone, lambda *progress: told.append(progress))
    assert [done for what, done, _ in told if what == "tables"] == [*range(1, len(laid_out) + 1)]
    assert await distribute(alone) == [], "what is laid out already is left alone"
    database = Database(alone, 1)
    try:
        async with database.transaction() as tx:
            assert [str(found) async for found in verify(tx)] == []
    finally:
        await database.close()


@pytest.mark.timeout(600)
async def test_a_start_lays_out_nothing_where_schema_and_nodes_are_as_they_were(
    alone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await migrate(alone)
    await join(alone)
    done: list[str] = []

    async def noted(connection: Connection, tell: distributing.Tell) -> list[str]:
        done.append("laid out")
        return await distribute_tables(connection, tell)

    monkeypatch.setattr(distributing, "distribute_tables", noted)
    await migrate(alone)
    assert done == ["laid out"]
    await migrate(alone)
    assert done == ["laid out"], "every process migrates when it starts"
    monkeypatch.setattr(distributing, "_NODES", "select 'one more'")
    await migrate(alone)
    assert done == ["laid out", "laid out"], "a node that was added is told of settings"
