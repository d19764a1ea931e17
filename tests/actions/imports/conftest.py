"""Installations to register in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from fordran.store.connections.database import Database
from tests.actions.imports.importing import Place, settled
from tests.conftest import copy_database, execute, named


@pytest.fixture
async def fresh(server: str, template: str) -> AsyncIterator[Any]:
    """Makes installations, each a database of its own."""
    made: list[Database] = []

    async def make() -> Database:
        name = f"import_{len(made)}_{id(made)}"
        await copy_database(server, name, template)
        made.append(Database(named(server, name), 4))
        return made[-1]

    yield make
    for database in made:
        await database.close()
        await execute(server, f"drop database {database.url.rpartition('/')[2].partition('?')[0]} with (force)")


@pytest.fixture
async def place(fresh: Any) -> tuple[Database, Place]:
    database = await fresh()
    return database, await settled(database)
