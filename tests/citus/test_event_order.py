"""The order of events on a cluster: a node that commits later than another hides nothing for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fordran import clock
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.webhooks.sequence_events import last_position, seen_position, sequence_events
from fordran.store.connections.database import Database
from fordran.store.rows.ids import new_id
from tests.api.world import World
from tests.citus.nodes import CLUSTER, WITHOUT

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)

_PORT = """
select n.nodeport from pg_dist_shard_placement n
where n.shardid = get_shard_id_for_distribution_column('fordran.events', $1::text)
"""


async def number_all(database: Database) -> int:
    """Number what there is, until it is seen everywhere; the last position."""
    numbered = 1
    while numbered:
        async with database.transaction() as tx:
            numbered = await sequence_events(tx)
    async with database.transaction() as tx:
        return await seen_position(tx)


async def on_two_nodes(database: Database) -> tuple[str, str]:
    """Two accounts that lie on different nodes."""
    async with database.connection() as connection:
        first = new_id()
        port = await connection.fetchval(_PORT, first)
        for _ in range(200):
            if await connection.fetchval(_PORT, other := new_id()) != port:
                return first, other
    raise AssertionError("all accounts lie on one node")


async def note(database: Database, *accounts: str) -> None:
    async with database.transaction() as tx:
        await note_events(
            tx, [DomainEvent("case.held", account, data={"hold": "1"}) for account in accounts], clock.now()
        )


async def told(world: World, after: int) -> list[tuple[int, str]]:
    """Positions and accounts of what the operator sees after a position; the cursor is where they end."""
    answer = await world.operator.get("/events", params={"after": after, "max_results": 100})
    page: dict[str, Any] = answer.json()
    assert page["_meta"]["last"] == (page["_items"][-1]["position"] if page["_items"] else after)
    return [(event["position"], event["account"]) for event in page["_items"]]


async def test_a_node_that_commits_late_keeps_later_positions_from_being_told(world: World) -> None:
    start = await number_all(world.database)
    late, early = await on_two_nodes(world.database)
    await note(world.database, late, early)
    # As it is while the nodes are told to commit: positions are given, one node has its part, the other not yet.
    async with world.database.transaction() as slow, asyncio.timeout(20):
        await slow.execute("update events set position = $2 where account_id = $1", late, start + 1)
        async with world.database.transaction() as tx:
            await tx.execute("update events set position = $2 where account_id = $1", early, start + 2)
            await tx.execute("update event_stream set given_position = $1", start + 2)
        assert await told(world, start) == []
        async with world.database.transaction() as tx:
            assert await sequence_events(tx) == 0
            assert (await seen_position(tx), await last_position(tx)) == (start, start + 2)
    assert await told(world, start) == [(start + 1, late), (start + 2, early)]
    await note(world.database, early)
    assert await told(world, start + 2) == [(start + 3, early)]


async def follow(world: World, after: int, until: asyncio.Event) -> list[int]:
    """Positions that a reader of all accounts is told of, from page to page, until told and nothing more comes."""
    seen: list[int] = []
    while True:
        was_set = until.is_set()
        positions = [position for position, _ in await told(world, seen[-1] if seen else after)]
        seen += positions
        if was_set and not positions:
            return seen


async def test_a_reader_of_all_accounts_sees_every_event_once_and_in_order(world: World) -> None:
    start = await number_all(world.database)
    accounts = [new_id() for _ in range(12)]

    async def write(account: str) -> None:
        for _ in range(12):
            await note(world.database, account)

    async def number() -> None:
        while not done.is_set():
            await number_all(world.database)

    done = asyncio.Event()
    async with asyncio.timeout(120):
        others = [asyncio.create_task(number()) for _ in range(2)]
        readers = [asyncio.create_task(follow(world, start, done)) for _ in range(3)]
        await asyncio.gather(*(write(account) for account in accounts))
        done.set()
        followed = await asyncio.gather(*readers)
        await asyncio.gather(*others)
    assert followed == [list(range(start + 1, start + 145))] * 3


async def test_what_a_node_has_committed_and_the_first_one_has_not_is_not_given_again(world: World) -> None:
    """A batch of one node is committed there first; the first node may be stopped before its own part is."""
    start = await number_all(world.database)
    account, other = await on_two_nodes(world.database)
    await note(world.database, account)
    async with world.database.transaction() as tx:
        await tx.execute("update events set position = $2 where account_id = $1", account, start + 1)
    await note(world.database, other)
    assert await told(world, start) == [(start + 1, account), (start + 2, other)]


async def test_what_a_transaction_numbers_it_does_not_tell_others_of(world: World) -> None:
    start = await number_all(world.database)
    await note(world.database, *await on_two_nodes(world.database))
    async with world.database.transaction() as tx:
        assert [await sequence_events(tx, 1) for _ in range(3)] == [1, 1, 0]
        assert (await seen_position(tx), await last_position(tx)) == (start, start + 2)
    assert await number_all(world.database) == start + 2
