"""A claim against the wrong person: everything stops, what was said is corrected, and the number can be registered anew."""

from __future__ import annotations

import json
from datetime import date

import pytest

from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office
from tests.actions.work.test_change_customer import DAY

NOTE = {"note": "Faktura ställd till granne med liknande namn."}


async def of_case(office: Office, resource: str, case: str) -> list[Body]:
    found: list[Body] = (await office.get(resource, where=json.dumps({"case": case}), sort="_id"))["_items"]
    return found


async def demanded(office: Office, days: Days, number: int) -> tuple[str, Body]:
    """A case whose demand has left, and the registration that it came by."""
    days.at(date(2026, 9, 1))
    sent = office.case_body(
        office.debt(10000, invoice_date="2026-07-16"), customer=person(number) | {"customer_number": f"K{number}"}
    )
    case: str = (await office.post("case--registrations", sent))["_cases"][0]
    await days.work(DAY, EVENING)
    days.at(date(2026, 9, 10))
    return case, sent


async def test_it_ends_at_once_and_who_got_a_letter_is_told(office: Office, days: Days) -> None:
    case, _ = await demanded(office, days, 60)
    await office.pay(case, 500, "2026-09-08")
    await office.post(f"cases/{case}/letters", {"template": "contact_us"})
    done = await office.post(f"cases/{case}/wrong-person", NOTE)
    assert (done["state"], done["status"]) == ("closed", "wrong_person")
    shown = await office.case(case)
    assert shown["total_remaining_transaction_amount"] == 0
    assert shown["total_added_costs_amount"] == shown["total_added_interest_amount"] == 0, "nothing was ever owed"
    (payment,) = await of_case(office, "creditor--payments", case)
    assert payment["settled_amount"] == 0
    assert [one["text"] for one in (await office.get(f"cases/{case}/notes"))["_items"]] == [NOTE["note"]]
    kinds = [(one["kind"], one.get("resolved", False)) for one in await of_case(office, "work--items", case)]
    assert ("wrong_person", False) in kinds
    types = {one["type"]: one.get("data") for one in await of_case(office, "events", case)}
    assert types["case.closed"]["close_reason"] == "wrong_person"
    assert types["case.noted"]
    assert types["letter.stopped"]["kind"] == "free"
    await days.work(date(2026, 9, 10), EVENING)
    letters = [(one["kind"], one["status"]) for one in await of_case(office, "letters", case)]
    assert letters == [("debt_collection", "shown"), ("free", "stopped"), ("closing", "shown")]
    again = await office.post(f"cases/{case}/wrong-person", NOTE, 409)
    assert again["_error"]["type"] == "wrong_person_already"
    assert not await office.differences()


async def test_the_number_is_registered_anew_on_the_right_person_and_once(office: Office, days: Days) -> None:
    case, sent = await demanded(office, days, 61)
    assert list(await office.refused("case--registrations", sent)) != []
    await office.post(f"cases/{case}/wrong-person", NOTE)
    right = sent | {"customer": person(62) | {"customer_number": "K61"}}
    anew = (await office.post("case--registrations", right))["_cases"][0]
    found, before = await office.case(anew), await office.case(case)
    assert found["debt"]["invoice_number"] == before["debt"]["invoice_number"]
    assert found["customer"] != before["customer"]
    assert "debts" in await office.refused("case--registrations", right), "the number is taken again"
    await days.work(date(2026, 9, 11), EVENING)
    assert (await office.case(anew))["state"] == "debt_collection"
    await office.post(f"cases/{anew}/wrong-person", NOTE)
    await office.post("case--registrations", sent | {"customer": person(63)})
    assert not await office.differences()


async def test_an_invoice_that_has_not_left_is_held_back_and_its_number_is_free(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    body = office.invoice_body(1000, invoice_date="2026-09-01", invoice_due_date="2026-10-01", customer=person(64))
    made = await office.post("invoice--registrations", body)
    await office.post(f"cases/{made['_case']}/wrong-person", NOTE)
    assert await of_case(office, "letters", made["_case"]) == [], "nobody was told anything"
    anew = await office.post("invoice--registrations", body | {"customer": person(65)})
    assert anew["_case"] != made["_case"]


@pytest.mark.parametrize("reason", ["written_off", "returned"])
async def test_a_case_that_was_closed_for_want_of_another_way_is_corrected(
    office: Office, days: Days, reason: str
) -> None:
    case, sent = await demanded(office, days, 66 if reason == "returned" else 67)
    await office.post(f"cases/{case}/close", {"reason": reason})
    assert (await office.post(f"cases/{case}/wrong-person", NOTE))["status"] == "wrong_person"
    await office.post("case--registrations", sent | {"customer": person(68)})
