"""Before an application over the interface: power of attorney, confirmation, release, one by one and in bulk."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office

WAITING = date(2026, 9, 21)


async def waiting(office: Office, days: Days, people: int = 1, **changes: Any) -> list[str]:
    """Cases whose demand's time has run out, which wait before an application."""
    days.at(date(2026, 9, 1))
    cases = []
    for number in range(people):
        debt = office.debt(10_000, invoice_date="2026-07-16", **changes)
        body = office.case_body(debt, customer=person(300 + number), case_settings={"use_enforcement": True})
        cases.append((await office.post("case--registrations", body))["_cases"][0])
    await days.live(WAITING)
    days.at(WAITING)
    return cases


async def creditor(office: Office) -> Body:
    return await office.get(f"creditors/{office.creditor}")


async def test_a_mandate_is_shown_with_its_file_and_days_and_survives_other_changes(office: Office) -> None:
    await office.give_mandate(**{"from": "2026-09-01", "until": "2027-08-31"})
    shown = await creditor(office)
    mandate = shown["enforcement_mandate"]
    assert mandate["file"]["filename"] == "fullmakt.pdf"
    assert (mandate["from"], mandate["until"]) == ("Tue, 01 Sep 2026 00:00:00 GMT", "Tue, 31 Aug 2027 00:00:00 GMT")
    tag = {"If-Match": shown["_etag"]}
    answer = await office.client.patch(f"/creditors/{office.creditor}", json={"phone": "08-1"}, headers=tag)
    assert answer.status_code == 200, answer.text
    assert (await creditor(office))["enforcement_mandate"]["file"]["id"] == mandate["file"]["id"]


async def test_a_mandate_that_ends_before_it_begins_is_refused(office: Office) -> None:
    tag = {"If-Match": (await creditor(office))["_etag"]}
    body = {"enforcement_mandate": {"from": "2027-01-01", "until": "2026-01-01"}}
    answer = await office.client.patch(f"/creditors/{office.creditor}", json=body, headers=tag)
    assert answer.status_code == 422
    assert answer.json()["_issues"] == {"enforcement_mandate": {"until": "must not be before from"}}


async def test_what_a_case_waits_for_is_shown_and_filtered_by(office: Office, days: Days) -> None:
    (case,) = await waiting(office, days)
    shown = await office.case(case)
    assert shown["waits_for"] == ["enforcement_mandate", "confirm_unpaid", "application_release"]
    assert (shown["state"], shown["next_step"]) == ("debt_collection", "application")
    found = await office.get("cases", where=json.dumps({"waits_for": "enforcement_mandate"}))
    assert [one["_id"] for one in found["_items"]] == [case]
    assert not (await office.get("cases", where=json.dumps({"waits_for": "rest_notice"})))["_items"]


async def test_applications_are_released_in_bulk_and_one_that_is_refused_stops_no_other(
    office: Office, days: Days
) -> None:
    await office.give_mandate()
    cases = await waiting(office, days, people=2)
    for case in cases:
        await office.post(f"cases/{case}/confirm-unpaid", {})
    fresh = (await office.post("case--registrations", office.case_body(office.debt())))["_cases"][0]
    done = await office.post("application--releases", {"cases": [*cases, fresh, "0" * 24]})
    assert done["released"] == sorted(cases)
    assert [one["case"] for one in done["refused"]] == sorted([fresh, "0" * 24])
    await days.work(WAITING)
    assert [(await office.case(case))["state"] for case in cases] == ["enforcement", "enforcement"]


async def test_nothing_is_released_where_no_application_comes(office: Office) -> None:
    case = (await office.post("case--registrations", office.case_body(office.debt())))["_cases"][0]
    for act in ("confirm-unpaid", "release-application"):
        await office.post(f"cases/{case}/{act}", {}, 409)


async def test_a_confirmation_resolves_its_work_item(office: Office, days: Days) -> None:
    await office.give_mandate()
    (case,) = await waiting(office, days)
    where = json.dumps({"case": case, "kind": "confirm_unpaid"})
    (item,) = (await office.get("work--items", where=where))["_items"]
    assert "resolved" not in item
    await office.post(f"cases/{case}/confirm-unpaid", {})
    (item,) = (await office.get("work--items", where=where))["_items"]
    assert "resolved" in item


async def test_forbearance_is_of_consumer_credit_and_not_of_the_future(office: Office, days: Days) -> None:
    (case,) = await waiting(office, days)
    await office.post(f"cases/{case}/forbearance", {"offered_on": "2026-09-01"}, 409)
    (credit,) = await waiting(office, days, claim_kind="loan", consumer_credit=True)
    await office.post(f"cases/{credit}/forbearance", {"offered_on": "2026-10-01"}, 422)
    await office.post(f"cases/{credit}/forbearance", {"offered_on": "2026-09-01"})
