"""A read replica: a standby answers lists, reports and `verify`, and shows each caller all that it was told is kept.

One server with a standby and a small world in it serve all tests here, since making them takes seconds.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.install import install
from fordran.actions.proof.verify import verify
from fordran.actions.reports.ageing import ageing
from fordran.actions.reports.one_moment import look
from fordran.api.app import Api, create_app
from fordran.commands.installation import database_to_read, looked
from fordran.settings import Settings
from fordran.store.connections import replica as replicas
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.replica import DatabaseWithReplica, Position, ReplicaUnusable, database_of
from fordran.store.upkeep.migrate import migrate
from tests.api import bodies
from tests.api.conftest import settings_for
from tests.api.world import World, make_world
from tests.standby import Standby, standby


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standby]:
    with standby(tmp_path_factory.mktemp("replica")) as started:
        yield started


@pytest.fixture(scope="module")
async def settings(servers: Standby, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    await migrate(servers.primary_url)
    database = Database(servers.primary_url, 1)
    async with database.transaction() as tx:
        await install(tx, sandbox=True, now=clock.now())
    await database.close()
    plain = settings_for(servers.primary_url, tmp_path_factory.mktemp("data"))
    return replace(plain, read_database_url=servers.url)


@pytest.fixture(scope="module")
async def apps(settings: Settings) -> AsyncIterator[tuple[Api, Api]]:
    """Two processes of the interface, as far as their memories go: nothing of the one is known to the other."""
    both = create_app(settings), create_app(settings)
    yield both
    for app in both:
        await app.database.close()


@pytest.fixture(scope="module")
async def world(apps: tuple[Api, Api]) -> AsyncIterator[World]:
    made = await make_world(apps[0])
    yield made
    await made.close()


@pytest.fixture
async def here_and_there(world: World, apps: tuple[Api, Api]) -> AsyncIterator[list[httpx.AsyncClient]]:
    """A creditor's clients at both processes, neither of which remembers having left the replica alone."""
    for app in apps:
        _database(app)._alone_until = 0.0
    there = world.moved_to(apps[1])
    yield [world.callers["creditor_admin"], there.callers["creditor_admin"]]
    await there.close()


def _database(app: Api) -> DatabaseWithReplica:
    assert isinstance(app.database, DatabaseWithReplica)
    return app.database


async def _registered(world: World, client: httpx.AsyncClient) -> str:
    answer = await client.post("/invoice--registrations", json=bodies.invoice_registration(world))
    assert answer.status_code == 201, answer.text
    case: str = answer.json()["_case"]
    return case


async def _lists_what_it_wrote(world: World, clients: list[httpx.AsyncClient], times: int) -> None:
    """Whoever registers by one process finds it at once in the lists of both."""
    for number in range(times):
        case = await _registered(world, clients[number % 2])
        query = {"where": json.dumps({"_id": case})}
        answers = await asyncio.gather(*(client.get("/cases", params=query) for client in clients))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert [[item["_id"] for item in answer.json()["_items"]] for answer in answers] == [[case], [case]], number


def _answered(apps: tuple[Api, Api]) -> int:
    return sum(_database(app).answered_by_standby for app in apps)


async def test_what_a_caller_wrote_is_in_its_next_list_by_whichever_process_and_the_standby_answers(
    world: World, apps: tuple[Api, Api], here_and_there: list[httpx.AsyncClient]
) -> None:
    before = _answered(apps)
    await asyncio.wait_for(_lists_what_it_wrote(world, here_and_there, 20), 60)
    # How many, the machine decides: one that was too busy to replay within the patience was passed by.
    assert _answered(apps) > before


