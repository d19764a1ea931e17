"""Cases that another collector had before: earlier letters, an old payment reference, and how they begin with us."""

from __future__ import annotations

from datetime import date
from itertools import count

import pytest

from fordran.api.app import Api
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office, open_office

D = date.fromisoformat
_people = count(8300)


def moved(office: Office, first_action: str = "surveillance", **debt: object) -> Body:
    """The registration of a debt that is long overdue."""
    claim = office.debt(1000, invoice_date="2024-09-01", invoice_due_days_after_invoice_date=30) | debt
    return office.case_body(claim, first_action=first_action, customer=person(next(_people)))


async def register(office: Office, first_action: str = "surveillance", **debt: object) -> Body:
    made = await office.post("case--registrations", moved(office, first_action, **debt))
    return await office.case(made["_cases"][0])


async def letters(office: Office, case: str) -> list[str]:
    found = await office.get("letters", where=f'{{"case": "{case}"}}', sort="_id")
    return [letter["kind"] for letter in found["_items"]]


async def test_a_payment_with_the_old_reference_is_the_cases(office: Office, days: Days) -> None:
    days.at(D("2026-11-18"))
    case = await register(office, old_payment_reference="0077 0012-3456781", previous_case_number="A-17")
    assert case["debt"]["old_payment_reference"] == "7700123456781"
    assert case["debt"]["previous_case_number"] == "A-17"
    found = await office.get("cases", where='{"debt.previous_case_number": "A-17"}')
    assert [one["_id"] for one in found["_items"]] == [case["_id"]]
    hall = BankHall(office.app.database, office)
    assert await hall.bring(camt054(deposit(paid(100_00, "7700123456781")))) == {"transactions": 1, "matched": 1}
    await days.work(D("2026-11-19"), only=("settle bank payments",))
    after = await office.case(case["_id"])
    assert sum(line["amount"] for line in after["transactions"] if line["amount"] < 0) == -100
    assert await office.differences() == []


@pytest.mark.parametrize("reference", ["RF18539007547034", "123", "1" * 26, "  "])
async def test_an_old_reference_is_digits(office: Office, reference: str) -> None:
    issues = await office.refused("case--registrations", moved(office, old_payment_reference=reference))
    assert [*issues["debts"]["0"]] == ["old_payment_reference"]


async def test_an_old_reference_leads_to_one_case(office: Office, app: Api) -> None:
    """Within an account the second one is refused; what two accounts have of different collectors waits for a person."""
    await register(office, old_payment_reference="880012345")
    issues = await office.refused("case--registrations", moved(office, old_payment_reference="8800-12345"))
    assert [*issues["debts"]["0"]] == ["old_payment_reference"]
    await register(await open_office(app), old_payment_reference="880012345")
    hall = BankHall(office.app.database, office)
    assert await hall.bring(camt054(deposit(paid(50_00, "880012345")))) == {"transactions": 1, "suspense": 1}


async def test_the_reference_of_a_wrong_persons_case_is_the_next_ones(office: Office) -> None:
    wrong = await register(office, old_payment_reference="990012345")
    await office.post(f"cases/{wrong['_id']}/wrong-person", {"note": "Fel person."})
    right = await register(office, old_payment_reference="990012345")
    assert right["debt"]["old_payment_reference"] == "990012345"
    assert "old_payment_reference" not in (await office.case(wrong["_id"]))["debt"]
    assert await office.differences() == []


async def test_a_case_begins_with_surveillance(office: Office, days: Days) -> None:
    days.at(D("2026-11-02"))
    case = await register(office)
    await days.work(D("2026-11-03"))
    after = await office.case(case["_id"])
    assert (after["state"], await letters(office, case["_id"])) == ("surveillance", [])
    assert await office.differences() == []


async def test_a_case_with_no_first_action_waits_until_it_is_started(office: Office, days: Days) -> None:
    days.at(D("2026-11-02"))
    case = await register(office, "none")
    assert case["next_step"] == "start"
    await days.work(D("2026-11-20"))
    assert await letters(office, case["_id"]) == []
    await office.post(f"cases/{case['_id']}/start", {})
    await days.work(D("2026-11-24"))
    assert await letters(office, case["_id"]) == ["reminder"]


PARKING = {
    "place": "Storgatan 1",
    "date": "2026-05-01",
    "time": "14:30",
    "plate": "ABC123",
    "breach": "Giltig biljett saknas.",
    "notice_number": "55001",
}


@pytest.mark.parametrize(("kind", "first"), [("reminder", "debt_collection"), ("other", "reminder")])
async def test_an_earlier_reminder_is_not_sent_again(office: Office, days: Days, kind: str, first: str) -> None:
    """A control fee is reminded of before a demand: lag (1984:318) 8 §."""
    days.at(D("2026-11-02"))
    told = [{"kind": kind, "date": "2026-06-01", "amount": 1000}]
    case = await register(
        office,
        "debt_collection",
        claim_kind="control_fee",
        control_fee=PARKING,
        invoice_date="2026-05-01",
        earlier_letters=told,
    )
    assert case["next_step"] == first


