"""The served application in this process, on a small world of its own for each module, and browsers of people in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import playwright.async_api
import pytest
import uvicorn

from fordran.api.app import Api
from fordran.commands.served import Served
from tests.api.conftest import app, first_world, quiet, settings, world
from tests.api.world import World
from tests.console.browser import chromium_or_skip
from tests.console.visiting import Browser, add_admin, signed_in

__all__ = ["app", "first_world", "quiet", "settings", "world"]


@pytest.fixture(scope="module")
def served(app: Api) -> Served:
    return Served(app)


@pytest.fixture(scope="module")
async def people(world: World) -> dict[str, str]:
    """Who there is → the user's id: the world's users who are people, one of them in every role."""
    clients = ("operator", "partner", "api_user")
    there = {name: user for name, user in world.users.items() if name not in clients}
    return there | await add_admin(world)


@pytest.fixture
async def browse(served: Served, people: dict[str, str]) -> AsyncIterator[Callable[[str], Awaitable[Browser]]]:
    """A browser in which that person is signed in; closed when the test ends."""
    opened: list[Browser] = []

    async def browser(person: str) -> Browser:
        opened.append(await signed_in(served, people[person]))
        return opened[-1]

    yield browser
    for one in opened:
        await one.close()


@pytest.fixture
async def stranger(served: Served) -> AsyncIterator[Browser]:
    """A browser in which nobody is signed in."""
    browser = Browser(served)
    yield browser
    await browser.close()


@pytest.fixture(scope="module")
async def site(served: Served) -> AsyncIterator[str]:
    """The application on a port of its own."""
    config = uvicorn.Config(served, host="127.0.0.1", port=0, log_config=None, lifespan="off", ws="none")
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.get_running_loop().create_task(server.serve())
    async with asyncio.timeout(20):
        while not server.started:  # noqa: ASYNC110  (the server has no event to wait for)
            await asyncio.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    await task


@pytest.fixture(scope="module")
async def chromium() -> AsyncIterator[playwright.async_api.Browser]:
    async with chromium_or_skip() as browser:
        yield browser
