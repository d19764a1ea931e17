"""Delivery to webhooks: signed, in order, at least once, shared by workers, and nobody waits for a slow receiver."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook

from fordran import clock
from fordran.actions.webhooks.claim_deliveries import CLAIMED_FOR, ClaimedDelivery, claim_deliveries
from fordran.actions.webhooks.forget_deliveries import forget_deliveries
from fordran.actions.webhooks.messages import AttemptOutcome, WebhookMessage
from fordran.actions.webhooks.note_outcome import note_outcome
from fordran.actions.webhooks.queue_deliveries import queue_deliveries
from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.outside.webhook import WebhookSender
from fordran.worker.stream import AT_ONCE_TO_EACH, Stream
from tests.actions.office import Office
from tests.outside.receivers import receiver


async def new_webhook(office: Office, url: str, **more: Any) -> dict[str, Any]:
    """A webhook of the office's account; what creating it answered."""
    return await office.post("webhooks", {"account": office.account, "url": url, **more})


@pytest.fixture(autouse=True)
async def each_test_has_its_own_webhooks(office: Office) -> AsyncIterator[None]:
    yield
    for webhook in (await office.get("webhooks"))["_items"]:
        answer = await office.client.delete(f"/webhooks/{webhook['_id']}", headers={"if-match": webhook["_etag"]})
        assert answer.status_code == 204, answer.text


async def log_of(office: Office, webhook: dict[str, Any]) -> list[dict[str, Any]]:
    """Its deliveries, oldest first."""
    where = json.dumps({"webhook": webhook["_id"]})
    items: list[dict[str, Any]] = (await office.get("webhook--deliveries", where=where, max_results="100"))["_items"]
    return items


async def until(condition: Any, seconds: float = 10) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  (what it asks of is told by no event)
            await asyncio.sleep(0.01)


@asynccontextmanager
async def worker(office: Office, sender: Any = None) -> AsyncIterator[Stream]:
    """A worker's loop of events and webhooks."""
    stop = asyncio.Event()
    own = WebhookSender(is_sandbox=True)
    stream = Stream(office.app.database, sender or own)
    running = asyncio.create_task(stream.run(stop))
    try:
        yield stream
    finally:
        stop.set()
        await running
        await own.close()


async def queue(office: Office) -> None:
    """Number and queue all that there is."""
    did = 1
    while did:
        async with office.app.database.transaction() as tx:
            did = await sequence_events(tx)
        async with office.app.database.transaction() as tx:
            did += await queue_deliveries(tx, clock.now())


async def claim(office: Office, now: datetime | None = None, busy: tuple[str, ...] = ()) -> list[ClaimedDelivery]:
    async with office.app.database.transaction() as tx:
        return await claim_deliveries(tx, busy, 20, now or clock.now())


async def note(office: Office, one: ClaimedDelivery, now: datetime, status: int | None = 200) -> None:
    error = None if status == 200 else f"answered {status}" if status else "nobody there"
    async with office.app.database.transaction() as tx:
        await note_outcome(tx, one, AttemptOutcome(now, one.message.url, {}, 5, status, error=error), now)


# What arrives -----------------------------------------------------------------------------------------------------------------


async def test_what_happens_arrives_signed_with_the_secret_that_was_shown_once(office: Office) -> None:
    async with receiver() as there, worker(office):
        webhook = await new_webhook(office, there.url)
        case = await office.register_debt()
        await office.pay(case, 100)
        await until(lambda: len(there.received) == 2)
    events = (await office.get("events", where=json.dumps({"case": case})))["_items"]
    assert there.ids == [event["_id"] for event in events]
    for request, event in zip(there.received, events, strict=True):
        told = Webhook(webhook["secret"]).verify(request.body, request.headers)
        assert told["type"] == event["type"]
        assert told["data"] == event["data"] | {
            "event": event["_id"],
            "position": event["position"],
            "account": office.account,
            "creditor": office.creditor,
            "case": case,
        }
        assert datetime.fromisoformat(told["timestamp"]).tzinfo is UTC
    shown = await office.get(f"webhooks/{webhook['_id']}")
    assert shown["last_success"]
    assert "failing_since" not in shown
    assert webhook["secret"] not in json.dumps(shown)


