"""Helpers of tests over HTTP: payments, bounces and replies of the authority, each for one's own documents in a sandbox."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.actions.delivery.test_show import DAY, delivery, invoice
from tests.actions.enforcements.test_replies import ENFORCING, application
from tests.actions.flow.days import Days
from tests.actions.office import Office
from tests.actions.work.test_read_back import demanded


async def simulate(office: Office, name: str, status: int = 201, **body: Any) -> Any:
    return await office.post(f"test--helpers/{name}", body, status)


@pytest.mark.parametrize("by", ["case", "ocr_number"])
async def test_a_payment_settles_the_case_that_it_names(office: Office, by: str) -> None:
    id_ = await office.register_debt()
    case = await office.case(id_)
    named = {"case": id_} if by == "case" else {"ocr_number": case["ocr_number"]}
    made = await simulate(office, "payments", amount=100, **named)
    assert (made["case"], made["amount"], made["status"]) == (id_, 100, "matched")
    assert (await office.case(id_))["total_remaining_capital_amount"] == 900
    again = await simulate(office, "payments", amount=100, **named)
    assert again["status"] == "matched"
    assert (await office.case(id_))["total_remaining_capital_amount"] == 800
    assert await office.differences() == []


async def test_a_payment_has_its_bank_date_and_none_to_come(office: Office, days: Days) -> None:
    days.at(date(2026, 7, 1))
    id_ = await office.register_debt()
    made = await simulate(office, "payments", case=id_, amount=100, date="2026-06-01")
    assert made["date"] == "Mon, 01 Jun 2026 00:00:00 GMT"
    for day in ("2031-01-01", "2024-01-01"):
        refused = await simulate(office, "payments", 422, case=id_, amount=100, date=day)
        assert list(refused["_issues"]) == ["date"]


async def test_a_dry_run_of_a_payment_pays_nothing(office: Office) -> None:
    id_ = await office.register_debt()
    made = await office.post("test--helpers/payments?dry_run=true", {"case": id_, "amount": 100}, 200)
    assert (made["_dry_run"], made["status"]) == (True, "matched")
    assert (await office.case(id_))["total_remaining_capital_amount"] == 1000


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"amount": 100}, "case"),
        ({"case": "0" * 24, "ocr_number": "123", "amount": 100}, "case"),
        ({"case": "0" * 24, "amount": 100}, "case"),
        ({"ocr_number": "12345", "amount": 100}, "ocr_number"),
    ],
)
async def test_a_payment_names_one_case_that_is_there(office: Office, body: dict[str, Any], field: str) -> None:
    refused = await simulate(office, "payments", 422, **body)
    assert list(refused["_issues"]) == [field]


async def test_an_email_that_comes_back_leaves_the_invoice_to_paper(office: Office, days: Days) -> None:
    id_ = await invoice(office, days, customer={"email": "karin@example.com"})
    assert (await simulate(office, "bounces", 409, invoice=id_))["_error"]["type"] == "not_sent_by_email"
    await days.work(DAY)
    assert (await simulate(office, "bounces", invoice=id_, reason="mailbox full"))["channel"] == "print"
    before = (await delivery(office, id_))["history"][0]
    assert (before["channel"], "mailbox full" in before["reason"]) == ("email", True)
    await simulate(office, "bounces", 409, invoice=id_)
    await simulate(office, "bounces", 422, letter=id_)


async def test_the_authority_replies_to_an_application_that_is_signed_first(office: Office, days: Days) -> None:
    await office.give_mandate()
    case = await demanded(office, days, **ENFORCING)
    await simulate(office, "authority-replies", 409, case=case, reply="received")
    days.signs_applications = False
    await days.work(date(2026, 9, 25))
    assert (await application(office, case))["status"] == "to_sign"
    made = await simulate(office, "authority-replies", case=case, reply="received", case_number="01-1-26")
    assert made["status"] == "enforcement_applied"
    found = await application(office, case)
    assert (found["status"], found["case_number"], found["signed_by"]) == ("received", "01-1-26", "Test")
    assert await office.differences() == []


async def test_only_a_sandbox_has_them(office: Office, days: Days) -> None:
    id_ = await office.register_debt()
    async with days.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    for name, body in (
        ("payments", {"case": id_, "amount": 1}),
        ("bounces", {"invoice": "0" * 24}),
        ("authority-replies", {"case": id_, "reply": "received"}),
    ):
        refused = await simulate(office, name, 409, **body)
        assert refused["_error"]["type"] == "only_in_a_sandbox"
