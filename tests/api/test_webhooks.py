"""Webhooks over HTTP: who may have them, what they may be, their secrets, tests and replays."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook

from fordran import clock
from fordran.actions.webhooks.claim_deliveries import claim_deliveries
from fordran.actions.webhooks.queue_deliveries import queue_deliveries
from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.domain.kinds.event_types import EVENT_TYPES
from tests.api import bodies
from tests.api.asking import page
from tests.api.world import World
from tests.outside.receivers import Receiver, receiver

UNUSED = "http://127.0.0.1:9/hook"


@pytest.fixture
async def there() -> AsyncIterator[Receiver]:
    async with receiver() as one:
        yield one


async def made(world: World, **changes: Any) -> dict[str, Any]:
    """A webhook for everything of the creditor; what creating it answered."""
    body = bodies.webhook(world, **({"url": UNUSED, "event_types": []} | changes))
    return await world.create("/webhooks", body)


async def shown(world: World, webhook: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = (await world.operator.get(f"/webhooks/{webhook['_id']}")).json()
    return document


async def change(world: World, webhook: dict[str, Any], **changes: Any) -> int:
    headers = {"if-match": (await shown(world, webhook))["_etag"]}
    return (await world.operator.patch(f"/webhooks/{webhook['_id']}", json=changes, headers=headers)).status_code


# Secrets ----------------------------------------------------------------------------------------------------------------------


async def test_a_secret_is_shown_when_it_is_made_and_nowhere_else(world: World) -> None:
    webhook = await made(world)
    assert webhook.keys() == {"_id", "_created", "_updated", "_etag", "_status", "secret"}
    secret = webhook["secret"]
    assert secret.startswith("whsec_")
    rotated = (await world.operator.post(f"/webhooks/{webhook['_id']}/rotate-secret")).json()
    assert rotated["secret"] != secret
    listed = await world.operator.get("/webhooks", params={"max_results": 100})
    everywhere = listed.text + json.dumps(await shown(world, webhook))
    async with world.database.connection() as connection:
        rows = await connection.fetch("select w::text from webhooks w")
    everywhere += "".join(row[0] for row in rows)
    for one in (secret, rotated["secret"]):
        assert one not in everywhere
        assert one.removeprefix("whsec_") not in everywhere


async def test_a_projection_or_filter_does_not_show_a_secret(world: World) -> None:
    await made(world)
    shown_ = await page(world.operator, "/webhooks", projection='{"secret": 1, "secret_salt": 1}')
    assert all(item.keys() <= {"_id", "_created", "_updated", "_etag"} for item in shown_["_items"])
    answer = await world.operator.get("/webhooks", params={"where": '{"secret_salt": {"$exists": true}}'})
    assert answer.status_code == 400 or answer.json()["_items"] == []


async def test_after_a_rotation_both_secrets_verify_for_a_day(world: World, there: Receiver) -> None:
    webhook = await made(world, url=there.url)
    rotated = (await world.operator.post(f"/webhooks/{webhook['_id']}/rotate-secret")).json()
    assert (await world.operator.post(f"/webhooks/{webhook['_id']}/test")).status_code == 201
    (request,) = there.received
    for secret in (webhook["secret"], rotated["secret"]):
        assert Webhook(secret).verify(request.body, request.headers)["type"] == "webhook.test"
    assert rotated["previous_secret_until"] == (await shown(world, webhook))["previous_secret_until"]
    async with world.database.transaction() as tx:
        await tx.execute("update webhooks set previous_secret_until = $2 where id = $1", webhook["_id"], clock.now())
    await world.operator.post(f"/webhooks/{webhook['_id']}/test")
    assert len(there.received[1].headers["webhook-signature"].split(" ")) == 1
    assert Webhook(rotated["secret"]).verify(there.received[1].body, there.received[1].headers)


async def test_the_same_key_rotates_once(world: World) -> None:
    webhook = await made(world)
    path, headers = f"/webhooks/{webhook['_id']}/rotate-secret", {"idempotency-key": "rotate once"}
    first, second = [await world.operator.post(path, headers=headers) for _ in range(2)]
    told = first.json()
    assert told.pop("secret").startswith("whsec_")
    assert told == second.json()
    assert second.headers["idempotency-replayed"] == "true"


# What a webhook may be --------------------------------------------------------------------------------------------------------


async def test_an_unknown_type_is_refused_with_the_list(world: World) -> None:
    body = bodies.webhook(world, event_types=["case.closed", "case.exploded"])
    answer = await world.operator.post("/webhooks", json=body)
    assert answer.status_code == 422
    sentence = answer.json()["_issues"]["event_types"]["1"]
    assert sentence == f"unallowed value case.exploded: must be one of {', '.join(EVENT_TYPES)}"


@pytest.mark.parametrize(
    ("url", "remark"),
    [
        ("ftp://example.com/", "another scheme"),
        ("https://user:password@example.com/", "userinfo"),
        ("https://10.0.0.1/", "a private address"),
        ("http://169.254.169.254/latest", "metadata"),
        ("no url", "no URL"),
    ],
)
async def test_a_url_that_may_not_be_is_refused(world: World, url: str, remark: str) -> None:
    answer = await world.operator.post("/webhooks", json=bodies.webhook(world, url=url))
    assert answer.status_code == 422, remark
    assert answer.json()["_issues"].keys() == {"url"}
    webhook = await made(world)
    assert await change(world, webhook, url=url) == 422, remark


async def test_outside_a_sandbox_only_https_to_elsewhere_is_taken(world: World) -> None:
    async with world.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    try:
        for url in (UNUSED, "http://example.com/", "https://localhost.localdomain:1/", "https://127.0.0.1/"):
            answer = await world.operator.post("/webhooks", json=bodies.webhook(world, url=url))
            # A name is looked at when it is connected to, an address at once.
            assert answer.status_code == (201 if "localdomain" in url else 422), url
    finally:
        async with world.database.transaction() as tx:
            await tx.execute("update installation set sandbox = true")


async def test_a_creditor_is_one_of_the_account(world: World) -> None:
    other = world.partners[0].accounts[1].creditors[0].id
    answer = await world.operator.post("/webhooks", json=bodies.webhook(world, creditor=other))
    assert answer.json()["_issues"].keys() == {"creditor"}


async def test_a_creditors_administrator_has_webhooks_of_its_creditors_only(world: World) -> None:
    client = world.callers["creditor_admin"]
    assert (await client.post("/webhooks", json=bodies.webhook(world))).status_code == 201
    without = {name: value for name, value in bodies.webhook(world).items() if name != "creditor"}
    answer = await client.post("/webhooks", json=without)
    assert answer.json()["_issues"] == {"creditor": "must be a creditor that you administer"}
    of_account = await world.create("/webhooks", without)
    assert (await client.get(f"/webhooks/{of_account['_id']}")).status_code == 404
    for act in ("test", "rotate-secret", "replay"):
        answer = await client.post(f"/webhooks/{of_account['_id']}/{act}", json={"from_position": 1})
        assert answer.status_code == 404


async def test_who_is_only_a_user_of_a_creditor_does_not_change_its_webhooks(world: World) -> None:
    """An administrator of one creditor who is a user of another sees that one's webhooks, and no more."""
    mine, other = world.partners[0].accounts[1].creditors[:2]
    account = world.partners[0].accounts[1].id
    user = await world.add_user(account, mine.groups["admin"], other.groups["user"])
    client = world.as_user(user)
    webhook = await made(world, account=account, creditor=other.id)
    tagged = {"if-match": webhook["_etag"]}
    path = f"/webhooks/{webhook['_id']}"
    assert (await client.get(path)).status_code == 200
    assert (await client.patch(path, json={"enabled": False}, headers=tagged)).status_code == 403
    assert (await client.delete(path, headers=tagged)).status_code == 403
    for act in ("test", "rotate-secret", "replay"):
        assert (await client.post(f"{path}/{act}", json={"from_position": 1})).status_code == 403
    refused = await client.post("/webhooks", json=bodies.webhook(world, account=account, creditor=other.id))
    assert refused.status_code == 422
    await client.aclose()


