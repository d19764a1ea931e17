"""What an account's or a creditor's caller asks for is done by one shard, and committed by it alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

import httpx
import pytest

from fordran.api.app import Api
from fordran.store.reading.scope import ACCOUNT, CREDITOR, Caller
from fordran.store.reading.search import search
from tests.api import bodies
from tests.api.world import World
from tests.citus.nodes import CLUSTER, WITHOUT
from tests.citus.sent import Sent

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)

ROLES = ("account_admin", "creditor_admin", "api_user")
READ = (
    "creditors", "customers", "invoices", "cases", "invoice--registrations", "case--registrations", "creditor--payments",
    "creditor--creditings", "creditor--cancellations", "letters", "events", "webhooks", "finance--payout-specifications",
    "work--items", "refunds", "accounts", "access--groups", "api--clients", "file--import-reports", "webhook--deliveries",
    "request--logs", "applications", "locales",
)  # fmt: skip
ON_NO_SHARD = ("api--clients", "file--import-reports", "request--logs", "applications", "locales")

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
        # What is on every node, or on the coordinator alone, is read from no shard.
        assert len(sent.ranges()) == (0 if resource in ON_NO_SHARD else 1)
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
