"""The served application in this process, on a small world of its own for each module, and browsers of people in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from fordran.api.app import Api
from fordran.commands.served import Served
from tests.api.conftest import app, first_world, quiet, settings, world
from tests.api.world import World
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