# Tests ------------------------------------------------------------------------------------------------------------------------


async def test_a_test_goes_to_that_webhook_alone_and_its_result_is_answered(world: World, there: Receiver) -> None:
    webhook = await made(world, url=there.url, event_types=["case.closed"])
    await made(world, url=there.url)
    before = (await page(world.operator, "/events"))["_meta"]["total"]
    answer = await world.operator.post(f"/webhooks/{webhook['_id']}/test")
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert (told["delivered"], told["answer_status"], told["_status"]) == (True, 200, "OK")
    (request,) = there.received
    body = Webhook(webhook["secret"]).verify(request.body, request.headers)
    assert body["type"] == "webhook.test"
    assert body["data"]["webhook"] == webhook["_id"]
    logged = (await world.operator.get(f"/webhook--deliveries/{told['delivery']}")).json()
    assert (logged["origin"], logged["status"], logged["event"]) == ("test", "delivered", request.headers["webhook-id"])
    assert (await page(world.operator, "/events"))["_meta"]["total"] == before


async def test_a_test_that_fails_says_why_and_also_of_a_webhook_that_is_off(world: World, there: Receiver) -> None:
    webhook = await made(world, url=there.url, enabled=False)
    there.statuses = [503]
    told = (await world.operator.post(f"/webhooks/{webhook['_id']}/test")).json()
    assert (told["delivered"], told["answer_status"], told["error"]) == (False, 503, "answered 503")
    after = await shown(world, webhook)
    assert (after["enabled"], "failing_since" in after) == (False, False)


