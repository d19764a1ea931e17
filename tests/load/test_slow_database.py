"""A database that is slow, stuck, away or back again: requests are answered 503 in time, wholly undone, and then as before."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator

import asyncpg
import pytest

from fordran import clock
from fordran.api.app import create_app
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.store.connections.troubles import DatabaseAway
from tests.api.bodies import user
from tests.api.world import World, client_of
from tests.wire import Wire


@pytest.fixture
async def wire(settings: Settings) -> AsyncIterator[tuple[Wire, str]]:
    assert settings.database_url is not None
    laid = Wire(settings.database_url)
    yield laid, await laid.open()
    await laid.close()


async def total(world: World) -> int:
    count: int = (await world.operator.get("/users")).json()["_meta"]["total"]
    return count


async def test_a_lock_that_another_holds_for_long_is_not_waited_for_and_nothing_is_done(
    settings: Settings, world: World
) -> None:
    api = create_app(dataclasses.replace(settings, lock_seconds=0.3))
    before = await total(world)
    async with client_of(api, world.token(world.users["operator"])) as client:
        async with world.database.transaction() as tx:
            await tx.execute("lock table users in share row exclusive mode")
            answer = await client.post("/users", json=user(world), headers={"idempotency-key": "locked"})
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
            sentence = "What this request needs is locked by another request; nothing was done. Try again soon."
            assert answer.json()["_error"]["message"] == sentence
        assert await total(world) == before
        again = await client.post("/users", json=user(world), headers={"idempotency-key": "locked"})
        assert again.status_code == 201, "the key was not used up, nor the connection spoilt"
    assert await total(world) == before + 1
    await api.database.close()


async def test_a_list_that_takes_too_long_is_stopped_before_other_statements_are(
    settings: Settings, world: World
) -> None:
    api = create_app(dataclasses.replace(settings, list_seconds=0.3))
    async with client_of(api, world.token(world.users["operator"])) as client:
        async with world.database.transaction() as tx:
            await tx.execute("lock table webhooks in access exclusive mode")
            answer = await client.get("/webhooks")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
            assert answer.json()["_error"]["message"] == "The request took too long and was stopped; nothing was done."
        assert (await client.get("/webhooks")).status_code == 200
    await api.database.close()


async def test_a_statement_that_takes_too_long_is_given_up_with_its_transaction(database: Database) -> None:
    hasty = Database(database.url, 1, statement_seconds=0.2)
    async with hasty.transaction() as tx:
        await tx.execute("create table kept (n int)")
    with pytest.raises(DatabaseAway):  # noqa: PT012
        async with hasty.transaction() as tx:
            await tx.execute("insert into kept values (1)")
            await tx.execute("select pg_sleep(30)")
    async with hasty.connection() as connection:
        assert await connection.fetchval("select count(*) from kept") == 0
    async with database.transaction() as tx:
        # It has to wait for whoever still inserts, and so shows that nobody does for long.
        await tx.execute("drop table kept", timeout=5)
    await hasty.close()


async def test_a_database_that_stops_answering_is_away_in_time_and_found_again(
    settings: Settings, world: World, wire: tuple[Wire, str]
) -> None:
    laid, url = wire
    quick = dataclasses.replace(settings, database_url=url, statement_seconds=1.0, pool_wait_seconds=1.0, pool_size=4)
    api = create_app(quick)
    before = await total(world)
    async with client_of(api, world.token(world.users["operator"])) as client:
        assert (await client.get("/users")).status_code == 200
        laid.carries.clear()
        began = clock.monotonic()
        asked = [client.get("/users") for _ in range(10)] + [client.post("/users", json=user(world)) for _ in range(10)]
        answers = await asyncio.gather(*asked, client.get("/ready"))
        assert {answer.status_code for answer in answers} == {503}
        assert clock.monotonic() - began < 10
        assert (await client.get("/health")).status_code == 200
        assert api.database.in_use == 0
        laid.carries.set()
        assert (await client.get("/users")).status_code == 200
        assert (await client.get("/ready")).status_code == 200
        assert await total(world) == before
        await laid.cut()
        await asyncio.sleep(0.5)
        assert (await client.get("/users")).status_code == 200, "connections that were cut are not lent out"
    await api.database.close()


async def test_a_connection_that_is_lost_amid_a_request_undoes_it_and_is_replaced(
    settings: Settings, world: World
) -> None:
    api = create_app(settings)
    before = await total(world)
    async with client_of(api, world.token(world.users["operator"])) as client:
        async with world.database.transaction() as tx:
            await tx.execute("lock table users in share row exclusive mode")
            asking = asyncio.create_task(client.post("/users", json=user(world)))
            waits = "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
            while (pid := await tx.fetchval(waits)) is None:
                await asyncio.sleep(0.01)
                await tx.execute("select pg_stat_clear_snapshot()")
            await tx.execute("select pg_terminate_backend($1::int)", pid)
            answer = await asking
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert await total(world) == before
        assert (await client.post("/users", json=user(world))).status_code == 201
    await api.database.close()


async def test_who_goes_away_leaves_no_lock_behind(settings: Settings) -> None:
    """As after a kill -9 of a process whose statement runs: the server looks for its client, and gives up without it."""
    assert settings.database_url is not None
    database = Database(settings.database_url, 1)
    loan = database.connection()
    connection = await loan.__aenter__()
    held = asyncio.create_task(connection.execute("select pg_advisory_lock(77), pg_sleep(30)"))
    watching = await asyncpg.connect(settings.database_url)
    locked = "select exists (select from pg_locks where locktype = 'advisory' and objid = 77)"
    while not await watching.fetchval(locked):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    connection._transport.abort()
    with pytest.raises((asyncpg.PostgresConnectionError, asyncpg.InterfaceError, OSError)):
        await held
    async with asyncio.timeout(10):
        while await watching.fetchval(locked):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    await watching.close()
    await loan.__aexit__(None, None, None)
    await database.close()


async def test_a_process_that_starts_while_the_database_is_away_serves_as_soon_as_it_is_back(
    settings: Settings, wire: tuple[Wire, str]
) -> None:
    laid, url = wire
    laid.carries.clear()
    api = create_app(dataclasses.replace(settings, database_url=url, pool_wait_seconds=0.4))
    asked: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    said: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    asked.put_nowait({"type": "lifespan.startup"})
    living = asyncio.create_task(api({"type": "lifespan"}, asked.get, said.put))
    assert await asyncio.wait_for(said.get(), 10) == {"type": "lifespan.startup.complete"}
    async with client_of(api) as client:
        assert (await client.get("/ready")).status_code == 503
        laid.carries.set()
        assert (await client.get("/ready")).status_code == 200
    asked.put_nowait({"type": "lifespan.shutdown"})
    await living
