"""A database of an installation: made, migrated and installed, and a token that opens it."""

from __future__ import annotations

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.add_client import add_client
from fordran.actions.accounts.install import install
from fordran.store.connections.database import Database, connect
from fordran.store.upkeep.migrate import migrate

TOKEN_MINUTES = 24 * 60
"""Longer than any tool runs."""


async def new_database(server_url: str, name: str) -> str:
    """The URL of a new, empty database beside another."""
    own = await connect(server_url)
    await own.execute(f"create database {name}")
    await own.close()
    return server_url.rpartition("/")[0] + f"/{name}"


async def prepare(url: str) -> None:
    """Migrate a database, and install a sandbox in it unless there is one."""
    await migrate(url)
    database = Database(url, 1)
    async with database.transaction() as tx:
        if not await tx.fetchval("select exists (select from installation)"):
            await install(tx, sandbox=True, now=clock.now())
    await database.close()


async def operator_token(url: str, name: str) -> str:
    """A token of a new client of the operator's."""
    database = Database(url, 1)
    async with database.transaction() as tx:
        client = await add_client(tx, name=name, operator=True, networks=["127.0.0.1"], now=clock.now())
        key = await tx.fetchval("select token_key from installation")
    await database.close()
    return issue(client.user, key, clock.unix(), TOKEN_MINUTES)