async def test_a_dry_run_and_a_repeated_key_send_nothing(world: World, there: Receiver) -> None:
    webhook = await made(world, url=there.url)
    path = f"/webhooks/{webhook['_id']}/test"
    dry = await world.operator.post(path, params={"dry_run": "true"})
    assert (dry.status_code, dry.json()["error"], there.received) == (200, "not sent", [])
    first, second = [await world.operator.post(path, headers={"idempotency-key": "test once"}) for _ in range(2)]
    assert first.json() == second.json()
    assert len(there.received) == 1


# Replays ----------------------------------------------------------------------------------------------------------------------


async def replayed(world: World, webhook: dict[str, Any], **body: Any) -> dict[str, Any]:
    answer = await world.operator.post(f"/webhooks/{webhook['_id']}/replay", json=body)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_one_event_is_replayed_by_the_same_id(world: World) -> None:
    events = (await page(world.operator, "/events", where=json.dumps({"creditor": world.creditor.id})))["_items"]
    webhook = await made(world, event_types=["letter.sent"])
    told = await replayed(world, webhook, event=events[0]["_id"])
    assert (told["deliveries"], told["first_position"]) == (1, events[0]["position"])
    claims = []
    async with world.database.transaction() as tx:
        # On a cluster those of one account at a time.
        while some := await claim_deliveries(tx, [], 100, clock.now()):
            claims += some
    assert [claim.message.id for claim in claims if claim.webhook == webhook["_id"]] == [events[0]["_id"]]


