"""Invoices that are held: registered without being sent, then released or voided."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.registrations.look_up import contexts_of
from fordran.api.app import Api
from fordran.settings import Settings
from tests.actions.delivery.house import House, open_house
from tests.actions.office import Office, open_office

DAY = 24 * 3600


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path) as opened:
        yield opened


async def act(house: House, invoice: str, name: str, status: int = 201) -> Any:
    answer = await house.office.post(f"invoices/{invoice}/{name}", {}, status)
    house.now = max(house.now, clock.now())
    return answer


async def test_a_held_invoice_leaves_when_it_is_released(house: House) -> None:
    invoice = await house.invoice(hold=True)
    await house.work()
    assert (house.items("print"), (await house.delivery(invoice))["status"]) == ([], "held")
    made = await act(house, invoice, "release")
    assert made["delivery_status"] == "queued"
    assert made["_etag"] == (await house.office.get(f"invoices/{invoice}"))["_etag"]
    await house.work()
    assert [item["delivery"] for item in house.items("print")] == [invoice]
    refused = await act(house, invoice, "release", 409)
    assert refused["_error"]["type"] == "invoice_not_held"
    assert await house.office.differences() == []


async def test_a_held_invoice_takes_no_step_and_is_due_later_when_it_leaves_late(house: House) -> None:
    invoice = await house.invoice(hold=True)
    before = await house.office.get(f"invoices/{invoice}")
    await act(house, invoice, "release")
    await house.work(5 * DAY)
    after = await house.office.get(f"invoices/{invoice}")
    assert (before["invoice_due_date"][5:16], after["invoice_due_date"][5:16]) == ("18 Dec 2026", "23 Dec 2026")


@pytest.mark.parametrize("hold", [True, False])
async def test_a_voided_invoice_never_leaves_and_its_case_is_cancelled(house: House, hold: bool) -> None:
    invoice = await house.invoice(hold=hold)
    made = await act(house, invoice, "void")
    assert made["delivery_status"] == "failed"
    await house.work()
    await house.work(DAY)
    assert house.items("print") == []
    document = await house.office.get(f"invoices/{invoice}")
    assert document["delivery"]["reason"] == "voided before it left"
    assert (await house.office.case(document["case"]))["close_reason"] == "cancelled"
    assert (await act(house, invoice, "void", 409))["_error"]["type"] == "invoice_not_voided"
    assert (await act(house, invoice, "release", 409))["_error"]["type"] == "invoice_not_held"
    again = house.office.invoice_body(1000, invoice_number=document["invoice_number"])
    assert "invoice_number" in await house.office.refused("invoice--registrations", again)
    assert await house.office.differences() == []


async def test_an_invoice_that_has_left_is_not_voided(house: House) -> None:
    left, not_ours = await house.invoice(), await house.invoice(preferred_invoice_distribution="none")
    await house.work()
    for invoice in (left, not_ours):
        assert (await act(house, invoice, "void", 409))["_error"]["type"] == "invoice_not_voided"
    await act(house, "0" * 24, "void", 404)


async def test_a_credit_invoice_is_held_too_and_is_not_voided(house: House) -> None:
    invoice = await house.invoice()
    await house.work()
    number = (await house.office.get(f"invoices/{invoice}"))["invoice_number"]
    credit = await house.invoice(invoice_type="credit_invoice", reference_number=number, hold=True)
    assert (await act(house, credit, "void", 409))["_error"]["type"] == "credit_invoice_not_voided"
    assert (await act(house, credit, "release"))["delivery_status"] == "queued"


async def test_a_whole_request_is_held_by_its_query_string(house: House) -> None:
    bodies = [house.office.invoice_body(10) for _ in range(12)]
    for sent in (bodies[0], bodies[1:]):
        answer = await house.office.client.post("/invoice--registrations?hold=true", content=json.dumps(sent),
                                                headers={"content-type": "application/json"})  # fmt: skip
        assert answer.status_code == 201, answer.text
        made = answer.json()
        for one in made.get("_items", [made]):
            assert (await house.delivery(one["_invoice"]))["status"] == "held"
    unclear = await house.office.client.post("/invoice--registrations?hold=yes", json=house.office.invoice_body(10))
    assert (unclear.status_code, unclear.json()["_error"]["type"]) == (400, "unclear_switch")


async def test_an_invoice_leaves_after_its_creditors_delay(app: Api, settings: Settings, tmp_path: Path) -> None:
    office = await open_office(app, case_config={"send_delay_minutes": 20})
    async with open_house(app, office, settings, tmp_path) as house:
        kept, voided = await house.invoice(), await house.invoice()
        await house.work()
        assert house.items("print") == []
        await act(house, voided, "void")
        await house.work(20 * 60 + 1)
        assert [item["delivery"] for item in house.items("print")] == [kept]


@pytest.mark.parametrize(("is_sandbox", "minutes"), [(True, 0), (False, 15)])
async def test_a_creditor_that_says_nothing_has_the_usual_delay(app: Api, is_sandbox: bool, minutes: int) -> None:
    office = await open_office(app)
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = $1", is_sandbox)
        try:
            found = await contexts_of(tx, [(office.account, office.creditor)])
        finally:
            await tx.execute("update installation set sandbox = true")
    assert found[office.account, office.creditor]["send_delay_minutes"] == minutes


@pytest.mark.parametrize("minutes", [-1, 1441, 1.5])
async def test_a_delay_is_at_most_a_day(app: Api, minutes: float) -> None:
    office = await open_office(app)
    creditor = await office.get(f"creditors/{office.creditor}")
    change = {"case_config": {"send_delay_minutes": minutes}}
    headers = {"If-Match": creditor["_etag"]}
    answer = await office.client.patch(f"/creditors/{office.creditor}", json=change, headers=headers)
    assert (answer.status_code, [*answer.json()["_issues"]["case_config"]]) == (422, ["send_delay_minutes"])