async def test_the_log_holds_request_and_answer_of_each_try(office: Office) -> None:
    async with receiver() as there, worker(office):
        there.statuses = [500]
        webhook = await new_webhook(office, there.url)
        await office.register_debt()
        await until(lambda: len(there.received) == 1)
    shown = await office.get(f"webhooks/{webhook['_id']}")
    (delivery,) = await log_of(office, webhook)
    assert (delivery["status"], delivery["origin"], delivery["attempts"]) == ("waiting", "stream", 1)
    (one,) = delivery["tries"]
    assert (one["answer_status"], one["answer_body"], one["error"]) == (500, "ok", "answered 500")
    assert one["answer_headers"]["x-said"] == "so"
    assert one["request_headers"]["webhook-id"] == delivery["event"]
    assert one["milliseconds"] >= 0
    assert json.loads(delivery["body"])["type"] == delivery["type"] == "case.registered"
    assert (shown["enabled"], shown["last_error"]) == (True, "answered 500")
    assert webhook["secret"] not in json.dumps(delivery)


@pytest.mark.parametrize(
    ("choice", "expected", "remark"),
    [
        ({}, ["case.registered", "payment.settled"], "everything"),
        ({"event_types": ["payment.settled"]}, ["payment.settled"], "one type"),
        ({"event_types": ["letter.sent"]}, [], "a type that does not happen"),
        ({"creditor": True}, ["case.registered", "payment.settled"], "of the creditor"),
        ({"creditor": False}, [], "of another creditor"),
    ],
)
async def test_a_webhook_gets_what_it_asks_for(
    office: Office, choice: dict[str, Any], expected: list[str], remark: str
) -> None:
    if "creditor" in choice:
        other = await office.post(
            "creditors", {"account": office.account, "name": "O", "organization_no": "5560160680"}
        )
        choice = {"creditor": office.creditor if choice["creditor"] else other["_id"]}
    webhook = await new_webhook(office, "http://127.0.0.1:9/", **choice)
    await office.pay(await office.register_debt(), 100)
    await queue(office)
    assert [delivery["type"] for delivery in await log_of(office, webhook)] == expected, remark


async def test_another_account_is_told_nothing(office: Office) -> None:
    from tests.actions.office import open_office

    elsewhere = await open_office(office.app)
    webhook = await new_webhook(elsewhere, "http://127.0.0.1:9/")
    await office.register_debt()
    await queue(office)
    assert await log_of(elsewhere, webhook) == []
    await elsewhere.client.aclose()


# Order and sharing ------------------------------------------------------------------------------------------------------------


async def test_a_later_event_of_a_case_waits_for_the_earlier_and_other_cases_do_not(office: Office) -> None:
    await new_webhook(office, "http://127.0.0.1:9/")
    first = await office.register_debt()
    await office.pay(first, 100)
    second = await office.register_debt()
    await queue(office)
    now = clock.now()
    (one,) = await claim(office, now)
    (other,) = await claim(office, now)
    told = [json.loads(claimed.message.body) for claimed in (one, other)]
    assert [(body["type"], body["data"]["case"]) for body in told] == [
        ("case.registered", first),
        ("case.registered", second),
    ]
    assert await claim(office, now) == []
    await note(office, other, now)
    await note(office, one, now, 500)
    # It failed, and still nothing later of the case is tried.
    assert await claim(office, now + timedelta(seconds=3)) == []
    (again,) = await claim(office, now + timedelta(seconds=10))
    assert again.message.id == one.message.id
    await note(office, again, now + timedelta(seconds=10))
    (later,) = await claim(office, now + timedelta(seconds=10))
    assert json.loads(later.message.body)["type"] == "payment.settled"