async def test_a_stretch_is_replayed_by_position_or_moment_and_as_the_webhook_wants_it(world: World) -> None:
    events = (await page(world.operator, "/events", where=json.dumps({"creditor": world.creditor.id})))["_items"]
    webhook = await made(world)
    positions = [event["position"] for event in events]
    told = await replayed(world, webhook, from_position=positions[1], to_position=positions[3])
    assert (told["deliveries"], told["first_position"], told["last_position"]) == (3, positions[1], positions[3])
    assert (await replayed(world, webhook, from_position=positions[-1] + 1))["deliveries"] == 0
    everything = await replayed(world, webhook, **{"from": "2020-01-01"})
    assert everything["deliveries"] == len(positions)
    assert (await replayed(world, webhook, to="2020-01-01"))["deliveries"] == 0
    some = await made(world, event_types=["payment.settled"])
    wanted = [event["position"] for event in events if event["type"] == "payment.settled"]
    assert (await replayed(world, some, from_position=1))["deliveries"] == len(wanted)
    listed = await page(world.operator, "/webhook--deliveries", where=json.dumps({"webhook": some["_id"]}))
    assert [(one["origin"], one["type"], one["position"]) for one in listed["_items"]] == [
        ("replay", "payment.settled", position) for position in wanted
    ]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "event"),
        ({"event": "0" * 24}, "event"),
        ({"event": "0" * 24, "from_position": 1}, "event"),
        ({"from_position": "one"}, "from_position"),
        ({"from": "yesterday"}, "from"),
        ({"since": 1}, "since"),
    ],
)
async def test_a_replay_of_nothing_that_there_is_is_refused(world: World, body: dict[str, Any], field: str) -> None:
    webhook = await made(world)
    answer = await world.operator.post(f"/webhooks/{webhook['_id']}/replay", json=body)
    assert answer.status_code == 422
    assert field in answer.json()["_issues"]


async def test_an_event_of_another_creditor_is_not_replayed(world: World) -> None:
    other = world.partners[1].accounts[0].creditors[0].id
    events = (await page(world.operator, "/events", where=json.dumps({"creditor": other})))["_items"]
    answer = await world.operator.post(
        f"/webhooks/{(await made(world))['_id']}/replay", json={"event": events[0]["_id"]}
    )
    assert answer.status_code == 422


async def test_a_webhook_that_is_off_replays_nothing(world: World) -> None:
    webhook = await made(world, enabled=False)
    answer = await world.operator.post(f"/webhooks/{webhook['_id']}/replay", json={"from_position": 1})
    assert answer.status_code == 409
    assert answer.json()["_error"]["message"].startswith("The webhook is switched off")


# Changes ----------------------------------------------------------------------------------------------------------------------


async def test_deliveries_do_not_change_the_tag_of_the_webhook(world: World) -> None:
    webhook = await made(world)
    await world.create("/case--registrations", bodies.case_registration(world))
    did = 1
    while did:
        async with world.database.transaction() as tx:
            did = await sequence_events(tx)
        async with world.database.transaction() as tx:
            did += await queue_deliveries(tx, clock.now())
    after = await shown(world, webhook)
    assert after["position"] > 0
    assert after["_etag"] == webhook["_etag"]
    assert await change(world, webhook, description="other") == 200


async def test_a_webhook_is_deleted_with_its_log(world: World) -> None:
    webhook = await made(world)
    await replayed(world, webhook, from_position=1)
    headers = {"if-match": webhook["_etag"]}
    assert (await world.operator.delete(f"/webhooks/{webhook['_id']}", headers=headers)).status_code == 204
    left = await page(world.operator, "/webhook--deliveries", where=json.dumps({"webhook": webhook["_id"]}))
    assert left["_meta"]["total"] == 0
    everything = (await page(world.operator, "/webhook--deliveries"))["_meta"]["total"]
    async with world.database.connection() as connection:
        assert await connection.fetchval("select count(*) from webhook_deliveries") == everything


async def test_the_log_is_seen_by_those_who_see_the_webhook(world: World) -> None:
    mine = await made(world)
    other = world.partners[1].accounts[0]
    theirs = await made(world, account=other.id, creditor=other.creditors[0].id)
    for webhook in (mine, theirs):
        assert (await replayed(world, webhook, from_position=1))["deliveries"]
    for caller, seen in (("creditor_admin", {mine["_id"]}), ("account_admin", {mine["_id"]})):
        listed = await page(world.callers[caller], "/webhook--deliveries", max_results=100)
        assert {one["webhook"] for one in listed["_items"]} & {mine["_id"], theirs["_id"]} == seen
    assert (await world.callers["creditor_user"].get("/webhook--deliveries")).status_code == 403


def test_a_previous_secret_holds_for_a_day() -> None:
    from fordran.actions.webhooks.replay_webhook import PREVIOUS_SECRET_HOLDS

    assert timedelta(hours=24) == PREVIOUS_SECRET_HOLDS
