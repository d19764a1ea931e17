"""What an account's or a creditor's caller asks for is done by one shard, and committed by it alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import httpx
import pytest

from fordran.api.app import Api
from fordran.store.connections import database as connections
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import ACCOUNT, CREDITOR, Caller
from fordran.store.reading.search import search
from tests.api import bodies
from tests.api.world import World
from tests.citus.nodes import CLUSTER, WITHOUT

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)

ROLES = ("account_admin", "creditor_admin", "api_user")
READ = (
    "creditors", "customers", "invoices", "cases", "invoice--registrations", "case--registrations", "creditor--payments",
    "creditor--creditings", "creditor--cancellations", "letters", "events", "webhooks", "finance--payout-specifications",
    "work--items", "refunds",
)  # fmt: skip

# Who read what is recorded by itself, for all callers at once, and counted under no account.
_RECORDED = ("COPY fordran.audit_log_", "'rows of audit_log'")
_FOR_ALL = (
    # Events are numbered through all accounts; whoever reads them asks first whether some are not.
    'WHERE ("position" IS NULL)',
)

Request = Callable[[World, httpx.AsyncClient], Awaitable[httpx.Response]]


def registering(path: str, body: Callable[..., Any]) -> Request:
    async def register(world: World, client: httpx.AsyncClient) -> httpx.Response:
        owner = {"account": world.account.id, "creditor": world.creditor.id}
        return await client.post(f"/{path}", json=body(world, **owner), headers={"Idempotency-Key": path})

    return register


def on_the_case(path: str, body: Callable[..., Any]) -> Request:
    async def act(world: World, client: httpx.AsyncClient) -> httpx.Response:
        return await client.post(f"/{path}", json=body(world, creditor=world.creditor.id, case=world.case))

    return act


WRITES: dict[str, Request] = {
    "an invoice": registering("invoice--registrations", bodies.invoice_registration),
    "a debt": registering("case--registrations", bodies.case_registration),
    "a payment": on_the_case("creditor--payments", bodies.payment),
    "a crediting": on_the_case("creditor--creditings", bodies.crediting),
    "a cancellation": on_the_case("creditor--cancellations", bodies.cancellation),
}


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


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("resource", READ)
async def test_a_list_and_a_document_are_read_from_one_shard(
    world: World, sent: Sent, role: str, resource: str
) -> None:
    client = world.callers[role]
    # What is not numbered yet is, once, by who comes first.
    await client.get(f"/{resource}")
    for params in ({}, {"page": "2", "max_results": "1", "sort": "-_created"}):
        sent.commands.clear()
        page = await client.get(f"/{resource}", params=params)
        if page.status_code == 403:
            return
        assert page.status_code == 200, page.text
        assert sent.astray() == []
        items = page.json()["_items"]
    if items:
        sent.commands.clear()
        one = await client.get(f"/{resource}/{items[0]['_id']}")
        assert one.status_code == 200, one.text
        assert len(sent.ranges()) == 1
    assert sent.prepared() == []


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("what", WRITES)
async def test_a_registration_is_kept_by_one_shard_alone(world: World, sent: Sent, role: str, what: str) -> None:
    sent.commands.clear()
    answer = await WRITES[what](world, world.callers[role])
    if answer.status_code == 403:
        return
    assert answer.status_code == 201, answer.text
    assert sent.astray() == []
    assert len(sent.ranges()) == 1
    assert sent.prepared() == []


@pytest.mark.parametrize("level", [ACCOUNT, CREDITOR])
async def test_a_search_is_done_by_one_shard(world: World, app: Api, sent: Sent, level: str) -> None:
    caller = Caller(user="", name="", level=level, account=world.account.id, creditors=(world.creditor.id,))
    for text in ("anna c81e", "1250,50", "19640823-3234", "anna@example.com", "12345678901234"):
        async with app.database.connection() as connection:
            sent.commands.clear()
            await search(connection, caller, text, date(2026, 11, 16))
        assert len(sent.ranges()) == 1, sent.astray()