async def test_a_standby_that_is_behind_is_passed_by_and_waited_for_if_it_is_a_little_behind(
    world: World,
    apps: tuple[Api, Api],
    here_and_there: list[httpx.AsyncClient],
    servers: Standby,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    servers.lag("1h")
    try:
        await _registered(world, here_and_there[0])
        before = _answered(apps)
        monkeypatch.setattr(replicas, "_BEHIND_SECONDS", 0.001)
        await asyncio.wait_for(_lists_what_it_wrote(world, here_and_there, 6), 60)
        assert _answered(apps) == before, "it had nothing of what was written"
    finally:
        servers.lag("0")
    for app in apps:
        monkeypatch.setattr(_database(app).standby, "_patience_seconds", 20.0)
        _database(app)._alone_until = 0.0
    servers.lag("50ms")
    try:
        await asyncio.wait_for(_lists_what_it_wrote(world, here_and_there, 4), 60)
        assert _answered(apps) == before + 8, "with patience enough, it answers every time"
    finally:
        servers.lag("0")


async def test_a_standby_that_hangs_delays_a_list_by_a_bound_and_the_next_one_not_at_all(
    world: World, apps: tuple[Api, Api], here_and_there: list[httpx.AsyncClient], servers: Standby
) -> None:
    before = _answered(apps)
    with servers.hung():
        await asyncio.wait_for(_lists_what_it_wrote(world, here_and_there, 3), 30)
    assert _answered(apps) == before


async def test_readings_that_the_standby_answers_are_in_the_audit_log_of_the_server_itself(
    apps: tuple[Api, Api], here_and_there: list[httpx.AsyncClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = _database(apps[0])
    before = database.answered_by_standby
    monkeypatch.setattr(database.standby, "_patience_seconds", 20.0)
    answer = await here_and_there[0].get("/customers")
    assert answer.status_code == 200
    assert database.answered_by_standby == before + 1
    await apps[0].readings.flush()
    async with database.connection() as connection:
        statement = "select count(*) from audit_log where kind = 'read' and request_id = $1"
        assert await connection.fetchval(statement, answer.headers["x-request-id"]) == 1


async def test_verify_and_reports_read_the_standby(settings: Settings) -> None:
    database = database_to_read(settings)
    assert isinstance(database, DatabaseWithReplica)
    seen: list[bool] = []

    async def find(tx: Connection) -> list[Any]:
        found = [one async for one in verify(tx)]
        seen.append(await tx.fetchval("select pg_is_in_recovery()"))
        return found

    try:
        assert await database.look(find) == []
    finally:
        await database.close()

    async def make(tx: Connection) -> bool:
        await ageing(tx, await look(tx, clock.now()), None)
        is_standby: bool = await tx.fetchval("select pg_is_in_recovery()")
        return is_standby

    seen.append(await asyncio.to_thread(looked, settings, make))
    assert seen == [True, True]


async def test_what_is_lost_amid_a_read_is_read_again_from_the_server_itself(settings: Settings) -> None:
    told: list[str] = []
    database = _patient(settings, told)
    seen: list[bool] = []

    async def read(connection: Connection) -> int:
        seen.append(await connection.fetchval("select pg_is_in_recovery()"))
        if seen[-1]:
            await connection.execute("select pg_terminate_backend(pg_backend_pid())")
        number: int = await connection.fetchval("select 1")
        return number

    try:
        assert await database.read(read) == 1
        assert seen == [True, False]
        assert len(told) == 1
        assert await database.read(read) == 1
        assert seen == [True, False, False], "it is left alone for some seconds"
    finally:
        await database.close()


async def test_many_readers_share_the_asking_how_far_the_server_is(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = _patient(settings, [])
    loans: list[int] = []
    lend = database.connection
    monkeypatch.setattr(database, "connection", lambda **how: loans.append(1) or lend(**how))

    async def read(connection: Connection) -> bool:
        is_standby: bool = await connection.fetchval("select pg_is_in_recovery()")
        return is_standby

    try:
        assert await asyncio.gather(*(database.read(read) for _ in range(40))) == [True] * 40
        assert len(loans) <= 2, "all came before the first asking, or before the second"
        assert await database.read(read)
        assert len(loans) <= 3, "who comes later has another asked"
    finally:
        await database.close()


@pytest.mark.parametrize(
    ("wrong", "why"), [({"timeline": 99}, "leads now"), ({"system": 1}, "another server"), ({}, "behind")]
)
async def test_a_standby_of_another_server_or_timeline_is_not_used_however_far_it_is(
    settings: Settings, wrong: dict[str, int], why: str
) -> None:
    database = _patient(settings, [])
    try:
        written = await database.standby._written.now()
        far = Position(written.bytes_written + 10**12, written.timeline, written.system)
        asked = (far if not wrong else Position(0, written.timeline, written.system))._replace(**wrong)
        database.standby._patience_seconds = 0.0
        async with Database.connection(database) as connection:
            with pytest.raises(ReplicaUnusable, match="no standby"):
                await database.standby._catch_up(connection, asked)
        async with database.standby.connection() as connection:
            with pytest.raises(ReplicaUnusable, match=why):
                await database.standby._catch_up(connection, asked)
    finally:
        await database.close()


async def test_a_standby_that_is_gone_or_leads_by_itself_is_done_without(
    world: World, apps: tuple[Api, Api], here_and_there: list[httpx.AsyncClient], servers: Standby
) -> None:
    """The last test here: nothing brings the standby back."""
    before = _answered(apps)
    servers.promote()
    await asyncio.wait_for(_lists_what_it_wrote(world, here_and_there, 2), 30)
    servers.kill()
    for app in apps:
        _database(app)._alone_until = 0.0
    await asyncio.wait_for(_lists_what_it_wrote(world, here_and_there, 2), 30)
    assert _answered(apps) == before


def _patient(settings: Settings, told: list[str]) -> DatabaseWithReplica:
    """A database that waits for its standby for as long as a busy machine may take."""
    assert settings.database_url is not None
    made = database_of(
        settings.database_url, settings.read_database_url, 4, 10.0, tell=told.append, patience_seconds=20.0
    )
    assert isinstance(made, DatabaseWithReplica)
    return made
