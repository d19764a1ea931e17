"""The terms of claims over the interface: when interest begins, who owes which fee, and whose money it is."""

from __future__ import annotations

from datetime import date
from itertools import count
from typing import Any

import pytest

from fordran.actions.proof.verify import verify
from fordran.api.app import Api
from fordran.domain.numbers.organisationsnummer import is_of_public_body
from fordran.shape.wire import parsed
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import COMPANY, Body, Office, open_office

D = date.fromisoformat
_people = count(7000)
TERMS = {"agreed": True, "valid_from": "2026-01-01", "attested_by": "Eva Ek"}


async def registered(office: Office, days: Days, on: str = "2026-10-20", *, business: bool = False, **debt: Any) -> str:
    """A debt of a person or a company of its own, registered on a day to be reminded of."""
    days.at(D(on))
    claim = office.debt(36_500, invoice_date="2026-09-01", invoice_due_days_after_invoice_date=10) | debt
    who = person(next(_people))
    if business:
        who |= {"id_number": COMPANY, "is_person": False, "is_company": True}
    body = office.case_body(claim, first_action="reminder", customer=who)
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


async def costs(office: Office, case: str) -> dict[str, float]:
    """The costs on a case, by article."""
    lines = (await office.case(case))["transactions"]
    return {line["type"]: line["amount"] for line in lines if line["type"] not in ("capital", "interest")}


async def is_proved(office: Office) -> bool:
    async with office.app.database.transaction() as tx:
        return [difference async for difference in verify(tx)] == []


@pytest.mark.parametrize(
    ("debt", "days_without", "remark"),
    [
        ({}, 29, "the invoice alone: 30 days after it left"),
        ({"invoice_sent_date": "2026-09-06"}, 34, "sent five days after its date"),
        ({"due_date_basis": "agreed_date"}, 10, "an agreed date"),
        ({"due_date_basis": "agreed_days", "invoice_sent_date": "2026-09-06"}, 15, "agreed days, sent later"),
        ({"interest_days_after_invoice_date": 5}, 29, "no earlier than the law lets it"),
        ({"interest_days_after_invoice_date": 90}, 90, "later, as the creditor states"),
    ],
)
async def test_interest_begins_on_the_lawful_day(
    office: Office, days: Days, debt: Body, days_without: int, remark: str
) -> None:
    case = await office.case(await registered(office, days, **debt))
    assert case["debt"]["interest_days_after_invoice_date"] == days_without, remark
    assert case["debt"]["invoice_due_days_after_invoice_date"] == 10


async def test_a_creditor_states_its_terms_once(app: Api, days: Days) -> None:
    office = await open_office(app, case_config={"due_date_basis": "agreed_date"})
    case = await office.case(await registered(office, days))
    assert case["debt"]["due_date_basis"] == "agreed_date"
    assert case["debt"]["interest_days_after_invoice_date"] == 10


async def test_no_reminder_fee_without_an_attestation(app: Api, days: Days) -> None:
    office = await open_office(app, reminder_fee_terms=TERMS | {"agreed": False})
    case = await registered(office, days)
    await days.live(D("2026-10-22"))
    assert (await office.case(case))["state"] == "reminder"
    assert await costs(office, case) == {}


@pytest.mark.parametrize(
    ("terms", "debt", "fee"),
    [
        (TERMS, {}, {"reminder": 60}),
        (TERMS | {"valid_from": "2026-09-02"}, {}, {}),
        (TERMS | {"valid_from": "2026-09-01"}, {}, {"reminder": 60}),
        (TERMS | {"agreed": False}, {}, {}),
        (TERMS, {"claim_kind": "damages"}, {}),
        (TERMS, {"claim_kind": "statutory_fee"}, {}),
        (TERMS, {"claim_kind": "loan"}, {"reminder": 60}),
    ],
)
async def test_the_reminder_fee_by_attestation_and_kind(
    app: Api, days: Days, terms: Body, debt: Body, fee: Body
) -> None:
    office = await open_office(app, reminder_fee_terms=terms)
    case = await registered(office, days, **debt)
    await days.live(D("2026-10-22"))
    assert await costs(office, case) == fee
    (letter,) = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
    assert letter["fee"] == fee.get("reminder", 0)


async def test_an_attestation_that_is_taken_back_reverses_the_fee_of_open_cases(app: Api, days: Days) -> None:
    office = await open_office(app, reminder_fee_terms=TERMS)
    case = await registered(office, days)
    await days.live(D("2026-10-22"))
    assert await costs(office, case) == {"reminder": 60}
    creditor = await office.get(f"creditors/{office.creditor}")
    changed = await office.client.patch(
        f"/creditors/{office.creditor}",
        json={"reminder_fee_terms": TERMS | {"agreed": False}},
        headers={"If-Match": creditor["_etag"]},
    )
    assert changed.status_code == 200, changed.text
    await days.live(D("2026-10-23"))
    assert (await office.case(case))["total_remaining_costs_amount"] == 0
    assert await is_proved(office)


