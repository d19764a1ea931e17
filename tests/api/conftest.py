"""The application in this process, on a fresh installation for each module, and a small world in it."""

from __future__ import annotations

import dataclasses
import itertools
import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import structlog

from fordran.api.app import Api, create_app
from fordran.settings import Settings
from tests.api.world import World, client_of, make_world
from tests.conftest import copy_database, execute, named

_numbers = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def quiet() -> None:
    """Only what must not happen is printed: a line for every request would take longer than many of the requests."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        processors=[structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)],
    )


def settings_for(url: str, data: Path) -> Settings:
    """No limit on requests, since a test asks faster than a client may; what is about limits sets its own.

    Nor is anybody told to come again because the machine has other work: many at once wait as long as it takes.
    """
    unlimited = {"rate_limit_per_second": 0, "pool_size": 16, "pool_wait_seconds": 60.0}
    return dataclasses.replace(Settings(), data=data, database_url=url, **unlimited)


@pytest.fixture(scope="session")
async def first_world(server: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> World:
    """The world as it is made, in a database of its own that nobody is connected to any longer."""
    # Each folder of tests that has this fixture makes one, and a process may run tests of several.
    name = f"first_world_{os.getpid()}_{next(_numbers)}"
    await copy_database(server, name, template)
    app = create_app(settings_for(named(server, name), tmp_path_factory.mktemp("data")))
    world = await make_world(app)
    await world.close()
    await app.database.close()
    return world


@pytest.fixture(scope="module")
async def settings(
    server: str, first_world: World, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Settings]:
    """Those of an installation of its own for each module, with the world in it."""
    name = f"world_{os.getpid()}_{next(_numbers)}"
    url = first_world.app.settings.database_url
    assert url is not None
    await copy_database(server, name, urlsplit(url).path.removeprefix("/"))
    yield settings_for(named(server, name), tmp_path_factory.mktemp("data"))
    await execute(server, f"drop database {name} with (force)")


@pytest.fixture(scope="module")
async def app(settings: Settings) -> AsyncIterator[Api]:
    api = create_app(settings)
    yield api
    await api.database.close()


@pytest.fixture(scope="module")
async def world(app: Api, first_world: World) -> AsyncIterator[World]:
    here = first_world.moved_to(app)
    yield here
    await here.close()


@pytest.fixture(scope="module")
async def operator(world: World) -> httpx.AsyncClient:
    """The operator's signed-in client, who may do everything."""
    return world.operator


@pytest.fixture(scope="module")
async def stranger(app: Api) -> AsyncIterator[httpx.AsyncClient]:
    """A client without a token."""
    async with client_of(app) as client:
        yield client
