"""One client, one account and all strangers have a share of a process each: what they ask for at once, others do not wait for."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import pytest

from fordran.api.app import Api
from fordran.api.http.answers import Answer
from fordran.api.http.body_memory import BodyMemory, BodyMemoryFull
from fordran.api.http.request import Request
from fordran.api.http.sending import send_answer
from fordran.settings import Settings
from fordran.store.connections.shares import Share, SharedLine, SharedPlace, sharing
from fordran.store.connections.waiting_line import QueueTimeout, WaitingLine
from fordran.store.reading.scope import ACCOUNT, DEBTOR, OPERATOR, Caller
from fordran.web.under_way import STRANGERS, RequestsUnderWay, TooManyUnderWay, shares_of
from tests.api.world import World
from tests.load.conftest import Serve, Serving
from tests.load.test_too_much_at_once import get

MIB = 1024 * 1024
ONE = Share(("client", "one"), 50)
ACCOUNT_A = Share(("account", "a"), 70)


async def all_waiting(serving: Serving, owner: tuple[str, object], requests: int) -> None:
    async with asyncio.timeout(10):
        while serving.api.services.under_way.by_owner[owner] < requests:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_client_with_slow_requests_leaves_connections_to_the_others(serve: Serve, world: World) -> None:
    serving = await serve(pool_size=4, pool_wait_seconds=2.0, max_requests=100)
    greedy, other = (world.token(world.users[name]) for name in ("operator", "account_admin"))
    async with world.database.transaction() as tx:
        await tx.execute("lock table webhooks in access exclusive mode")
        slow = [asyncio.create_task(serving.ask(get("/webhooks", greedy))) for _ in range(30)]
        await all_waiting(serving, ("client", world.users["operator"]), 30)
        answers = [await serving.ask(get("/creditors", other)) for _ in range(5)]
        assert Counter(status for status, _, _ in answers) == {200: 5}, "others have the rest of the connections"
        assert serving.api.database.in_use == 2, "half of four"
        async with asyncio.timeout(6):
            while sum(task.done() for task in slow) < 28:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    answered = Counter((status, headers.get("retry-after")) for status, headers, _ in await asyncio.gather(*slow))
    assert answered == {(503, "2"): 28, (200, None): 2}, "the client itself waits for its own"
    assert not serving.api.services.under_way.by_owner, "nothing is left counted"
    assert not serving.api.database._shared.lines


async def test_a_client_may_have_its_share_of_the_requests_under_way(serve: Serve, world: World) -> None:
    serving = await serve(pool_size=4, pool_wait_seconds=20.0, max_requests=20)
    greedy, other = (world.token(world.users[name]) for name in ("operator", "account_admin"))
    async with world.database.transaction() as tx:
        await tx.execute("lock table webhooks in access exclusive mode")
        slow = [asyncio.create_task(serving.ask(get("/webhooks", greedy))) for _ in range(10)]
        await all_waiting(serving, ("client", world.users["operator"]), 10)
        status, headers, body = await serving.ask(get("/creditors", greedy))
        assert (status, headers["retry-after"]) == (503, "2")
        assert b"of this client" in body
        assert (await serving.ask(get("/creditors", other)))[0] == 200
    assert Counter(status for status, _, _ in await asyncio.gather(*slow)) == {200: 10}


async def test_a_client_with_long_bodies_leaves_memory_to_the_others(serve: Serve, world: World) -> None:
    api = (await serve(body_memory_mb=32, pool_wait_seconds=0.3)).api
    greedy, other = (world.token(world.users[name]) for name in ("operator", "account_admin"))
    size, last_byte, now = 7 * MIB, asyncio.Event(), asyncio.Event()
    now.set()
    asking = [asyncio.create_task(status_of_body(api, greedy, size, last_byte)) for _ in range(4)]
    while sum(task.done() for task in asking) < 2:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    assert api.bodies_in.held_by == {("client", world.users["operator"]): 2 * size}, "half of 32 MiB"
    assert await status_of_body(api, other, size, now) == 400, "the other has room, and sent no JSON"
    last_byte.set()
    assert Counter(await asyncio.gather(*asking)) == {503: 2, 400: 2}
    assert (api.bodies_in.held_bytes, api.bodies_in.held_by) == (0, {})


async def status_of_body(api: Api, token: str, size: int, last_byte: asyncio.Event) -> int:
    """The status of the answer to a long body, whose last byte comes when it may."""
    parts = [b" " * (size - 1)]
    statuses = []

    async def receive() -> Any:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": True}
        await last_byte.wait()
        return {"type": "http.request", "body": b"}", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    headers = {"host": "x", "x-api-key": token, "content-type": "application/json", "content-length": str(size)}
    await api(
        {
            "type": "http",
            "method": "POST",
            "path": "/users",
            "query_string": b"",
            "client": ("127.0.0.1", 1),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        },
        receive,
        send,
    )
    (status,) = statuses
    return status


async def test_long_answers_count_for_the_share_of_their_client() -> None:
    memory = BodyMemory(10 * MIB, wait_seconds=0.05)
    request = Request({"method": "GET", "path": "/", "headers": [], "query_string": b""}, asyncio.Queue().get, "id")
    request.shares = (ONE,)
    held = []

    async def send(message: Any) -> None:
        held.append(memory.held_by[ONE.owner])
        if message["type"] == "http.response.start":
            await second

    # Random, so that compressing leaves it as long.
    second = asyncio.ensure_future(is_full(memory, 3 * MIB))
    await send_answer(request, Answer(200, secrets.token_bytes(3 * MIB), []), memory, send)
    assert held[0] == 3 * MIB
    assert second.result(), "six of five MiB"
    assert memory.held_by == {}


async def is_full(memory: BodyMemory, size: int, own_bytes: int = 0) -> bool:
    try:
        await memory.take(size, (ONE, ACCOUNT_A), own_bytes)
    except BodyMemoryFull:
        return True
    memory.give_back(size, (ONE, ACCOUNT_A))
    return False


async def test_the_only_body_of_a_share_may_be_longer_than_the_share() -> None:
    memory = BodyMemory(100, wait_seconds=0.05)
    assert not await is_full(memory, 90), "its only one"
    await memory.take(40, (ONE,))
    assert await is_full(memory, 20), "forty and twenty of fifty"
    assert not await is_full(memory, 20, own_bytes=40), "the rest of the same body"
    await memory.take(35, (Share(("client", "two"), 50), ACCOUNT_A))
    assert await is_full(memory, 10 + 30, own_bytes=40), "there are hundred"
    memory.give_back(40, (ONE,))
    assert await is_full(memory, 40), "thirty-five and forty of seventy for the account"


def test_a_request_counts_for_its_client_and_account_or_for_all_strangers() -> None:
    settings = Settings()
    caller = Caller("user", "name", ACCOUNT, account="account")
    assert [share.owner for share in shares_of(caller, "user", settings)] == [
        ("client", "user"),
        ("account", "account"),
    ]
    staff = Caller("user", "name", OPERATOR)
    assert [share.owner for share in shares_of(staff, "user", settings)] == [("client", "user")]
    for stranger in (None, replace(caller, level=DEBTOR)):
        owners = [share.owner for share in shares_of(stranger, "192.0.2.1", settings)]
        assert owners == [("client", "192.0.2.1"), STRANGERS]


def test_strangers_from_many_addresses_are_counted_together() -> None:
    under_way, settings = RequestsUnderWay(10), Settings()
    blocks = [under_way.counted(shares_of(None, address, settings)) for address in range(6)]
    for block in blocks[:5]:
        block.__enter__()
    with pytest.raises(TooManyUnderWay):
        blocks[5].__enter__()
    with under_way.counted((ONE,)):
        pass
    for block in blocks[:5]:
        block.__exit__(None, None, None)
    assert not under_way.by_owner


async def take(line: SharedLine, *shares: Share) -> SharedPlace:
    with sharing(shares):
        place = line.now()
    assert isinstance(place, SharedPlace)
    await place.take()
    return place


async def test_places_are_counted_for_every_share_and_given_back() -> None:
    line = SharedLine(WaitingLine(10, 0.1))
    held = [await take(line, ONE, ACCOUNT_A) for _ in range(5)]
    assert await is_late(take(line, ONE, ACCOUNT_A)), "half of ten"
    two, three = (Share(("client", name), 50) for name in ("two", "three"))
    held += [await take(line, two, ACCOUNT_A) for _ in range(2)]
    assert await is_late(take(line, three, ACCOUNT_A)), "seven of ten for the account"
    held += [await take(line, three) for _ in range(3)]
    assert await is_late(take(line, Share(("client", "four"), 50))), "there are ten"
    for place in held:
        place.leave()
    assert (line.everybody.taken, line.lines) == (0, {})


async def is_late(taking: Coroutine[Any, Any, SharedPlace]) -> bool:
    try:
        await taking
    except QueueTimeout:
        return True
    return False


async def test_a_place_that_comes_free_goes_to_who_waits_for_it_and_one_that_gives_up_leaves_all() -> None:
    line = SharedLine(WaitingLine(2, 5))
    first = await take(line, ONE)
    waiting, cancelled = (asyncio.create_task(take(line, ONE)) for _ in range(2))
    await asyncio.sleep(0)
    cancelled.cancel()
    assert (await asyncio.gather(cancelled, return_exceptions=True))[0].__class__ is asyncio.CancelledError
    first.leave()
    second = await waiting
    assert (line.everybody.taken, len(line.lines)) == (1, 1)
    second.leave()
    assert (line.everybody.taken, line.lines) == (0, {})
