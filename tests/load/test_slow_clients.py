"""Clients that are slow, or send what never ends, are told so and cut off; those that are merely slow enough are not."""

from __future__ import annotations

import asyncio
import json

import pytest

from fordran.api.server import connection
from tests.api.bodies import user
from tests.api.world import World
from tests.load.conftest import Serve, answer_on, ended

QUICK = {"client_seconds": 0.3, "keep_alive_seconds": 1.0}


def post(token: str, body: bytes, *, length: int | None = None, more: str = "") -> bytes:
    size = len(body) if length is None else length
    head = f"POST /users HTTP/1.1\r\nhost: x\r\nx-api-key: {token}\r\ncontent-type: application/json\r\n{more}"
    return f"{head}content-length: {size}\r\n\r\n".encode() + body


@pytest.fixture
def token(world: World) -> str:
    return world.token(world.users["operator"])


async def count(world: World) -> int:
    total: int = (await world.operator.get("/users")).json()["_meta"]["total"]
    return total


@pytest.mark.parametrize(
    ("sent", "status", "says", "remark"),
    [
        (b"GET /hea", 408, "head", "part of the first line"),
        (b"GET /health HTTP/1.1\r\nhost: x\r\n", 408, "head", "a head without its end"),
        (b"GET /health HTTP/1.1\r\nx: " + b"y" * 70_000, 431, "64 KiB", "a head too long to be one"),
        (b"GET /health HTTP/1.1\r\nhost: x\r\n" + b"x: y\r\n" * 100 + b"\r\n", 431, "100 headers", "101 headers"),
        (b"GET /health HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 33_000 + b"\r\n\r\n", 431, "32 KiB", "one long header"),
        (b"NONSENSE\r\n\r\n", 400, "could not understand", "not HTTP at all"),
    ],
)
async def test_a_head_has_to_come_soon_and_be_short(
    serve: Serve, sent: bytes, status: int, says: str, remark: str
) -> None:
    serving = await serve(**QUICK)
    reader, writer = await serving.connect()
    writer.write(sent)
    answered, headers, body = await answer_on(reader)
    assert (answered, headers["connection"]) == (status, "close"), remark
    assert says in json.loads(body)["_error"]["message"], remark
    assert headers["x-request-id"]
    assert await ended(reader), remark


async def test_every_request_of_a_connection_may_have_a_hundred_headers(serve: Serve) -> None:
    serving = await serve()
    reader, writer = await serving.connect()
    for _ in range(2):
        writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n" + b"x: y\r\n" * 99 + b"\r\n")
        assert (await answer_on(reader))[0] == 200
    long_address = b"GET /health?x=" + b"y" * 32_000 + b" HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 31_000 + b"\r\n\r\n"
    assert (await serving.ask(long_address))[0] == 200, "the address is none of the headers"


async def test_a_head_that_comes_byte_by_byte_is_cut_off_however_steadily_it_comes(serve: Serve) -> None:
    serving = await serve(**QUICK)
    reader, writer = await serving.connect()
    cut = asyncio.create_task(answer_on(reader))
    for byte in b"GET /health HTTP/1.1\r\n" + b"x: y\r\n" * 100:
        if cut.done():
            break
        writer.write(bytes([byte]))
        await asyncio.sleep(0.05)
    assert (await cut)[0] == 408


async def test_a_body_that_stops_coming_is_given_up_and_nothing_is_done(serve: Serve, world: World, token: str) -> None:
    before = await count(world)
    serving = await serve(**QUICK)
    body = json.dumps(user(world)).encode()
    reader, writer = await serving.connect()
    writer.write(post(token, body[:-1], length=len(body)))
    status, _, said = await answer_on(reader)
    assert status == 408
    assert "body" in json.loads(said)["_error"]["message"]
    assert await ended(reader)
    assert await count(world) == before
    assert serving.api.services.under_way.total == 0


async def test_a_body_that_comes_slowly_but_steadily_enough_is_taken(
    serve: Serve, world: World, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SLOWEST_BYTES_PER_SECOND", 100)
    serving = await serve(**QUICK)
    body = json.dumps(user(world)).encode() + b" " * 400
    reader, writer = await serving.connect()
    writer.write(post(token, b"", length=len(body)))
    for start in range(0, len(body), 40):
        writer.write(body[start : start + 40])
        await asyncio.sleep(0.1)
    assert (await answer_on(reader))[0] == 201


async def test_who_asks_nothing_is_left_for_a_while_and_then_let_go(serve: Serve) -> None:
    serving = await serve(**QUICK)
    silent, _ = await serving.connect()
    asked, writer = await serving.connect()
    writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
    assert (await answer_on(asked))[0] == 200
    assert not await ended(silent, 0.5), "an idle connection is no slow request"
    writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
    assert (await answer_on(asked))[0] == 200
    assert await ended(asked)
    assert await ended(silent)


async def test_who_does_not_read_a_long_answer_is_cut_off_and_holds_nothing(serve: Serve) -> None:
    serving = await serve(**QUICK)
    _, writer = await serving.connect(receive_bytes=4096)
    for _ in range(40):
        writer.write(b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n")
    async with asyncio.timeout(20):
        while not serving.api.bodies_out.held_bytes:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert serving.api.database.in_use == 0, "and holds no database connection"
    async with asyncio.timeout(20):
        while serving.server.server_state.connections or serving.api.services.under_way.total:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert serving.api.bodies_out.held_bytes == 0


async def test_a_thousand_requests_in_one_piece_are_too_many(serve: Serve) -> None:
    serving = await serve(**QUICK)
    reader, writer = await serving.connect()
    writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n" * 1000)
    assert await ended(reader)
    assert (await serving.ask(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"))[0] == 200


async def test_a_client_that_goes_away_amid_its_body_has_done_nothing_and_after_it_everything(
    serve: Serve, world: World, token: str
) -> None:
    before = await count(world)
    serving = await serve()
    body = json.dumps(user(world)).encode()
    for sent, made in ((post(token, body[:-1], length=len(body)), 0), (post(token, body), 1)):
        _, writer = await serving.connect()
        writer.write(sent)
        while not serving.api.services.under_way.total:  # noqa: ASYNC110
            await asyncio.sleep(0)
        writer.transport.abort()
        async with asyncio.timeout(20):
            while serving.api.services.under_way.total:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert await count(world) == before + made


async def test_a_refused_body_that_is_still_being_sent_does_not_lose_the_answer(
    serve: Serve, world: World, token: str
) -> None:
    serving = await serve()
    reader, writer = await serving.connect()
    writer.write(post(token, b" " * (10 * 1024 * 1024 + 1)))
    assert (await answer_on(reader))[0] == 413
    await writer.drain()
    writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
    assert (await answer_on(reader))[0] == 200, "the rest of the body was passed over"
    writer.write(post(token, b"", length=11 * 1024 * 1024, more="expect: 100-continue\r\n"))
    status, headers, _ = await answer_on(reader)
    assert (status, headers["connection"]) == (413, "close"), "who waits to be told sends no body"


async def test_who_has_not_signed_in_may_send_little(serve: Serve) -> None:
    serving = await serve()
    head = "POST /authenticates/api-code HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    status, _, body = await serving.ask(f"{head}content-length: 70000\r\n\r\n".encode() + b" " * 70_000)
    assert status == 413
    assert "64 KiB" in json.loads(body)["_error"]["message"]
