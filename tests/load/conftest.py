"""The application behind its own HTTP server, on a port of this machine, in this process."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from fordran.api.app import Api, create_app
from fordran.api.server.connection import ConnectionState, HttpConnection
from fordran.api.server.server import HttpServer
from fordran.commands.api_process import server_config
from fordran.settings import Settings
from tests.api.conftest import app, quiet, settings_for, world
from tests.api.world import World, make_world
from tests.conftest import copy_database, execute, named

__all__ = ["app", "quiet", "world"]

WORLD = "load_world"
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
async def first_world(server: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> World:
    """The world as it is made, in a database that the tests' own are copied from."""
    await copy_database(server, WORLD, template)
    made_in = create_app(settings_for(named(server, WORLD), tmp_path_factory.mktemp("data")))
    made = await make_world(made_in)
    await made.close()
    await made_in.database.close()
    return made


@pytest.fixture(scope="module")
async def settings(
    server: str, first_world: World, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Settings]:
    """Those of an installation of its own for each module, with the world in it."""
    name = f"load_{next(_numbers)}"
    await copy_database(server, name, WORLD)
    yield settings_for(named(server, name), tmp_path_factory.mktemp("data"))
    await execute(server, f"drop database {name} with (force)")


@dataclass
class Serving:
    """A server that answers, and the other ends of connections to it."""

    server: HttpServer
    api: Api
    port: int
    _writers: list[asyncio.StreamWriter] = field(default_factory=list)

    async def connect(self, receive_bytes: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection; with `receive_bytes` one whose client has room for little."""
        client = socket.socket()
        if receive_bytes:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        client.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", self.port))
        except OSError:
            client.close()
            raise
        reader, writer = await asyncio.open_connection(sock=client, limit=2**10 if receive_bytes else 2**20)
        self._writers.append(writer)
        return reader, writer

    async def hang_up(self) -> None:
        """Close every connection that was opened."""
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0)

    async def ask(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        """Send one request on a connection of its own; what comes back."""
        reader, writer = await self.connect()
        writer.write(request)
        return await answer_on(reader)


async def answer_on(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """The next answer on a connection: status, headers, body."""
    head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)).decode()
    first, *lines = head.strip().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return int(first.split()[1]), headers, await reader.readexactly(int(headers.get("content-length", 0)))


async def ended(reader: asyncio.StreamReader, seconds: float = 5) -> bool:
    """Whether the other end closes the connection, in order or not, within some time."""
    try:
        async with asyncio.timeout(seconds):
            while await reader.read(65536):
                pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


@asynccontextmanager
async def serving_with(settings: Settings) -> AsyncIterator[Serving]:
    api = create_app(settings)
    state = ConnectionState(settings.max_connections, settings.client_seconds, settings.keep_alive_seconds)
    config = server_config(api, HttpConnection)
    config.timeout_keep_alive = int(settings.keep_alive_seconds)
    server = HttpServer(config, state)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        running = asyncio.create_task(server._serve([taken]))
        while not server.started:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        watching = asyncio.create_task(watch(server))
        serving = Serving(server, api, port)
        try:
            yield serving
        finally:
            await serving.hang_up()
            watching.cancel()
            server.should_exit = True
            await running


async def watch(server: HttpServer) -> None:
    """Have it look at its connections ten times as often as it does by itself, so that a test need not wait."""
    while True:
        server.watch()
        await asyncio.sleep(0.1)


Serve = Callable[..., Awaitable[Serving]]


@pytest.fixture
async def serve(settings: Settings) -> AsyncIterator[Serve]:
    """Serves the module's world with some settings of its own, until the test ends."""
    async with AsyncExitStack() as stack:

        async def start(**changed: Any) -> Serving:
            return await stack.enter_async_context(serving_with(dataclasses.replace(settings, **changed)))

        yield start