async def test_a_crash_between_sending_and_noting_sends_again_by_the_same_id(office: Office) -> None:
    webhook = await new_webhook(office, "http://127.0.0.1:9/")
    await office.register_debt()
    await queue(office)
    now = clock.now()
    (lost,) = await claim(office, now)
    assert await claim(office, now + CLAIMED_FOR - timedelta(seconds=1)) == []
    (again,) = await claim(office, now + CLAIMED_FOR)
    assert (again.message.id, again.message.body) == (lost.message.id, lost.message.body)
    # Whoever comes back late is not heard: the delivery is another's now.
    await note(office, lost, now + CLAIMED_FOR, 500)
    assert (await log_of(office, webhook))[0]["tries"] == []
    await note(office, again, now + CLAIMED_FOR)
    assert [(one["status"], one["attempts"]) for one in await log_of(office, webhook)] == [("delivered", 2)]


async def test_several_workers_share_the_work_and_send_each_once_and_in_order(office: Office) -> None:
    async with receiver() as there, worker(office), worker(office), worker(office):
        there.seconds = 0.01
        webhook = await new_webhook(office, there.url)
        cases = [await office.register_debt() for _ in range(4)]
        for amount in (10, 20, 30):
            for case in cases:
                await office.pay(case, amount)
        await until(lambda: len(there.received) >= 16, 30)
    told = [json.loads(request.body)["data"] for request in there.received]
    assert len({one["event"] for one in told}) == len(told) == 16
    for case in cases:
        assert [one["amount"] for one in told if one["case"] == case] == [1000, 10, 20, 30]
    assert {one["status"] for one in await log_of(office, webhook)} == {"delivered"}


async def test_a_slow_receiver_holds_up_nobody_else_and_is_not_overrun(office: Office) -> None:
    async with receiver() as slow, receiver() as quick, worker(office):
        slow.may_answer = asyncio.Event()
        for there in (slow, quick):
            await new_webhook(office, there.url)
        for _ in range(8):
            await office.register_debt()
        await until(lambda: len(quick.received) == 8)
        assert len(slow.received) <= AT_ONCE_TO_EACH
        slow.may_answer.set()
        await until(lambda: len(slow.received) == 8)
        assert slow.most_at_once <= AT_ONCE_TO_EACH


async def test_nothing_is_locked_or_held_open_while_something_is_sent(office: Office) -> None:
    sending, answered = asyncio.Event(), asyncio.Event()

    class Waiting:
        async def send(self, message: WebhookMessage, now: datetime) -> AttemptOutcome:
            sending.set()
            await asyncio.wait_for(answered.wait(), 10)
            return AttemptOutcome(now, message.url, {}, 1, 200)

    webhook = await new_webhook(office, "http://127.0.0.1:9/")
    async with worker(office, Waiting()):
        await office.register_debt()
        async with asyncio.timeout(10):
            await sending.wait()
            await asyncio.sleep(0.5)
            async with office.app.database.connection() as connection:
                # The loop goes on with short transactions, so that one of them may be open at this moment.
                open_ = await connection.fetchval(
                    """select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                       and clock_timestamp() - xact_start > interval '0.4 seconds'"""
                )
            assert open_ == 0
            # The log can be read and the webhook changed meanwhile.
            now = await office.get(f"webhooks/{webhook['_id']}")
            changed = await office.client.patch(
                f"/webhooks/{webhook['_id']}", json={"description": "x"}, headers={"if-match": now["_etag"]}
            )
            assert changed.status_code == 200
        answered.set()
    assert [one["status"] for one in await log_of(office, webhook)] == ["delivered"]


# Failure ----------------------------------------------------------------------------------------------------------------------


