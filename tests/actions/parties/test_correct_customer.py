"""A customer is corrected: the right value holds for everybody, and what it was is shown beside it with the reason."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office
from tests.actions.work.test_change_customer import administrator, patch, registered

REASON = "Folkbokföringen har ett annat namn."


async def test_both_are_shown_to_everybody_and_a_registration_does_not_undo_it(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 10))
    _, customer = await registered(office, customer=person(80))
    made = await office.post(
        f"customers/{customer}/corrections", {"field": "name", "value": "Kim Åberg", "reason": REASON}
    )
    correction = {"field": "name", "before": "Kim Öberg 80", "after": "Kim Åberg", "reason": REASON}
    assert made["corrections"][0].items() >= correction.items()
    assert made["corrections"][0]["corrected"] == "Thu, 10 Sep 2026 00:00:00 GMT"
    creditors = await administrator(office, office.creditor)
    for client in (office.client, creditors):
        shown = (await client.get(f"/customers/{customer}")).json()
        assert (shown["name"], shown["corrections"]) == ("Kim Åberg", made["corrections"])
    _, again = await registered(office, customer=person(80) | {"name": "Kim Öberg"})
    assert again == customer
    assert (await office.get(f"customers/{customer}"))["name"] == "Kim Åberg"
    assert not await office.differences()


async def test_a_number_that_is_right_is_found_by_later_registrations(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 10))
    _, customer = await registered(office, customer=person(81) | {"id_number": "19810101-0000"})
    before = await office.get(f"customers/{customer}")
    assert before["id_number_status"] == "invalid"
    number = person(81)["id_number"]
    made = await office.post(
        f"customers/{customer}/corrections", {"field": "id_number", "value": number, "reason": REASON}
    )
    assert (made["id_number"], made["id_number_status"]) == (number, "valid")
    shown = await office.get(f"customers/{customer}")
    assert not [one for one in shown.get("warnings", []) if one["field"] == "id_number"]
    assert (await registered(office, customer=person(81)))[1] == customer
    _, other = await registered(office, customer=person(82))
    taken = await office.post(
        f"customers/{other}/corrections", {"field": "id_number", "value": number, "reason": REASON}, 409
    )
    assert taken["_error"]["type"] == "number_of_another_customer"
    assert not await office.differences()


async def test_whether_it_is_a_person_is_corrected(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 10))
    _, customer = await registered(office, customer=person(83))
    body = {"field": "is_person", "value": False, "reason": "Enskild firma var fel."}
    await office.post(f"customers/{customer}/corrections", body)
    shown = await office.get(f"customers/{customer}")
    assert (shown["is_person"], shown["is_company"]) == (False, True)
    await patch(office.client, customer, {"email": "kim@example.com"})
    assert len((await office.get(f"customers/{customer}"))["corrections"]) == 1


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"field": "name", "value": "Kim Öberg 84", "reason": REASON}, ["value"]),
        ({"field": "name", "value": " ", "reason": REASON}, ["value"]),
        ({"field": "name", "value": True, "reason": REASON}, ["value"]),
        ({"field": "is_person", "value": "ja", "reason": REASON}, ["value"]),
        ({"field": "email", "value": "a@example.com", "reason": REASON}, ["field"]),
        ({"field": "name", "value": "Kim", "reason": ""}, ["reason"]),
    ],
)
async def test_what_is_no_correction_is_refused(office: Office, days: Days, body: Any, wrong: list[str]) -> None:
    days.at(date(2026, 9, 10))
    _, customer = await registered(office, customer=person(84))
    assert list(await office.refused(f"customers/{customer}/corrections", body)) == wrong
