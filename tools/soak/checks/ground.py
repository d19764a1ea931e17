"""What the checks stand on: the clients' records, and a way to ask the service and its database what is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from fordran.store.connections.database import Connection, connect
from tools.soak.client import Client
from tools.soak.counts import Counts
from tools.soak.receiver import Receiver
from tools.soak.records import Body, Records
from tools.soak.writers import Creditor

AT_ONCE = 100


class Checked(Protocol):
    """What the checks ask of a place where services ran."""

    @property
    def folder(self) -> Path:
        """Where the logs are."""

    @property
    def options(self) -> list[str]:
        """What a command is told, to find the database."""

    @property
    def database_url(self) -> str:
        """The database itself."""


@dataclass
class Ground:
    place: Checked
    records: Records
    counts: Counts
    operator: Client
    clients: dict[str, Client]
    """By their names."""
    creditors: Sequence[Creditor]
    receiver: Receiver
    hooked_after: dict[str, int]
    """Account → the position after which its webhook gets events."""

    async def all_of(self, resource: str) -> list[Body]:
        """Every document of a resource, by the interface."""
        found: list[Body] = []
        while True:
            where = {"where": f'{{"_id": {{"$gt": "{found[-1]["_id"]}"}}}}'} if found else {}
            page = await self.operator.get(f"/{resource}", sort="_id", max_results=AT_ONCE, **where)
            found += page["_items"]
            if len(page["_items"]) < AT_ONCE:
                return found

    async def rows(self, statement: str, *values: object) -> list[Any]:
        """Rows of the database, for what the interface does not show."""
        connection: Connection = await connect(self.place.database_url)
        try:
            return list(await connection.fetch(statement, *values))
        finally:
            await connection.close(timeout=5)