@pytest.mark.parametrize(
    ("creditor", "debt", "fee"),
    [
        ({}, {}, {"late_payment_fee": 450}),
        ({}, {"claim_kind": "rent"}, {"late_payment_fee": 450}),
        ({}, {"claim_kind": "loan"}, {"reminder": 60}),
        ({}, {"claim_kind": "damages"}, {}),
        ({"is_public_authority": True}, {}, {"reminder": 60}),
        ({}, {"business_debt": False}, {"reminder": 60}),
        ({}, {"interest_days_after_invoice_date": 90}, {"reminder": 60}),
    ],
)
async def test_who_owes_the_late_payment_fee(app: Api, days: Days, creditor: Body, debt: Body, fee: Body) -> None:
    office = await open_office(app, **creditor)
    case = await registered(office, days, business=True, **debt)
    await days.live(D("2026-10-22"))
    assert await costs(office, case) == fee


def test_an_authority_is_told_by_its_number() -> None:
    assert is_of_public_body("202100-5489")
    assert not is_of_public_body("556016-0680")
    assert not is_of_public_body("202100-5480"), "the check digit is wrong"


async def test_a_person_may_owe_as_a_business(office: Office, days: Days) -> None:
    case = await registered(office, days, business_debt=True)
    await days.live(D("2026-10-22"))
    assert await costs(office, case) == {"late_payment_fee": 450}


async def test_the_late_payment_fee_is_the_creditors(office: Office, days: Days) -> None:
    case = await registered(office, days, business=True)
    await days.live(D("2026-10-22"))
    async with office.app.database.transaction() as tx:
        facts = parsed(await tx.fetchval("select facts from cases where id = $1", case))
    assert [fact["by_creditor"] for fact in facts if fact.get("article") == "late_payment_fee"] == [True]
    assert await is_proved(office)


async def test_a_control_fee_needs_its_particulars(office: Office, days: Days) -> None:
    days.at(D("2026-10-20"))
    claim = office.debt(1000, claim_kind="control_fee")
    body = office.case_body(claim, first_action="reminder", customer=person(next(_people)))
    assert "control_fee" in (await office.refused("case--registrations", body))["debts"]["0"]
    parking = {
        "place": "Storgatan 1",
        "date": "2026-09-01",
        "time": "14:30",
        "plate": "ABC123",
        "breach": "Utan giltig biljett",
        "notice_number": "7001",
    }
    for name in parking:
        lacking = {key: value for key, value in parking.items() if key != name}
        body["debts"][0] |= {"control_fee": lacking}
        assert name in (await office.refused("case--registrations", body))["debts"]["0"]["control_fee"]
    body["debts"][0] |= {"control_fee": parking}
    (case,) = (await office.post("case--registrations", body))["_cases"]
    assert (await office.case(case))["debt"]["control_fee"]["plate"] == "ABC123"


async def test_an_invoice_of_ours_that_leaves_late_is_due_later(office: Office, days: Days) -> None:
    days.at(D("2026-09-21"))
    case = await office.register_invoice(1000, invoice_date="2026-09-01", invoice_due_date="2026-09-11")
    found = await office.case(case)
    assert found["debt"]["invoice_due_days_after_invoice_date"] == 30
    assert found["debt"]["left"].startswith("Mon, 21 Sep 2026")
    (invoice,) = (await office.get("invoices", where=f'{{"case": "{case}"}}'))["_items"]
    assert invoice["invoice_due_date"].startswith("Thu, 01 Oct 2026")
    own = await office.register_invoice(
        1000, invoice_date="2026-09-01", invoice_due_date="2026-09-11", preferred_invoice_distribution="none"
    )
    assert (await office.case(own))["debt"]["invoice_due_days_after_invoice_date"] == 10, "the creditor sends it itself"
    assert await is_proved(office)


async def test_an_invoice_is_not_sent_in_the_future_nor_before_its_date(office: Office) -> None:
    for day, said in (
        ("2199-01-01", "must not be later than today"),
        ("2026-02-28", "must not be before invoice_date"),
    ):
        debt = office.debt(invoice_date="2026-03-01", invoice_sent_date=day)
        answer = await office.client.post("/case--registrations", json=office.case_body(debt))
        assert answer.status_code == 422, answer.text
        assert said in answer.text
        body = office.invoice_body(invoice_date="2026-03-01", invoice_sent_date=day)
        answer = await office.client.post("/invoice--registrations", json=body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["_issues"] == {"invoice_sent_date": said}


async def test_a_payment_is_not_ordered_after_it_came(office: Office) -> None:
    case = (await office.post("case--registrations", office.case_body(office.debt())))["_cases"][0]
    body = office.payment_body(case, 100, "2026-11-10", order_date="2026-11-11")
    answer = await office.client.post("/creditor--payments", json=body)
    assert answer.status_code == 422
    assert answer.json()["_issues"] == {"order_date": "must not be after bank_transaction_date"}
