"""Letters and invoices by Kivra, from the match to what it tells, through the adapter and the stand-in."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import httpx
import pytest

from fordran import clock
from fordran.actions.kivra.match_customers import match_customers
from fordran.api.app import create_app
from fordran.formats.kivra import signature
from fordran.outside.stand_ins.kivra import DECLINING, FAILING, SECRET, UNREACHED
from fordran.settings import Settings
from fordran.shape.wire import parsed
from fordran.worker.kivra import FIRST_WAIT_SECONDS, KivraWorker
from tests.actions.flow.days import MORNING, Days
from tests.actions.kivra.mailbox import OPERATOR, Mailbox
from tests.actions.office import Body, Office
from tests.actions.work.test_change_customer import patch
from tests.api.bodies import ADDRESS
from tests.outside.kivra_hall import SECTION

REGISTERED, DEMANDED = date(2026, 9, 1), date(2026, 9, 2)
REACHED, ELSEWHERE = "198112289874", "199001012385"


@pytest.fixture
def mailbox(days: Days) -> Mailbox:
    return Mailbox(days)


def person(number: str, **more: Any) -> Body:
    return {"name": "Kim Öberg", "id_number": number, "is_person": True, "address": ADDRESS} | more


async def opened(office: Office, days: Days, number: str, **more: Any) -> tuple[str, str]:
    """A case of the person with a number, and its customer, on the day before the demand."""
    days.at(REGISTERED)
    body = office.case_body(office.debt(10000, invoice_date="2026-07-16"), customer=person(number, **more))
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case, (await office.case(case))["customer"]


async def letters(office: Office, case: str) -> list[tuple[str, str, str]]:
    found = (await office.get("letters", where=json.dumps({"case": case}), sort="_id"))["_items"]
    return [(one["kind"], one["status"], one["channel"]) for one in found]


async def deliveries(days: Days, case: str) -> list[dict[str, Any]]:
    async with days.transaction() as tx:
        rows = await tx.fetch(
            """select q.* from deliveries q join letters l on l.account_id = q.account_id and l.envelope_id = q.envelope_id
               where l.case_id = $1 order by q.id""",
            case,
        )
    return [dict(row) for row in rows]


async def test_a_demand_goes_by_kivra_once_with_its_amount_and_number(
    office: Office, days: Days, mailbox: Mailbox
) -> None:
    case, _ = await opened(office, days, REACHED, email="kim@example.com")
    await mailbox.work(DEMANDED)
    assert await letters(office, case) == [("debt_collection", "sent", "kivra")]
    (content,) = mailbox.to(REACHED)
    shown = await office.case(case)
    (option,) = content["payment_multiple_options"]["options"]
    assert content["type"] == "invoice.debtcollection"
    assert option["reference"] == shown["ocr_number"]
    (letter,) = (await office.get("letters", where=json.dumps({"case": case})))["_items"]
    assert float(option["amount"]) == letter["amount"]
    await mailbox.work(DEMANDED)
    await mailbox.work(DEMANDED + timedelta(days=1))
    assert len(mailbox.to(REACHED)) == 1
    events = (await office.get("events", where=json.dumps({"type": "letter.sent"})))["_items"]
    assert [one["data"]["channel"] for one in events if one["case"] == case] == ["kivra"]


async def test_one_whom_kivra_does_not_reach_gets_paper(office: Office, days: Days, mailbox: Mailbox) -> None:
    case, _ = await opened(office, days, ELSEWHERE)
    await mailbox.work(DEMANDED)
    assert await letters(office, case) == [("debt_collection", "shown", "print")]
    assert mailbox.to(ELSEWHERE) == []


async def test_a_protected_person_is_neither_asked_about_nor_written_to(
    office: Office, days: Days, mailbox: Mailbox
) -> None:
    case, customer = await opened(office, days, REACHED)
    await match_customers(days.transaction, mailbox.hall.kivra.match, clock.now())
    await patch(office.client, customer, {"protected_identity": True})
    asked = mailbox.hall.stand_in.asked
    await mailbox.work(DEMANDED)
    assert await letters(office, case) == [("debt_collection", "shown", "print")]
    assert (mailbox.to(REACHED), mailbox.hall.stand_in.asked) == ([], asked)


async def test_one_who_becomes_protected_after_the_letter_was_made_gets_nothing_by_kivra(
    office: Office, days: Days, mailbox: Mailbox
) -> None:
    case, customer = await opened(office, days, REACHED)
    now = days.at(DEMANDED, MORNING)
    await match_customers(days.transaction, mailbox.hall.kivra.match, now)
    await days.work(DEMANDED, only=("advance cases", "make letters"))
    (waiting,) = await deliveries(days, case)
    assert waiting["channel"] == "kivra"
    await patch(office.client, customer, {"protected_identity": True})
    await mailbox.work(DEMANDED)
    assert mailbox.to(REACHED) == []
    assert (await letters(office, case))[0][2] == "print"


@pytest.mark.parametrize("number", [*(number for number, code in FAILING.items() if code == 40044), UNREACHED])
async def test_what_kivra_refuses_is_printed(office: Office, days: Days, mailbox: Mailbox, number: str) -> None:
    case, _ = await opened(office, days, number)
    await mailbox.work(DEMANDED)
    (delivery,) = await deliveries(days, case)
    assert (delivery["channel"], delivery["status"]) == ("print", "shown")
    assert [one["channel"] for one in parsed(delivery["history"])] == ["kivra"]
    assert (await letters(office, case))[0][2] == "print"


async def test_what_kivra_cannot_take_now_waits_and_says_why(office: Office, days: Days, mailbox: Mailbox) -> None:
    (number,) = [number for number, code in FAILING.items() if code == 42900]
    case, _ = await opened(office, days, number)
    await mailbox.work(DEMANDED)
    (delivery,) = await deliveries(days, case)
    assert (delivery["channel"], delivery["status"]) == ("kivra", "queued")
    assert delivery["reason"] == "Kivra: Kivra asks for fewer requests (42900)"
    for day in range(1, 4):
        await mailbox.work(DEMANDED + timedelta(days=day))
    assert (await letters(office, case))[0][1:] == ("shown", "print")


async def test_people_are_asked_about_once_a_day(office: Office, days: Days, mailbox: Mailbox) -> None:
    await opened(office, days, REACHED)
    match, stand_in = mailbox.hall.kivra.match, mailbox.hall.stand_in
    for day, asked in ((REGISTERED, 1), (REGISTERED, 0), (DEMANDED, 1)):
        before, now = stand_in.asked, days.at(day)
        while await match_customers(days.transaction, match, now):
            pass
        async with days.transaction() as tx:
            mine = await tx.fetchval(
                "select count(*) from kivra_matches where number = $1 and asked = $2", REACHED, day
            )
        assert (mine >= 1, stand_in.asked - before >= asked) == (True, True)
        if not asked:
            assert stand_in.asked == before


async def test_an_invoice_goes_by_kivra_unless_another_channel_was_asked_for(
    office: Office, days: Days, mailbox: Mailbox
) -> None:
    days.at(REGISTERED)
    await opened(office, days, REACHED)
    invoices = []
    for asked in (None, "print", "kivra"):
        more = {} if asked is None else {"preferred_invoice_distribution": asked}
        body = office.invoice_body(
            1000, customer=person(REACHED), invoice_date="2026-09-02", invoice_due_date="2026-10-02", **more
        )
        invoices.append((await office.post("invoice--registrations", body))["_invoice"])
    await mailbox.work(DEMANDED)
    shown = [(await office.get(f"invoices/{id_}"))["delivery"] for id_ in invoices]
    assert [(one["channel"], one["status"]) for one in shown] == [
        ("kivra", "sent"),
        ("print", "shown"),
        ("kivra", "sent"),
    ]
    sent = [one for one in mailbox.to(REACHED) if one["type"] == "invoice"]
    assert {one["payment_multiple_options"]["options"][0]["amount"] for one in sent} == {"1000.00"}
    assert {one["payment_multiple_options"]["options"][0]["due_date"] for one in sent} == {"2026-10-02"}


@asynccontextmanager
async def called(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """The interface of an installation with `[kivra]`, as Kivra reaches it."""
    app = create_app(replace(settings, kivra=SECTION))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://fordran.example") as client:
        yield client
    await app.database.close()


def signed(body: bytes, now: datetime) -> dict[str, str]:
    timestamp = str(int(now.timestamp()))
    return {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": signature(SECRET, "msg_1", timestamp, body),
    }


def told(kind: str, key: str) -> bytes:
    return json.dumps({"type": kind, "data": {"content_key": key, "event_time": "2026-09-02T09:30:00Z"}}).encode()


async def test_a_read_letter_is_known_by_a_signed_callback_alone(
    office: Office, days: Days, mailbox: Mailbox, settings: Settings
) -> None:
    case, _ = await opened(office, days, REACHED)
    await mailbox.work(DEMANDED)
    (delivery,) = await deliveries(days, case)
    body = told("content_viewed", delivery["channel_reference"])
    async with called(settings) as client:
        for headers in ({}, signed(body + b" ", mailbox.now), signed(body, mailbox.now - timedelta(hours=1))):
            assert (await client.post("/callbacks/kivra", content=body, headers=headers)).status_code == 404
        unknown = told("content_viewed", "17ff")
        answer = await client.post("/callbacks/kivra", content=unknown, headers=signed(unknown, mailbox.now))
        assert answer.status_code == 404
        (letter,) = (await office.get("letters", where=json.dumps({"case": case})))["_items"]
        assert "read" not in letter
        for _ in range(2):
            answer = await client.post("/callbacks/kivra", content=body, headers=signed(body, mailbox.now))
            assert answer.status_code == 200
            (letter,) = (await office.get("letters", where=json.dumps({"case": case})))["_items"]
            assert letter["read"] == "Wed, 02 Sep 2026 09:30:00 GMT"
        revision = (await deliveries(days, case))[0]["revision"]
        assert revision == delivery["revision"] + 1, "a replay does nothing"
    without = await office.client.post("/callbacks/kivra", content=body, headers=signed(body, mailbox.now))
    assert without.status_code == 404, "without [kivra] nobody calls"


async def test_one_who_declines_is_asked_why_by_a_person(
    office: Office, days: Days, mailbox: Mailbox, settings: Settings
) -> None:
    case, _ = await opened(office, days, DECLINING)
    async with called(settings) as client:
        await mailbox.work(DEMANDED)
        (delivery,) = await deliveries(days, case)
        body = told("invoice_declined", delivery["channel_reference"])
        assert (
            await client.post("/callbacks/kivra", content=body, headers=signed(body, mailbox.now))
        ).status_code == 200
        await client.post("/callbacks/kivra", content=body, headers=signed(body, mailbox.now))
    items = (await office.get("work--items", where=json.dumps({"case": case})))["_items"]
    assert [one["kind"] for one in items] == ["kivra_declined"]
    paid = told("payment_callback", delivery["channel_reference"])
    async with called(settings) as client:
        assert (
            await client.post("/callbacks/kivra", content=paid, headers=signed(paid, mailbox.now))
        ).status_code == 200
    assert (await office.case(case))["total_remaining_transaction_amount"] > 0, "the bank's file books payments"


async def test_a_kivra_that_does_not_answer_is_asked_later_and_stops_nothing(
    office: Office, days: Days, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, _ = await opened(office, days, REACHED)
    days.at(DEMANDED, MORNING)
    mailbox.hall.section = replace(SECTION, client="refused")
    ticks = [0.0]
    monkeypatch.setattr(clock, "monotonic", lambda: ticks[0])
    worker = KivraWorker(office.app.database, mailbox.hall.outside, OPERATOR)
    for failures in (1, 2, 3):
        await worker.step()
        assert (worker.failures, worker.match_next - ticks[0]) == (failures, FIRST_WAIT_SECONDS * 2**failures)
        ticks[0] = worker.match_next
    await mailbox.work(DEMANDED)
    assert await letters(office, case) == [("debt_collection", "shown", "print")]


async def test_the_worker_matches_and_hands_over(office: Office, days: Days, mailbox: Mailbox) -> None:
    case, _ = await opened(office, days, REACHED)
    worker = KivraWorker(office.app.database, mailbox.hall.outside, OPERATOR)
    days.at(DEMANDED, MORNING)
    assert await worker.step() >= 1
    await days.work(DEMANDED, only=("advance cases", "make letters"))
    while await worker._safely("hand over to Kivra"):
        pass
    assert await letters(office, case) == [("debt_collection", "sent", "kivra")]
