"""More than can be done: what is not done is told at once, with when to try again, and what is taken on is done."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from ipaddress import IPv6Address

import pytest

from fordran.api.http.body_memory import BodyMemory, BodyMemoryFull
from fordran.api.server.connection import connections_of
from fordran.store.connections.waiting_line import QueueTimeout, WaitingLine
from fordran.web.rates import Rates, client_of_address
from tests.api.bodies import user
from tests.api.world import World
from tests.load.conftest import Serve, answer_on, ended

HEALTH = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"


def get(path: str, token: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: x\r\nx-api-key: {token}\r\n\r\n".encode()


@pytest.fixture
def token(world: World) -> str:
    return world.token(world.users["operator"])


async def test_requests_past_the_bound_are_refused_at_once_and_probes_are_not(
    serve: Serve, world: World, token: str
) -> None:
    serving = await serve(max_requests=8, pool_size=2, pool_wait_seconds=20.0, client_share_percent=100)
    async with world.database.transaction() as tx:
        await tx.execute("lock table users in access exclusive mode")
        asking = [asyncio.create_task(serving.ask(get("/users", token))) for _ in range(30)]
        async with asyncio.timeout(10):
            while sum(task.done() for task in asking) < 22:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        refused, waiting = await asyncio.wait(asking, timeout=0.5)
        assert len(waiting) == 8
        for status, headers, body in (task.result() for task in refused):
            assert (status, headers["retry-after"]) == (503, "2")
            assert json.loads(body)["_error"]["code"] == 503
        async with asyncio.timeout(3):
            for path in (b"/health", b"/ready", b"/metrics"):
                assert (await serving.ask(HEALTH.replace(b"/health", path)))[0] == 200, path
    assert Counter(status for status, _, _ in await asyncio.gather(*waiting)) == {200: 8}, "what was taken on is done"
    assert serving.api.services.under_way.total == 0


async def test_of_many_creates_at_once_those_answered_are_there_and_those_refused_are_not(
    serve: Serve, world: World, token: str
) -> None:
    before = (await world.operator.get("/users")).json()["_meta"]["total"]
    serving = await serve(max_requests=40, pool_size=2, pool_wait_seconds=0.2)
    body = json.dumps(user(world)).encode()
    head = f"POST /users HTTP/1.1\r\nhost: x\r\nx-api-key: {token}\r\ncontent-type: application/json\r\n"
    request = f"{head}content-length: {len(body)}\r\n\r\n".encode() + body
    answers = Counter(status for status, _, _ in await asyncio.gather(*(serving.ask(request) for _ in range(150))))
    assert answers.keys() == {201, 503}
    assert answers[201] > 0
    assert (await world.operator.get("/users")).json()["_meta"]["total"] == before + answers[201]


async def test_connections_past_the_bound_are_refused_and_the_idle_make_room(serve: Serve) -> None:
    serving = await serve(max_connections=20)
    idle = [await serving.connect()]
    while {one.stage for one in connections_of(serving.server.server_state)} != {"idle"}:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    idle += [await serving.connect() for _ in range(19)]
    reader, _ = await serving.connect()
    status, headers, _ = await answer_on(reader)
    assert (status, headers["retry-after"], headers["connection"]) == (503, "2", "close")
    assert await ended(idle[0][0]), "who has been idle for longest is let go"
    assert (await serving.ask(HEALTH))[0] == 200
    stayed = 0
    for reader, writer in idle[1:]:
        writer.write(HEALTH)
        with suppress(EOFError, ConnectionError):  # those who have been idle equally long make room in any order
            stayed += (await answer_on(reader))[0] == 200
    assert stayed >= 15, "most of the others stay"


async def test_long_bodies_wait_for_room_and_are_refused_where_none_comes() -> None:
    memory = BodyMemory(100, wait_seconds=0.2)
    await memory.take(80)
    waiting = asyncio.create_task(memory.take(50))
    await asyncio.sleep(0.05)
    memory.give_back(80)
    await waiting
    assert memory.held_bytes == 50
    with pytest.raises(BodyMemoryFull):
        await memory.take(60)
    assert memory.held_bytes == 50
    memory.give_back(50)


async def test_long_bodies_of_many_clients_are_held_within_the_bound(serve: Serve, world: World, token: str) -> None:
    serving = await serve(body_memory_mb=32, client_share_percent=100, pool_wait_seconds=0.3, client_seconds=20)
    size = 9 * 1024 * 1024
    head = f"POST /users HTTP/1.1\r\nhost: x\r\nx-api-key: {token}\r\ncontent-type: application/json\r\n"
    readers = []
    for _ in range(6):
        reader, writer = await serving.connect()
        writer.write(f"{head}content-length: {size}\r\n\r\n".encode() + b" " * (size - 1))
        readers.append((reader, writer))
    refused = {asyncio.create_task(answer_on(reader)): writer for reader, writer in readers}
    most = 0
    async with asyncio.timeout(15):
        while sum(task.done() for task in refused) < 3:
            most = max(most, serving.api.bodies_in.held_bytes)
            await asyncio.sleep(0.01)
    assert most <= 32 * 1024 * 1024
    for task, writer in refused.items():
        if not task.done():
            writer.write(b"}")
    answers = Counter([(await task)[0] for task in refused])
    assert answers == {503: 3, 400: 3}, "three had room, and sent no JSON"
    assert serving.api.bodies_in.held_bytes == 0


async def test_a_line_that_moves_too_slowly_for_a_newcomer_tells_it_so_at_once() -> None:
    line = WaitingLine(1, wait_seconds=0.2)
    await line.take()
    first = [asyncio.create_task(line.take()) for _ in range(10)]
    late = await asyncio.gather(*first, return_exceptions=True)
    assert all(isinstance(trouble, QueueTimeout) for trouble in late)
    again = [asyncio.create_task(line.take()) for _ in range(40)]
    done, waiting = await asyncio.wait(again, timeout=0.1)
    assert len(done) >= 20, "in the line's experience their turn would not come in time"
    assert waiting, "but some may try, and find out whether it moves again"
    while line.waiting:
        line.leave()
        await asyncio.sleep(0)
    await asyncio.gather(*again, return_exceptions=True)
    admitted = 0
    for _ in range(10):
        quick = [asyncio.create_task(line.take()) for _ in range(100)]
        await asyncio.sleep(0)
        admitted = line.waiting
        while line.waiting:
            line.leave()
            await asyncio.sleep(0)
        await asyncio.gather(*quick, return_exceptions=True)
    assert admitted > 90, "and when it does, everybody may wait again, but for those who need not"


def test_one_who_has_many_addresses_of_one_network_is_one_client_and_buckets_are_bounded() -> None:
    rates = Rates(per_second=1, burst=2, most_clients=100)
    one, other = IPv6Address("2001:db8::1"), IPv6Address("2001:db8::2:1")
    assert client_of_address(one) == client_of_address(other)
    for number in range(1000):
        rates.take(number, 1_700_000_000.0)
    assert len(rates) == 100
    assert rates.take(999, 1_700_000_000.0)[0]
    assert not rates.take(999, 1_700_000_000.0)[0], "who has asked lately is not forgotten"
