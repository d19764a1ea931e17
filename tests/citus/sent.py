"""What the coordinator of a cluster sends to its nodes while the application works."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from fordran.api.app import Api
from fordran.store.connections import database as connections
from fordran.store.connections.database import Connection
from tests.api.world import World

# Who read what is recorded by itself, for all callers at once, and counted under no account.
_RECORDED = ("COPY fordran.audit_log_", "'rows of audit_log'")
_FOR_ALL = (
    # Events are numbered through all accounts; whoever reads them asks first whether some are not.
    'WHERE ("position" IS NULL)',
)


@dataclass
class Sent:
    """What the coordinator has sent to nodes since it was emptied."""

    commands: list[str] = field(default_factory=list)
    places: dict[int, str] = field(default_factory=dict)
    """Shard → the range of accounts that it holds; reference tables' shards are not here."""

    recording: set[int] = field(default_factory=set)
    """Connections whose transaction records who read what. It is of several accounts, and committed in two phases."""

    def hear(self, connection: object, message: Any) -> None:
        command = message.message
        if not command.startswith("issuing "):
            return
        if command.startswith("issuing BEGIN"):
            self.recording.discard(id(connection))
        if any(part in command for part in _RECORDED):
            self.recording.add(id(connection))
        if id(connection) not in self.recording and not any(part in command for part in _FOR_ALL):
            self.commands.append(command)

    def ranges(self) -> set[str]:
        return {place for command in self.commands for place in self._places_in(command)}

    def astray(self) -> list[str]:
        """Those that went elsewhere than most."""
        of = [(self._places_in(command), command) for command in self.commands]
        known = [place for places, _ in of for place in places]
        most = max(set(known), key=known.count, default=None)
        return [command[:1500] for places, command in of if places - {most}]

    def _places_in(self, command: str) -> set[str]:
        shards = {int(number) for number in re.findall(r"_(\d{6,})\b", command)}
        return {self.places[shard] for shard in shards if shard in self.places}

    def prepared(self) -> list[str]:
        return [command for command in self.commands if "PREPARE TRANSACTION" in command]


@pytest.fixture(scope="module")
async def sent(app: Api, world: World) -> AsyncIterator[Sent]:
    """The connections of the application say what they have nodes do."""
    heard = Sent()
    first = connections.connect

    async def connect(*given: Any, **more: Any) -> Connection:
        connection = await first(*given, **more)
        await connection.execute("set citus.log_remote_commands = on; set client_min_messages = notice")
        connection.add_log_listener(heard.hear)
        return connection

    async with app.database.connection() as connection:
        rows = await connection.fetch(
            "select shardid, shardminvalue from pg_dist_shard where shardminvalue is not null"
        )
        heard.places = {row["shardid"]: row["shardminvalue"] for row in rows}
    for idle in (app.database._idle, app.database._idle_keeping):
        while idle:
            await idle.pop().close()
    connections.connect = connect  # type: ignore[assignment]
    yield heard
    connections.connect = first
