"""Shards move to a node that was added while clients register, pay and read: nothing fails, and `verify` finds all as it was."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest

from fordran import clock
from fordran.actions.proof.verify import verify
from fordran.api.app import Api
from fordran.store.connections.database import Connection
from fordran.store.upkeep.distribute import distribute
from tests.api import bodies
from tests.api.world import World
from tests.citus.nodes import CLUSTER, WITHOUT, at, nodes

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)

_AT_LEAST_SECONDS = 10.0
_MOST_SECONDS = 150.0


class Clients:
    """Those of several accounts, each of whom goes on until it is told to stop."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.answers: Counter[str] = Counter()
        self.failures: list[str] = []
        self.longest_seconds = 0.0
        self.are_done = asyncio.Event()

    async def go_on(self, place: int) -> None:
        world, debt = self.world, bodies.case_registration
        partner = world.partners[place]
        account = partner.accounts[0]
        owner = {"account": account.id, "creditor": account.creditors[0].id}
        while not self.are_done.is_set():
            registered = await self.ask("register", partner.client, "/case--registrations", debt(world, **owner))
            if registered is None:
                continue
            paid = owner | {"case": registered.json()["_cases"][0]}
            await self.ask("pay", partner.client, "/creditor--payments", bodies.payment(world, **paid))
            await self.ask("read", partner.client, "/cases")

    async def ask(self, what: str, client: httpx.AsyncClient, path: str, body: Any = None) -> httpx.Response | None:
        """The answer, where it is a good one; any other is kept as a failure."""
        began = clock.monotonic()
        answer = await (client.get(path) if body is None else client.post(path, json=body))
        self.longest_seconds = max(self.longest_seconds, clock.monotonic() - began)
        if answer.status_code not in (200, 201):
            self.failures.append(f"{what}: {answer.status_code} {answer.text[:200]}")
            return None
        self.answers[what] += 1
        return answer


async def _placed(connection: Connection) -> Counter[int]:
    """How many shards of tenants' tables each node has, by its port."""
    rows = await connection.fetch(
        "select nodeport, count(*) as shards from citus_shards where citus_table_type = 'distributed' group by nodeport"
    )
    return Counter({row["nodeport"]: row["shards"] for row in rows})


async def _forget_settings(url: str) -> None:
    """Have a database of a node be as one that was just made there."""
    connection = await asyncpg.connect(url)
    try:
        name = await connection.fetchval("select quote_ident(current_database())")
        await connection.execute(f"alter database {name} reset all")
    finally:
        await connection.close()


@pytest.mark.timeout(300)
async def test_a_node_is_added_and_shards_move_to_it_under_load(app: Api, world: World, database_url: str) -> None:
    *_, (host, port) = await nodes()
    connection = await asyncpg.connect(database_url, command_timeout=_MOST_SECONDS)
    try:
        # As if it had not been there: everything lies on the others.
        await connection.execute("select citus_drain_node($1, $2)", host, port)
        await connection.execute("call citus_cleanup_orphaned_resources()")
        await connection.execute("select citus_remove_node($1, $2)", host, port)
        await _forget_settings(at((host, port), urlsplit(database_url).path.removeprefix("/")))
        assert port not in await _placed(connection)
        clients = Clients(world)
        async with asyncio.timeout(_MOST_SECONDS), asyncio.TaskGroup() as group:
            for place in range(len(world.partners)):
                group.create_task(clients.go_on(place))
            try:
                await asyncio.sleep(_AT_LEAST_SECONDS / 4)
                # As docs/scaling.md says.
                await connection.execute("select citus_add_node($1, $2)", host, port)
                await distribute(database_url)
                await connection.execute("select rebalance_table_shards()")
                await asyncio.sleep(_AT_LEAST_SECONDS / 4)
            finally:
                clients.are_done.set()
        placed = await _placed(connection)
    finally:
        await connection.close()
    print(f"answers {dict(clients.answers)}, longest {clients.longest_seconds:.1f} s, shards {dict(placed)}")
    assert clients.failures == []
    assert placed[port] > 0
    assert all(clients.answers[what] > 10 for what in ("register", "pay", "read"))
    async with app.database.transaction() as tx:
        assert [str(found) async for found in verify(tx)] == []
