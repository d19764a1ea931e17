"""A partner's webhook gets the events of all accounts of the partner, and of nobody else's."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from standardwebhooks import Webhook

from fordran import clock
from fordran.actions.proof.counts import check_owners
from fordran.actions.proof.verify import verify
from fordran.actions.webhooks.claim_deliveries import claim_deliveries
from fordran.actions.webhooks.messages import AttemptOutcome
from fordran.actions.webhooks.note_outcome import note_outcome
from fordran.actions.webhooks.queue_deliveries import queue_deliveries
from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.outside.webhook import WebhookSender
from fordran.store.rows.ids import new_id
from tests.api import bodies
from tests.api.world import Account, World
from tests.outside.receivers import Receiver, receiver

OF_PARTNER: dict[str, Any] = {"event_types": ["invoice.registered"], "description": "Everybody's"}


@pytest.fixture
async def there() -> AsyncIterator[Receiver]:
    async with receiver() as one:
        yield one


async def invoice(world: World, of: Account) -> str:
    """An invoice of an account's first creditor."""
    owner = {"account": of.id, "creditor": of.creditors[0].id}
    made = await world.create("/invoice--registrations", bodies.invoice_registration(world, **owner))
    registered: str = made["_invoice"]
    return registered


async def deliver(world: World) -> None:
    """Send all that waits, as a worker does."""
    sender = WebhookSender(is_sandbox=True)
    did = 1
    while did:
        async with world.database.transaction() as tx:
            did = await sequence_events(tx)
        async with world.database.transaction() as tx:
            did += await queue_deliveries(tx, clock.now())
    claims = [1]
    while claims:
        async with world.database.transaction() as tx:
            claims = await claim_deliveries(tx, (), 20, clock.now())
        for one in claims:
            outcome = await sender.send(one.message, clock.now())
            async with world.database.transaction() as tx:
                await note_outcome(tx, one, outcome, clock.now())
    await sender.close()


async def log_of(world: World, webhook: str) -> list[dict[str, Any]]:
    params = {"where": json.dumps({"webhook": webhook}), "max_results": "100"}
    answer = await world.partners[0].client.get("/webhook--deliveries", params=params)
    items: list[dict[str, Any]] = answer.json()["_items"]
    return items


async def test_events_of_all_accounts_of_the_partner_come_and_no_others(world: World, there: Receiver) -> None:
    mine, other = world.partners
    made = await world.create("/webhooks", {"url": there.url} | OF_PARTNER, by=mine.client)
    shown = (await mine.client.get(f"/webhooks/{made['_id']}")).json()
    assert shown["partner"] == mine.id
    assert "account" not in shown
    wanted = {(account.id, await invoice(world, account)) for account in mine.accounts}
    assert len(wanted) > 1
    await invoice(world, other.accounts[0])
    await deliver(world)
    bodies_ = [Webhook(made["secret"]).verify(one.body.decode(), one.headers) for one in there.received]
    assert {(one["data"]["account"], one["data"]["invoice"]) for one in bodies_} == wanted
    log = await log_of(world, made["_id"])
    assert {one["account"] for one in log} == {account for account, _ in wanted}
    assert {one["status"] for one in log} == {"delivered"}


async def test_only_the_partner_and_the_operator_see_it(world: World) -> None:
    made = await world.create("/webhooks", {"url": "http://127.0.0.1:9/hook"} | OF_PARTNER, by=world.partners[0].client)
    await invoice(world, world.account)
    await deliver(world)
    (delivery, *_) = await log_of(world, made["_id"])
    for path in (f"/webhooks/{made['_id']}", f"/webhook--deliveries/{delivery['_id']}"):
        assert (await world.partners[0].client.get(path)).status_code == 200
        assert (await world.operator.get(path)).status_code == 200
        assert (await world.partners[1].client.get(path)).status_code == 404
        for name in ("account_admin", "creditor_admin"):
            assert (await world.callers[name].get(path)).status_code == 404, name


async def test_an_account_that_comes_later_is_included(world: World, there: Receiver) -> None:
    partner = world.partners[1]
    made = await world.create("/webhooks", {"url": there.url} | OF_PARTNER, by=partner.client)
    before = len(partner.accounts)
    account = await world.create("/accounts", bodies.account(world), by=partner.client)
    creditor = await world.create("/creditors", bodies.creditor(world, account=account["_id"]), by=partner.client)
    owner = {"account": account["_id"], "creditor": creditor["_id"]}
    registered = await world.create("/invoice--registrations", bodies.invoice_registration(world, **owner))
    await deliver(world)
    assert before == len(partner.accounts)
    received = [json.loads(one.body)["data"] for one in there.received]
    assert (account["_id"], registered["_invoice"]) in {(one["account"], one["invoice"]) for one in received}
    assert len(await partner_log(world, made["_id"])) == len(received)


