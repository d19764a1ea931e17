"""A crediting or cancellation is reversed on a later day, and while the authority has an application."""

from __future__ import annotations

import asyncio
from datetime import date

import httpx
import pytest

from tests.actions.enforcements.test_replies import sent
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office

CREDITINGS, CANCELLATIONS = "creditor--creditings", "creditor--cancellations"
REASON = {"reason": "Den gällde en annan faktura."}
BETWEEN = ("2026-08-31", "2026-09-01", "2026-09-09", "2026-09-10")


async def opened(office: Office, days: Days, number: int) -> str:
    days.at(date(2026, 9, 1))
    body = office.case_body(office.debt(1000, invoice_date="2026-07-16"), customer=person(number))
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


async def test_the_statement_of_the_days_between_still_shows_the_crediting(office: Office, days: Days) -> None:
    case = await opened(office, days, 700)
    made = await office.credit(case, 400)
    days.at(date(2026, 9, 10))
    await office.post(f"{CREDITINGS}/{made['_id']}/reversals", REASON)
    shown = {day: (await office.statement(case, day))["total_remaining_capital_amount"] for day in BETWEEN}
    assert shown == {"2026-08-31": 1000, "2026-09-01": 600, "2026-09-09": 600, "2026-09-10": 1000}
    # Money of a later day covers what the crediting had taken.
    days.at(date(2026, 9, 12))
    paid = await office.pay(case, 5000, "2026-09-11")
    assert paid["settled_amount"] > 1000
    assert (await office.case(case))["close_reason"] == "paid"
    assert await office.differences() == []


async def test_a_case_whose_cancellation_is_reversed_goes_on_with_its_letters(office: Office, days: Days) -> None:
    case = await opened(office, days, 701)
    await days.work(date(2026, 9, 1), EVENING)
    made = await office.cancel(case)
    days.at(date(2026, 9, 10))
    await office.post(f"{CANCELLATIONS}/{made['_id']}/reversals", REASON)
    shown = await office.case(case)
    assert "close_reason" not in shown
    for day in (10, 11, 18, 25, 30):
        await days.work(date(2026, 9, day), EVENING)
    letters = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
    assert "debt_collection" in [letter["kind"] for letter in letters]
    assert not [one for one in await office.differences() if one.what != "ground of a fee"]


@pytest.mark.parametrize("path", [CREDITINGS, CANCELLATIONS])
async def test_money_of_a_later_day_pays_the_case_once_what_closed_it_is_reversed(
    office: Office, days: Days, path: str
) -> None:
    case = await opened(office, days, 702 if path == CREDITINGS else 703)
    made = await (office.credit(case, 1000) if path == CREDITINGS else office.cancel(case))
    days.at(date(2026, 9, 10))
    paid = await office.pay(case, 3000, "2026-09-09")
    assert (paid["_payment_status"], paid["settled_amount"]) == ("warning", 0)
    await office.post(f"{path}/{made['_id']}/reversals", REASON)
    shown = await office.case(case)
    assert (shown["state"], shown["close_reason"]) == ("closed", "paid")
    assert (await office.get(f"creditor--payments/{paid['_id']}"))["settled_amount"] > 1000
    assert not [one for one in await office.differences() if one.what != "ground of a fee"]


@pytest.mark.parametrize("path", [CREDITINGS, CANCELLATIONS])
async def test_nothing_is_reversed_that_the_authority_knows_of(office: Office, days: Days, path: str) -> None:
    case = await sent(office, days)
    made = await (office.credit(case, 100) if path == CREDITINGS else office.cancel(case))
    before = await office.case(case)
    refused = await office.post(f"{path}/{made['_id']}/reversals", REASON, 409)
    assert refused["_error"]["type"] == "reversal_at_authority"
    assert await office.case(case) == before


# Deleted ---------------------------------------------------------------------------------------------------------------------

PAYMENTS = "creditor--payments"


async def reported(office: Office, case: str, path: str) -> Body:
    """Something that the creditor reports by mistake."""
    if path == PAYMENTS:
        body = office.payment_body(case, 300, "2026-09-01", creditor_payment_reference="B-1")
        return await office.post(PAYMENTS, body)
    return await (office.credit(case, 1000) if path == CREDITINGS else office.cancel(case))


async def deleted(office: Office, path: str, made: Body) -> httpx.Response:
    tag = (await office.get(f"{path}/{made['_id']}"))["_etag"]
    return await office.client.delete(f"/{path}/{made['_id']}", headers={"If-Match": tag})


@pytest.mark.parametrize("path", [PAYMENTS, CREDITINGS, CANCELLATIONS])
async def test_what_is_deleted_counts_as_never_reported(office: Office, days: Days, path: str) -> None:
    case = await opened(office, days, 710 + (PAYMENTS, CREDITINGS, CANCELLATIONS).index(path))
    total = (await office.get(path))["_meta"]["total"]
    before = await office.case(case)
    made = await reported(office, case, path)
    days.at(date(2026, 9, 2))
    assert (await office.client.delete(f"/{path}/{made['_id']}")).status_code == 428
    assert (await deleted(office, path, made)).status_code == 204
    assert (await office.client.get(f"/{path}/{made['_id']}")).status_code == 404
    assert (await office.get(path))["_meta"]["total"] == total
    after = await office.case(case)
    for name in ("state", "status", "transactions", "total_remaining_transaction_amount"):
        assert after.get(name) == before.get(name), name
    assert (await office.statement(case, "2026-09-01"))["total_remaining_capital_amount"] == 1000
    again = await reported(office, case, path)
    assert again["_id"] != made["_id"], "its reference is free again"
    assert not [one for one in await office.differences() if one.what != "ground of a fee"]


@pytest.mark.parametrize("path", [PAYMENTS, CREDITINGS])
async def test_nothing_is_deleted_that_a_letter_was_built_upon(office: Office, days: Days, path: str) -> None:
    case = await opened(office, days, 720 if path == PAYMENTS else 721)
    made = await (reported(office, case, path) if path == PAYMENTS else office.credit(case, 100))
    for day in (1, 2, 3):
        await days.work(date(2026, 9, day), EVENING)
    left = [one for one in (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"] if "sent" in one]
    assert left, "nothing has left, so nothing was tested"
    refused = await deleted(office, path, made)
    assert (refused.status_code, refused.json()["_error"]["type"]) == (409, "registration_built_upon")
    assert (await office.get(f"{path}/{made['_id']}"))["amount"] > 0


async def test_of_a_deletion_and_a_reversal_at_once_one_is_done(office: Office, days: Days) -> None:
    case = await opened(office, days, 730)
    made = await office.credit(case, 100)
    path = f"/{CREDITINGS}/{made['_id']}"
    answers = await asyncio.gather(
        office.client.delete(path, headers={"If-Match": made["_etag"]}),
        office.client.post(f"{path}/reversals", json=REASON),
    )
    assert {answer.status_code for answer in answers} <= {201, 204, 404, 409, 412}
    assert sum(answer.status_code < 300 for answer in answers) == 1
    assert (await office.case(case))["total_remaining_capital_amount"] == 1000
    assert not [one for one in await office.differences() if one.what != "ground of a fee"]