async def test_a_receiver_that_fails_for_72_hours_is_switched_off_and_goes_on_when_switched_on(office: Office) -> None:
    webhook = await new_webhook(office, "http://127.0.0.1:9/")
    await office.register_debt()
    await queue(office)
    now = start = clock.now()
    tries = 0
    while (await office.get(f"webhooks/{webhook['_id']}"))["enabled"]:
        claims = await claim(office, now)
        for one in claims:
            tries += 1
            await note(office, one, now, None)
        now += timedelta(minutes=1) if tries < 6 else timedelta(minutes=30)
        assert now < start + timedelta(hours=80), "it is not switched off"
    assert now - start >= timedelta(hours=72)
    assert 10 <= tries <= 30
    shown = await office.get(f"webhooks/{webhook['_id']}")
    assert shown["disabled_reason"] == "it failed for 72 hours: nobody there"
    assert shown["failing_since"]
    told = (await office.get("events", where='{"type": "webhook.disabled"}'))["_items"][-1]
    assert told["data"] == {"webhook": webhook["_id"], "reason": shown["disabled_reason"]}
    assert told["account"] == office.account
    # While it is off nothing is tried or queued.
    await office.register_debt()
    await queue(office)
    assert await claim(office, now + timedelta(days=1)) == []
    changed = await office.client.patch(
        f"/webhooks/{webhook['_id']}", json={"enabled": True}, headers={"if-match": shown["_etag"]}
    )
    assert changed.status_code == 200, changed.text
    shown = await office.get(f"webhooks/{webhook['_id']}")
    assert not {"disabled_reason", "failing_since", "last_error"} & shown.keys()
    await queue(office)
    got = []
    while claims := await claim(office):
        got += claims
        for one in claims:
            await note(office, one, clock.now())
    types = [json.loads(one.message.body)["type"] for one in got]
    assert types == ["case.registered", "webhook.disabled", "case.registered"]


async def test_a_receiver_that_answers_410_is_switched_off_at_once(office: Office) -> None:
    async with receiver() as there, worker(office):
        there.statuses = [410]
        webhook = await new_webhook(office, there.url)
        await office.register_debt()
        await until(lambda: there.received)
    shown = await office.get(f"webhooks/{webhook['_id']}")
    assert (shown["enabled"], shown["disabled_reason"]) == (False, "the receiver answered 410 Gone")


async def test_one_event_that_is_never_taken_is_given_up_and_the_rest_goes_on(office: Office) -> None:
    webhook = await new_webhook(office, "http://127.0.0.1:9/")
    case = await office.register_debt()
    await office.pay(case, 100)
    await queue(office)
    now = clock.now()
    (poison,) = await claim(office, now)
    await note(office, poison, now, 400)
    hours = {}
    for hour in range(0, 100, 3):
        # Others are taken all the while.
        await office.register_debt()
        await queue(office)
        while claims := await claim(office, now + timedelta(hours=hour, seconds=10)):
            for one in claims:
                is_poison = one.message.id == poison.message.id
                await note(office, one, now + timedelta(hours=hour, seconds=10), 400 if is_poison else 200)
                hours[json.loads(one.message.body)["type"]] = hour
    assert {one["event"]: one["status"] for one in await log_of(office, webhook)}[poison.message.id] == "failed"
    # What came after it in its case went when it was given up.
    assert 72 <= hours["payment.settled"] <= 75
    assert (await office.get(f"webhooks/{webhook['_id']}"))["enabled"]


async def test_a_failing_receiver_is_asked_by_one_at_a_time(office: Office) -> None:
    await new_webhook(office, "http://127.0.0.1:9/")
    for _ in range(3):
        await office.register_debt()
    await queue(office)
    now = clock.now()
    (one,) = await claim(office, now)
    await note(office, one, now, 500)
    assert await claim(office, now) == []
    (probe,) = await claim(office, now + timedelta(seconds=2))
    assert await claim(office, now + timedelta(seconds=30)) == []
    await note(office, probe, now + timedelta(seconds=30))
    assert len(await claim(office, now + timedelta(seconds=30))) == 1
    assert len(await claim(office, now + timedelta(seconds=30))) == 1


async def test_the_log_is_forgotten_after_a_month_but_not_what_waits(office: Office) -> None:
    webhook = await new_webhook(office, "http://127.0.0.1:9/")
    await office.register_debt()
    await office.register_debt()
    await queue(office)
    (one,) = await claim(office)
    await note(office, one, clock.now())
    async with office.app.database.transaction() as tx:
        assert await forget_deliveries(tx, clock.now() + timedelta(days=29)) == 0
        assert await forget_deliveries(tx, clock.now() + timedelta(days=31)) >= 1
    assert [one["status"] for one in await log_of(office, webhook)] == ["waiting"]
    assert await office.differences() == []