async def partner_log(world: World, webhook: str) -> list[dict[str, Any]]:
    where = json.dumps({"webhook": webhook})
    answer = await world.partners[1].client.get("/webhook--deliveries", params={"where": where, "max_results": "100"})
    items: list[dict[str, Any]] = answer.json()["_items"]
    return items


async def test_it_is_tested_replayed_rotated_changed_and_deleted_as_any_other(world: World, there: Receiver) -> None:
    client = world.partners[0].client
    made = await world.create("/webhooks", {"url": there.url} | OF_PARTNER, by=client)
    path = f"/webhooks/{made['_id']}"
    await invoice(world, world.account)
    await deliver(world)
    (sent,) = await log_of(world, made["_id"])
    assert (await client.post(f"{path}/test")).json()["delivered"] is True
    tested = json.loads(there.received[-1].body)
    assert "account" not in tested["data"]
    replayed = await client.post(f"{path}/replay", json={"event": sent["event"]})
    assert replayed.json()["deliveries"] == 1, replayed.text
    await deliver(world)
    assert there.ids.count(sent["event"]) == 2
    assert (await client.post(f"{path}/rotate-secret")).status_code == 201
    tag = (await client.get(path)).json()["_etag"]
    changed = await client.patch(path, json={"event_types": []}, headers={"if-match": tag})
    assert changed.status_code == 200, changed.text
    assert len(await log_of(world, made["_id"])) == 3
    deleted = await client.delete(path, headers={"if-match": changed.json()["_etag"]})
    assert deleted.status_code == 204, deleted.text
    assert await log_of(world, made["_id"]) == []
    async with world.database.connection() as connection:
        wrong = [one async for one in verify(connection)]
    assert [one for one in wrong if "webhook" in str(one)] == []


@pytest.mark.parametrize("column", ["account_id", "partner_id"])
async def test_verify_names_one_whose_owner_is_gone(world: World, column: str) -> None:
    body = {"url": "http://127.0.0.1:9/hook"} | OF_PARTNER
    owner = {"account": world.account.id} if column == "account_id" else {}
    made = await world.create("/webhooks", body | owner, by=world.partners[0].client)
    async with world.database.transaction() as tx:
        await tx.execute(
            """insert into webhooks select (jsonb_populate_record(w, jsonb_build_object('id', $2::text, $3::text, $4::text))).*
               from webhooks w where w.id = $1""",
            made["_id"],
            lost := new_id(),
            column,
            gone := new_id(),
        )
        found = [one async for one in check_owners(tx, lambda *_: None)]
        assert [(one.table, one.id, one.found) for one in found] == [("webhooks", lost, gone)]
        await tx.execute("delete from webhooks where id = $1", lost)


async def test_one_that_fails_for_long_is_switched_off_and_says_why(world: World) -> None:
    client = world.partners[0].client
    made = await world.create("/webhooks", {"url": "http://127.0.0.1:9/hook"} | OF_PARTNER, by=client)
    await invoice(world, world.account)
    async with world.database.transaction() as tx:
        await sequence_events(tx)
    async with world.database.transaction() as tx:
        await queue_deliveries(tx, clock.now())
        claims = await claim_deliveries(tx, (), 100, clock.now())
    (claim,) = [one for one in claims if one.webhook == made["_id"]]
    outcome = AttemptOutcome(clock.now(), claim.message.url, {}, 5, 410, error="answered 410")
    async with world.database.transaction() as tx:
        await note_outcome(tx, claim, outcome, clock.now())
    shown = (await client.get(f"/webhooks/{made['_id']}")).json()
    assert shown["enabled"] is False
    assert shown["disabled_reason"] == "the receiver answered 410 Gone"


async def test_others_have_to_name_an_account_and_a_creditor_goes_with_an_account(world: World) -> None:
    body = {"url": "http://127.0.0.1:9/hook"} | OF_PARTNER
    for client in (world.operator, world.callers["account_admin"]):
        answer = await client.post("/webhooks", json=body)
        assert answer.status_code == 422
        assert answer.json()["_issues"] == {"account": "required field"}
    answer = await world.partners[0].client.post("/webhooks", json=body | {"creditor": world.creditor.id})
    assert answer.status_code == 422
    assert list(answer.json()["_issues"]) == ["creditor"]