@pytest.mark.parametrize(
    ("dates", "waits"),
    [
        ([], True),
        (["2024-06-01"], True),
        (["2024-06-01", "2024-07-01"], False),
    ],
)
async def test_earlier_letters_interrupt_limitation(
    office: Office, days: Days, dates: list[str], *, waits: bool
) -> None:
    """Of a consumer's debt of 2022 (NJA 2016 s. 332): docs/rules/limitation.md."""
    days.at(D("2026-11-02"))
    told = [{"kind": "debt_collection", "date": day} for day in dates]
    case = await register(office, invoice_date="2022-09-01", earlier_letters=told)
    assert (case.get("waits_for") == ["time_barred_at_registration"]) is waits


async def test_a_letter_to_come_is_refused(office: Office, days: Days) -> None:
    days.at(D("2026-11-02"))
    told = [{"kind": "reminder", "date": "2026-11-03"}]
    issues = await office.refused("case--registrations", moved(office, earlier_letters=told))
    assert [*issues["debts"]["0"]] == ["earlier_letters"]


# Judgments and plans ----------------------------------------------------------------------------------------------------------


async def test_a_judgment_is_shown_and_begins_a_new_time_of_limitation(office: Office, days: Days) -> None:
    days.at(D("2026-11-02"))
    amounts = {"capital": 1000, "interest": 50, "costs": 860}
    judgment = {"number": "01-12345-22", "date": "2024-03-01", "amounts": amounts}
    case = await register(office, invoice_date="2021-09-01", judgment=judgment)
    day = "Fri, 01 Mar 2024 00:00:00 GMT"
    assert case["debt"]["judgment"] == {"number": "01-12345-22", "date": day} | amounts
    assert case.get("waits_for") == []
    without = await register(office, invoice_date="2021-09-01")
    assert without["waits_for"] == ["time_barred_at_registration"]
    found = await office.get("cases", where='{"debt.judgment": {"$exists": true}}')
    assert case["_id"] in [one["_id"] for one in found["_items"]]
    assert await office.differences() == []


async def test_a_judgment_has_been_given(office: Office, days: Days) -> None:
    days.at(D("2026-11-02"))
    judgment = {"number": "01-12345-24", "date": "2026-11-03"}
    issues = await office.refused("case--registrations", moved(office, judgment=judgment))
    assert [*issues["debts"]["0"]] == ["judgment"]


@pytest.mark.parametrize(
    ("plan", "amounts"),
    [
        ({"amount": 400, "instalments": 9}, [400, 400]),
        ({"amount": 400}, [400, 400]),
        ({"instalments": 2}, None),
    ],
)
@pytest.mark.parametrize("first_action", ["none", "debt_collection"])
async def test_a_plan_goes_on_without_a_fee(
    office: Office, days: Days, plan: Body, amounts: list[int] | None, first_action: str
) -> None:
    days.at(D("2026-11-02"))
    case = await register(office, first_action, plan=plan | {"next_date": "2026-11-30"})
    assert case["status"] == "amortization"
    (kept,) = (await office.get(f"cases/{case['_id']}/amortization-plans"))["_items"]
    due = [one["amount"] for one in kept["instalments"]]
    assert due[:2] == amounts if amounts else len(due) == 2
    assert sum(due) >= case["total_remaining_transaction_amount"]
    assert kept["instalments"][0]["date"] == "2026-11-30"
    assert case["total_added_costs_amount"] == 0
    await days.work(D("2026-11-03"))
    assert await letters(office, case["_id"]) == ["amortization_plan"]
    assert (await office.case(case["_id"]))["status"] == "amortization"
    assert await office.differences() == []


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        ({"next_date": "2026-11-30"}, "amount"),
        ({"amount": 400, "next_date": "2026-11-01"}, "next_date"),
        ({"amount": 1, "next_date": "2026-11-30"}, "amount"),
        ({"instalments": 0, "next_date": "2026-11-30"}, "instalments"),
        ({"amount": 400}, "next_date"),
    ],
)
async def test_a_plan_that_cannot_be_registers_nothing(office: Office, days: Days, plan: Body, field: str) -> None:
    days.at(D("2026-11-02"))
    body = moved(office, plan=plan)
    issues = await office.refused("case--registrations", body)
    assert [*issues["debts"]["0"]["plan"]] == [field]
    number = body["debts"][0]["invoice_number"]
    assert (await office.get("cases", where=f'{{"debt.invoice_number": "{number}"}}'))["_items"] == []
