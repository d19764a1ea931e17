"""API clients over the interface: what is shown of them, new codes, keys and addresses, and who may."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from fordran import clock
from fordran.actions.accounts.add_client import Client, add_client
from fordran.resources.api_clients import MOST_KEYS
from fordran.shape.moments import moment_of
from tests.actions.client_tokens import KEYS, PRIVATE
from tests.api.test_revocation import becomes
from tests.api.world import HERE, World, client_of, sign_in

PATH = "/authenticates/api-code"


@pytest.fixture(autouse=True)
async def forgiven(world: World) -> AsyncIterator[None]:
    """Failures of one test must not throttle the next."""
    yield
    async with world.database.transaction() as tx:
        await tx.execute("delete from failed_sign_ins")


async def added(world: World, **owner: Any) -> Client:
    """A new client, of the operator where nothing else is said, that signs in from here and with a key."""
    more = {"public_keys": [KEYS["P-256"].pem], "networks": [HERE, "2001:db8::/32"]} | owner
    async with world.database.transaction() as tx:
        return await add_client(
            tx, name="Ledger", now=clock.now(), **({"operator": True} | more if not owner else more)
        )


async def shown(world: World, client: Client | str, by: httpx.AsyncClient | None = None) -> dict[str, Any]:
    id_ = client if isinstance(client, str) else client.user
    answer = await (by or world.operator).get(f"/api--clients/{id_}")
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


async def done(world: World, client: Client, act: str, body: Any = None, by: httpx.AsyncClient | None = None) -> Any:
    answer = await (by or world.operator).post(f"/api--clients/{client.user}/{act}", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def status_of(world: World, code: str, key: str | None = None, address: str = HERE) -> int:
    """What a sign-in is answered: by code and address, or by a JWT that the key signed."""
    async with client_of(world.app, address=address) as stranger:
        if key is None:
            return (await stranger.post(PATH, json={"code": code})).status_code
        token = jwt.encode({"api_code": code, "exp": int(time.time()) + 60}, PRIVATE[key], "ES256")
        return (await stranger.get(PATH, headers={"x-api-key": token})).status_code


def new_pem() -> str:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


# Creating -------------------------------------------------------------------------------------------------------------------


async def test_a_client_is_made_with_a_code_that_is_shown_once(world: World) -> None:
    body = {"name": "Ledger", "account": world.account.id, "addresses": [HERE], "public_key": KEYS["P-256"].pem}
    first, again = [
        await world.operator.post("/api--clients", json=body, headers={"Idempotency-Key": "a client"}) for _ in range(2)
    ]
    made = first.json()
    assert (first.status_code, again.status_code) == (201, 201)
    assert "api_code" not in again.json()
    document = await shown(world, made["_id"])
    assert {name: made[name] for name in ("_id", "_etag", "_created", "_updated")} == {
        name: document[name] for name in ("_id", "_etag", "_created", "_updated")
    }
    assert (document["scope"]["level"], document["scope"]["account"]) == ("account", world.account.id)
    assert await status_of(world, made["api_code"]) == 200
    assert await status_of(world, made["api_code"], key="P-256", address="203.0.113.9") == 200
    of_creditor = {"name": "Till", "creditor": world.creditor.id}
    till = await world.operator.post("/api--clients", json=of_creditor)
    assert (await shown(world, till.json()["_id"]))["scope"]["creditors"] == [world.creditor.id]


async def test_a_client_of_others_or_of_nobody_is_refused(world: World) -> None:
    theirs, sibling = world.partners[1].accounts[0].id, world.account.creditors[1].id
    creditor_admin, account_admin = world.callers["creditor_admin"], world.callers["account_admin"]
    for client, body, field in (
        (world.operator, {}, "account"),
        (world.operator, {"account": theirs, "creditor": world.creditor.id}, "creditor"),
        (world.operator, {"account": world.account.id, "public_key": "no key"}, "public_key"),
        (world.operator, {"account": world.account.id, "addresses": ["nowhere"]}, "addresses"),
        (account_admin, {"account": theirs}, "account"),
        (world.callers["partner"], {"account": theirs}, "account"),
        (creditor_admin, {"account": world.account.id}, "creditor"),
        (creditor_admin, {"creditor": sibling}, "creditor"),
    ):
        answer = await client.post("/api--clients", json={"name": "Ledger"} | body)
        assert (answer.status_code, [*answer.json()["_issues"]]) == (422, [field]), body
    for client, owner in (
        (world.callers["partner"], {"account": world.partners[0].accounts[1].id}),
        (account_admin, {"creditor": sibling}),
        (creditor_admin, {"creditor": world.creditor.id}),
    ):
        answer = await client.post("/api--clients", json={"name": "Till"} | owner)
        assert answer.status_code == 201, answer.text


# What is shown --------------------------------------------------------------------------------------------------------------


async def test_a_client_is_shown_with_all_but_its_code(world: World) -> None:
    client = await added(world, account=world.account.id)
    document = await shown(world, client)
    der = KEYS["P-256"].public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    (key,) = document["keys"]
    assert key.keys() == {"id", "fingerprint", "created"}
    assert key["fingerprint"] == hashlib.sha256(der).hexdigest()
    assert document["addresses"] == [HERE, "2001:db8::/32"]
    assert (document["name"], document["account"], document["enabled"]) == ("Ledger", world.account.id, True)
    assert document["has_code"] is True
    assert "last_used" not in document
    assert "code" not in str(document).replace("has_code", "")


async def test_the_scope_says_how_far_a_client_sees(world: World) -> None:
    creditors = [one.id for one in world.account.creditors]
    wanted: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"operator": True}, {"level": "operator", "creditors": []}),
        ({"partner": world.partners[0].id}, {"level": "partner", "partner": world.partners[0].id, "creditors": []}),
        ({"account": world.account.id}, {"level": "account", "account": world.account.id, "creditors": []}),
        ({"creditors": creditors}, {"level": "creditor", "account": world.account.id, "creditors": creditors}),
    ]
    for owner, scope in wanted:
        assert (await shown(world, await added(world, **owner)))["scope"] == scope


async def test_people_are_no_api_clients(world: World) -> None:
    person = world.users["account_admin"]
    assert (await world.operator.get(f"/api--clients/{person}")).status_code == 404
    assert (await world.operator.post(f"/api--clients/{person}/rotate-code")).status_code == 404
    listed = (await world.operator.get("/api--clients", params={"max_results": 100})).json()["_items"]
    assert person not in {one["_id"] for one in listed}
    assert world.users["api_user"] in {one["_id"] for one in listed}


async def test_the_last_sign_in_is_told_of_the_client_and_of_each_key(world: World) -> None:
    client = await added(world)
    await done(world, client, "keys", {"public_key": KEYS["P-384"].pem})
    tag = (await shown(world, client))["_etag"]
    before = clock.now()
    assert await status_of(world, client.api_code) == 200
    by_code = await shown(world, client)
    assert moment_of(by_code["last_used"]) >= before
    assert ["last_used" in key for key in by_code["keys"]] == [False, False]
    assert await status_of(world, client.api_code, "P-256") == 200
    by_key = await shown(world, client)
    assert ["last_used" in key for key in by_key["keys"]] == [True, False]
    assert by_key["_etag"] == tag
    assert await status_of(world, "fordran_wrong") == 401


# A new code -----------------------------------------------------------------------------------------------------------------


async def test_a_new_code_works_and_the_old_one_no_more(world: World) -> None:
    client = await added(world)
    answer = await world.operator.post(f"/api--clients/{client.user}/rotate-code")
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    rotated = answer.json()
    assert rotated.keys() == {"_id", "_created", "_updated", "_etag", "_status", "api_code"}
    assert await status_of(world, client.api_code) == 401
    assert await status_of(world, client.api_code, "P-256") == 401
    assert await status_of(world, rotated["api_code"]) == 200
    assert await status_of(world, rotated["api_code"], "P-256") == 200


async def test_the_old_code_works_for_the_hours_of_grace(world: World) -> None:
    client = await added(world)
    before = clock.now()
    rotated = await done(world, client, "rotate-code", {"grace_hours": 2})
    until = moment_of(rotated["previous_code_until"])
    assert before + timedelta(hours=2) <= until <= clock.now() + timedelta(hours=2)
    assert (await shown(world, client))["previous_code_until"] == rotated["previous_code_until"]
    for code in (client.api_code, rotated["api_code"]):
        assert await status_of(world, code) == 200
        assert await status_of(world, code, "P-256") == 200
    async with world.database.transaction() as tx:
        await tx.execute("update previous_codes set until = $2 where user_id = $1", client.user, clock.now())
    assert await status_of(world, client.api_code) == 401
    assert await status_of(world, rotated["api_code"]) == 200


async def test_a_rotation_without_grace_ends_every_code_before_it(world: World) -> None:
    client = await added(world)
    second = (await done(world, client, "rotate-code", {"grace_hours": 720}))["api_code"]
    third = (await done(world, client, "rotate-code", {}))["api_code"]
    assert [await status_of(world, code) for code in (client.api_code, second, third)] == [401, 401, 200]
    assert "previous_code_until" not in await shown(world, client)


async def test_a_token_ends_with_the_code_it_was_got_with(world: World) -> None:
    client = await added(world)
    old = await sign_in(world.app, client.api_code)
    rotated = await done(world, client, "rotate-code", {"grace_hours": 1})
    assert (await old.get("/users")).status_code == 200
    new = await sign_in(world.app, rotated["api_code"])
    third = await done(world, client, "rotate-code", {"grace_hours": 1})
    await becomes(old, "/users", 401)
    assert (await new.get("/users")).status_code == 200
    async with world.database.transaction() as tx:
        await tx.execute("update previous_codes set until = $2 where user_id = $1", client.user, clock.now())
    await becomes(new, "/users", 401)
    newest = await sign_in(world.app, third["api_code"])
    for one in (old, new, newest):
        await one.aclose()


async def test_a_client_without_a_code_gets_its_first_one(world: World) -> None:
    user = await world.add_user(world.account.id, world.account.group, system_user=True)
    assert (await shown(world, user))["has_code"] is False
    rotated = (await world.operator.post(f"/api--clients/{user}/rotate-code", json={"grace_hours": 5})).json()
    assert "previous_code_until" not in rotated
    assert (await shown(world, user))["has_code"] is True


async def test_a_repeated_rotation_rotates_once_and_tells_the_code_once(world: World) -> None:
    client = await added(world)
    path, key = f"/api--clients/{client.user}/rotate-code", {"idempotency-key": "rotate once"}
    first, again = [await world.operator.post(path, json={}, headers=key) for _ in range(2)]
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json() == {name: value for name, value in first.json().items() if name != "api_code"}
    assert await status_of(world, first.json()["api_code"]) == 200
    async with world.database.connection() as connection:
        kept = await connection.fetch("select body from idempotent_answers where user_id = $1", world.users["operator"])
    assert not [body for (body,) in kept if first.json()["api_code"].encode() in body]


async def test_a_dry_run_rotates_nothing_and_tells_no_code(world: World) -> None:
    client = await added(world)
    answer = await world.operator.post(f"/api--clients/{client.user}/rotate-code?dry_run=true", json={"grace_hours": 1})
    assert answer.status_code == 200
    assert "api_code" not in answer.json()
    assert await status_of(world, client.api_code) == 200


@pytest.mark.parametrize("hours", [-1, 721, 1.5, "2", None, True])
async def test_hours_of_grace_are_a_whole_number_up_to_thirty_days(world: World, hours: Any) -> None:
    client = await added(world)
    answer = await world.operator.post(f"/api--clients/{client.user}/rotate-code", json={"grace_hours": hours})
    assert answer.status_code == 422
    assert answer.json()["_issues"].keys() == {"grace_hours"}
    assert await status_of(world, client.api_code) == 200


async def test_of_two_rotations_at_once_one_code_works(world: World) -> None:
    client = await added(world)
    both = await asyncio.gather(*(done(world, client, "rotate-code") for _ in range(2)))
    statuses = [await status_of(world, one["api_code"]) for one in both]
    assert sorted(statuses) == [200, 401]


# Keys -----------------------------------------------------------------------------------------------------------------------


async def test_a_key_is_added_and_signs_in_and_is_removed_and_does_not(world: World) -> None:
    client = await added(world, operator=True, public_keys=[])
    assert await status_of(world, client.api_code, "P-256") == 401
    made = await done(world, client, "keys", {"public_key": KEYS["P-256"].pem})
    assert made["fingerprint"] == KEYS["P-256"].fingerprint
    document = await shown(world, client)
    assert [key["id"] for key in document["keys"]] == [made["key"]]
    assert document["_etag"] == made["_etag"]
    assert await status_of(world, client.api_code, "P-256") == 200
    path = f"/api--clients/{client.user}/keys/{made['key']}"
    assert (await world.operator.delete(path)).status_code == 428
    assert (await world.operator.delete(path, headers={"if-match": "0" * 40})).status_code == 412
    assert (await world.operator.delete(path, headers={"if-match": document["_etag"]})).status_code == 204
    assert await status_of(world, client.api_code, "P-256") == 401
    after = await shown(world, client)
    assert after["keys"] == []
    assert after["_etag"] != document["_etag"]


async def test_tokens_of_a_removed_key_end_within_a_second(world: World) -> None:
    client = await added(world)
    token = jwt.encode({"api_code": client.api_code, "exp": int(time.time()) + 60}, PRIVATE["P-256"], "ES256")
    async with client_of(world.app) as stranger:
        got = (await stranger.get(PATH, headers={"x-api-key": token})).json()["token"]
    document = await shown(world, client)
    async with client_of(world.app, got) as signed_in:
        assert (await signed_in.get("/users")).status_code == 200
        path = f"/api--clients/{client.user}/keys/{document['keys'][0]['id']}"
        assert (await world.operator.delete(path, headers={"if-match": document["_etag"]})).status_code == 204
        await becomes(signed_in, "/users", 401)


async def test_a_key_that_is_not_the_clients_is_not_there(world: World) -> None:
    client, other = await added(world), await added(world)
    theirs = (await shown(world, other))["keys"][0]["id"]
    tag = (await shown(world, client))["_etag"]
    for key in (theirs, "0" * 24, "x"):
        answer = await world.operator.delete(f"/api--clients/{client.user}/keys/{key}", headers={"if-match": tag})
        assert answer.status_code == 404
    assert (await shown(world, client))["_etag"] == tag
    assert len((await shown(world, other))["keys"]) == 1


async def test_a_key_that_is_no_public_key_is_refused_with_the_reason(world: World) -> None:
    client = await added(world)
    private = PRIVATE["P-256"].private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    for pem, said in (("x", "one PEM block"), (private.decode(), "private key"), ("", "empty")):
        answer = await world.operator.post(f"/api--clients/{client.user}/keys", json={"public_key": pem})
        assert answer.status_code == 422
        assert said in answer.json()["_issues"]["public_key"]
    assert len((await shown(world, client))["keys"]) == 1


async def test_a_client_has_a_key_once_and_at_most_twenty(world: World) -> None:
    client = await added(world)
    path = f"/api--clients/{client.user}/keys"
    again = await world.operator.post(path, json={"public_key": KEYS["P-256"].pem})
    assert again.status_code == 409
    for _ in range(MOST_KEYS - 1):
        await done(world, client, "keys", {"public_key": new_pem()})
    assert (await world.operator.post(path, json={"public_key": new_pem()})).status_code == 409
    assert len((await shown(world, client))["keys"]) == MOST_KEYS


async def test_of_two_who_add_one_key_at_once_one_does(world: World) -> None:
    client = await added(world)
    path, body = f"/api--clients/{client.user}/keys", {"public_key": new_pem()}
    answers = await asyncio.gather(*(world.operator.post(path, json=body) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 409]


# Addresses, and switching off -----------------------------------------------------------------------------------------------


async def test_addresses_are_changed_and_count_at_once(world: World) -> None:
    client = await added(world)
    tag = (await shown(world, client))["_etag"]
    body = {"addresses": ["203.0.113.7", "198.51.100.0/24", "::ffff:203.0.113.7", "2001:db8::1"]}
    answer = await world.operator.patch(f"/api--clients/{client.user}", json=body, headers={"if-match": tag})
    assert answer.status_code == 200, answer.text
    assert (await shown(world, client))["addresses"] == ["198.51.100.0/24", "203.0.113.7", "2001:db8::1"]
    assert await status_of(world, client.api_code) == 401
    for address in ("203.0.113.7", "198.51.100.9"):
        assert await status_of(world, client.api_code, address=address) == 200


async def test_a_wrong_address_is_refused_by_its_place_and_nothing_is_changed(world: World) -> None:
    client = await added(world)
    before = await shown(world, client)
    for addresses in (["203.0.113.7", "here", "10.0.0.1/8"], ["203.0.113.7"] * 101, "203.0.113.7"):
        answer = await world.operator.patch(
            f"/api--clients/{client.user}", json={"addresses": addresses}, headers={"if-match": before["_etag"]}
        )
        assert answer.status_code == 422
        issues = answer.json()["_issues"]["addresses"]
        assert not isinstance(issues, dict) or issues.keys() == {"1", "2"}
    assert await shown(world, client) == before


async def test_a_client_that_is_switched_off_is_out_within_a_second_and_in_again(world: World) -> None:
    client = await added(world)
    signed_in = await sign_in(world.app, client.api_code)
    for is_enabled, status in ((False, 401), (True, 200)):
        tag = (await shown(world, client))["_etag"]
        answer = await world.operator.patch(
            f"/api--clients/{client.user}", json={"enabled": is_enabled}, headers={"if-match": tag}
        )
        assert answer.status_code == 200
        assert (await shown(world, client))["addresses"] == [HERE, "2001:db8::/32"]
        await becomes(signed_in, "/users", status)
        assert await status_of(world, client.api_code) == status
    await signed_in.aclose()


# Who may --------------------------------------------------------------------------------------------------------------------


async def test_an_administrator_rotates_what_is_its_own_and_sees_nothing_else(world: World) -> None:
    own = await added(world, creditors=[world.creditor.id])
    hidden = [
        await added(world),
        await added(world, partner=world.partners[1].id),
        await added(world, account=world.partners[0].accounts[1].id),
    ]
    for role in ("account_admin", "creditor_admin", "partner"):
        caller = world.callers[role]
        code = (await done(world, own, "rotate-code", by=caller))["api_code"]
        assert await status_of(world, code) == 200
        for client in hidden[: 2 if role == "partner" else 3]:
            assert (await caller.get(f"/api--clients/{client.user}")).status_code == 404
            assert (await caller.post(f"/api--clients/{client.user}/rotate-code")).status_code == 404
    for client in hidden:
        assert await status_of(world, client.api_code) == 200


async def test_a_client_that_sees_more_than_an_administrator_is_not_its_to_take_over(world: World) -> None:
    both = await added(world, creditors=[one.id for one in world.account.creditors])
    await refused_takeover(world, both, world.callers["creditor_admin"])


async def test_a_partner_takes_over_no_client_that_the_operator_let_see_more(world: World) -> None:
    partners = await added(world, partner=world.partners[0].id)
    async with world.database.transaction() as tx:
        group = await tx.fetchval("select id from access_groups where type = 'operator'")
        await tx.execute(
            "insert into user_groups (user_id, access_group_id, granted, position) values ($1, $2, now(), 1)",
            partners.user,
            group,
        )
    await refused_takeover(world, partners, world.callers["partner"])


async def refused_takeover(world: World, client: Client, caller: httpx.AsyncClient) -> None:
    """The caller sees the client, and may do nothing to it that changes who can sign in as it."""
    document = await shown(world, client, by=caller)
    path, tag = f"/api--clients/{client.user}", {"if-match": document["_etag"]}
    answers = [
        await caller.post(f"{path}/rotate-code", json={}),
        await caller.post(f"{path}/keys", json={"public_key": new_pem()}),
        await caller.delete(f"{path}/keys/{document['keys'][0]['id']}", headers=tag),
        await caller.patch(path, json={"addresses": ["0.0.0.0/0"]}, headers=tag),
        await caller.delete(f"/users/{client.user}", headers=tag),
    ]
    assert [answer.status_code for answer in answers] == [403] * 5
    assert await shown(world, client) == document
    assert await status_of(world, client.api_code) == 200


async def test_what_is_done_to_a_client_is_in_the_audit_log_without_its_code(world: World) -> None:
    client = await added(world)
    answer = await world.operator.post(f"/api--clients/{client.user}/rotate-code", json={"grace_hours": 1})
    where = f'{{"request_id": "{answer.headers["x-request-id"]}"}}'
    entries = (await world.operator.get("/audit--log", params={"where": where})).json()["_items"]
    changes = [entry.get("after", {}) for entry in entries]
    assert {"api_code_hash": "not shown"} in changes
    assert [after["code_hash"] for after in changes if "code_hash" in after] == ["not shown"]
    assert {entry["document"] for entry in entries} == {client.user}
