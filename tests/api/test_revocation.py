"""Taking access away works within a second, whatever is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.add_client import add_client
from tests.actions.client_tokens import KEYS
from tests.api.world import World, client_of

Take = Callable[[World, str], Awaitable[None]]


async def becomes(client: httpx.AsyncClient, path: str, status: int, within_seconds: float = 1.0) -> None:
    """The answer has to become that within the time."""
    until = clock.monotonic() + within_seconds
    while (answer := await client.get(path)).status_code != status:
        assert clock.monotonic() < until, answer.text
        await asyncio.sleep(0.05)


async def disable(world: World, user: str) -> None:
    tag = (await world.operator.get(f"/users/{user}")).json()["_etag"]
    answer = await world.operator.patch(f"/users/{user}", json={"is_enabled": False}, headers={"if-match": tag})
    assert answer.status_code == 200


async def delete(world: World, user: str) -> None:
    tag = (await world.operator.get(f"/users/{user}")).json()["_etag"]
    assert (await world.operator.delete(f"/users/{user}", headers={"if-match": tag})).status_code == 204


@pytest.mark.parametrize("take", [disable, delete])
async def test_a_user_who_is_disabled_or_deleted_is_out(world: World, take: Take) -> None:
    user = await world.add_user(world.account.id, world.account.group)
    async with world.as_user(user) as client:
        assert (await client.get("/creditors")).status_code == 200
        await take(world, user)
        await becomes(client, "/creditors", 401)


async def test_a_user_who_is_enabled_again_is_in(world: World) -> None:
    user = await world.add_user(world.account.id, world.account.group, is_enabled=False)
    async with world.as_user(user) as client:
        assert (await client.get("/creditors")).status_code == 401
        tag = (await world.operator.get(f"/users/{user}")).json()["_etag"]
        await world.operator.patch(f"/users/{user}", json={"is_enabled": True}, headers={"if-match": tag})
        await becomes(client, "/creditors", 200)


async def test_a_group_that_is_taken_away_shows_nothing_more(world: World) -> None:
    user = await world.add_user(world.account.id, world.creditor.groups["admin"])
    path = f"/creditors/{world.creditor.id}"
    async with world.as_user(user) as client:
        assert (await client.get(path)).status_code == 200
        tag = (await world.operator.get(f"/users/{user}")).json()["_etag"]
        await world.operator.patch(f"/users/{user}", json={"data_access": []}, headers={"if-match": tag})
        await becomes(client, path, 404)
        assert (await client.post("/users", json={})).status_code == 403


async def test_a_token_got_with_a_key_is_good_for_as_long_as_the_key(world: World) -> None:
    async with world.database.transaction() as tx:
        pems = [KEYS["P-256"].pem, KEYS["P-384"].pem]
        client = await add_client(tx, name="Two keys", operator=True, public_keys=pems, now=clock.now())
        first, second = [row[0] for row in await tx.fetch("select id from user_keys where user_id = $1", client.user)]
    tokens = [issue(client.user, world.token_key, clock.unix(), 60, key) for key in (first, second, None)]
    clients = [client_of(world.app, token) for token in tokens]
    for one in clients:
        assert (await one.get("/users")).status_code == 200
    async with world.database.transaction() as tx:
        await tx.execute("delete from user_keys where id = $1", first)
    await becomes(clients[0], "/users", 401)
    for one in clients[1:]:
        assert (await one.get("/users")).status_code == 200
    for one in clients:
        await one.aclose()
