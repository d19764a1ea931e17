"""One PostgreSQL server a test process, one migrated template database, and a fresh copy of it for whoever asks.

The server is an embedded one, or yours where `FORDRAN_TEST_SERVER` has its URL: so the tests are run on other versions. It
is a cluster where `FORDRAN_TEST_CITUS` has the URL of one: see tests/citus/nodes.py.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import hypothesis
import pytest
import structlog

from fordran import clock, logs
from fordran.actions.accounts.install import install
from fordran.store.connections.database import Database
from fordran.store.embedded import server as embedded
from fordran.store.embedded.cluster import ROLE
from fordran.store.upkeep.migrate import migrate
from tests.citus.nodes import CLUSTER, on_every_node
from tests.prepared import copy_data, prepared_data, prepared_demo
from tests.published_rates import hold_the_tests_own
from tests.same_day import begin_run

YOURS = CLUSTER or os.environ.get("FORDRAN_TEST_SERVER")
pytest_plugins = ["tests.pacing"]

_numbers = itertools.count(1)

# A run draws the same examples as the one before it, so that it fails by what was changed. `make histories` draws others.
# How long an example takes says more of the machine than of the code.
_any_machine = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("repeated", derandomize=True, **_any_machine)
hypothesis.settings.register_profile("anew", **_any_machine)
hypothesis.settings.load_profile(os.environ.get("FORDRAN_TEST_DRAWS", "repeated"))

hold_the_tests_own()
begin_run()

# A shell has what it starts in the background ignore Ctrl-C, and nohup has it ignore the hanging up of the terminal. The
# processes that tests start and interrupt would inherit that, and never end.
for _signal in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(_signal) == signal.SIG_IGN:
        signal.signal(_signal, signal.default_int_handler if _signal == signal.SIGINT else signal.SIG_DFL)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """A test may set up logging; the next test of the process begins with logging as it was."""
    configuration, root = structlog.get_config(), logging.getLogger()
    handlers, level, requests_go_straight = root.handlers, root.level, logs._requests_go_straight
    yield
    if structlog.get_config() != configuration:
        structlog.configure(**configuration)
    root.handlers, logs._requests_go_straight = handlers, requests_go_straight
    root.setLevel(level)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a migrated database, to be copied and not to be used."""
    return prepared_data(tmp_path_factory)


@pytest.fixture(scope="session")
def demo_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sandbox's data folder with the small demo, to be copied and not to be used."""
    return prepared_demo(tmp_path_factory)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server's own database."""
    if YOURS:
        yield YOURS
        return
    with tempfile.TemporaryDirectory(prefix="fordran-test-") as folder:
        with embedded.server(copy_data(prepared_data(tmp_path_factory), Path(folder)), fast=True) as url:
            yield url


async def execute(url: str, statement: str) -> None:
    if CLUSTER and "database" in statement:
        return await on_every_node(statement)
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def copy_database(server: str, name: str, template: str) -> None:
    """Make a database as a copy of another. Its files are copied: a copy by way of the log takes ten times as long."""
    await execute(server, f"create database {name} template {template} strategy file_copy")


def named(url: str, database: str) -> str:
    """The URL of another database of the same server."""
    base, _, query = url.partition("?")
    return base.rpartition("/")[0] + "/" + database + ("?" + query if query else "")


@pytest.fixture(scope="session")
def template(server: str) -> str:
    """The name of a database that is migrated and installed, and that nobody is connected to."""
    name = f"template_{os.getpid()}"

    async def make() -> None:
        if YOURS:
            await execute(server, f"create database {name}")
            await migrate(named(server, name))
        else:
            await copy_database(server, name, ROLE)
        database = Database(named(server, name), 1)
        async with database.transaction() as tx:
            await install(tx, sandbox=True, now=clock.now())
        await database.close()

    asyncio.run(make())
    return name


@pytest.fixture(scope="module")
async def database_url(server: str, template: str) -> AsyncIterator[str]:
    """A fresh installation for a module of tests."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    await copy_database(server, name, template)
    yield named(server, name)
    await execute(server, f"drop database {name} with (force)")


@pytest.fixture(scope="module")
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = Database(database_url, 20)
    yield opened
    await opened.close()
