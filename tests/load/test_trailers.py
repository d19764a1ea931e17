"""Trailers of a chunked body are no headers: what counts was in the head, however the body ends."""

from __future__ import annotations

import json

import pytest

from tests.api.bodies import user
from tests.api.world import World
from tests.load.conftest import Serve


def chunked(head: str, body: bytes, trailers: str) -> bytes:
    """A request whose body comes in two pieces and is followed by trailers."""
    middle = len(body) // 2
    pieces = b"".join(f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in (body[:middle], body[middle:]))
    start = (
        f"POST /users HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{head}transfer-encoding: chunked\r\n\r\n"
    )
    return start.encode() + pieces + b"0\r\n" + trailers.encode() + b"\r\n"


@pytest.fixture
def token(world: World) -> str:
    return world.token(world.users["operator"])


async def test_a_token_in_a_trailer_is_no_token(serve: Serve, world: World, token: str) -> None:
    serving = await serve()
    body = json.dumps(user(world)).encode()
    status, _, _ = await serving.ask(chunked("", body, f"x-api-key: {token}\r\n"))
    assert status == 401


async def test_an_idempotency_key_and_an_override_in_trailers_do_nothing(
    serve: Serve, world: World, token: str
) -> None:
    serving = await serve()
    body = json.dumps(user(world)).encode()
    trailers = "idempotency-key: from-a-trailer\r\nx-http-method-override: GET\r\nx-forwarded-for: 203.0.113.7\r\n"
    for _ in range(2):
        status, headers, answered = await serving.ask(chunked(f"x-api-key: {token}\r\n", body, trailers))
        assert status == 201, answered
        assert "idempotency-replayed" not in headers


async def test_the_next_request_of_the_connection_has_headers_again(serve: Serve, world: World, token: str) -> None:
    serving = await serve()
    body = json.dumps(user(world)).encode()
    first = chunked(f"x-api-key: {token}\r\n", body, "x-odd: 1\r\n")
    second = f"GET /users HTTP/1.1\r\nhost: x\r\nx-api-key: {token}\r\nconnection: close\r\n\r\n".encode()
    reader, writer = await serving.connect()
    writer.write(first + second)
    answered = (await reader.read()).decode("utf-8", "replace")
    assert "HTTP/1.1 201" in answered
    assert "HTTP/1.1 200" in answered
