"""A served installation with the demo in it, for the short runs of the hostile suite."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.conftest import copy_database, execute, named
from tools.fuzz.installation import Installation, served

NAME = "hostile"


@pytest.fixture(scope="module")
def installation(server: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    asyncio.run(copy_database(server, NAME, template))
    with served(named(server, NAME), tmp_path_factory.mktemp("hostile")) as running:
        yield running
    asyncio.run(execute(server, f"drop database {NAME} with (force)"))
