"""Handlers of cases: given by hand or by rules, followed by the work list, and taken back when they have left."""

from __future__ import annotations

import itertools
import json
from datetime import date

from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office

DAY = date(2026, 9, 2)
_numbers = itertools.count(40)


async def a_handler(office: Office, name: str = "Hanna", role: str = "handler", **more: object) -> str:
    """A user of the operator in the group of a role."""
    groups = (await office.get("access--groups", where=json.dumps({"access_group_type": role})))["_items"]
    (group,) = [one["_id"] for one in groups]
    body = {"account": "", "name": name, "data_access": [{"access_group": group}]} | more
    made: str = (await office.post("users", body))["_id"]
    return made


async def a_case(office: Office, **changes: object) -> str:
    debt = office.debt(10000, invoice_date="2026-07-16") | changes
    made = await office.post("case--registrations", office.case_body(debt, customer=person(next(_numbers))))
    case: str = made["_cases"][0]
    return case


async def hardship(office: Office, case: str) -> Body:
    """Something about a case that waits for a person."""
    await office.post(f"cases/{case}/disputes", {"reason": "Jag kan inte betala.", "kind": "none"})
    (item,) = await items(office, case, kind="debtor_hardship")
    return item


async def items(office: Office, case: str, **where: object) -> list[Body]:
    wanted = {"case": case, "resolved": {"$exists": False}} | where
    found: list[Body] = (await office.get("work--items", where=json.dumps(wanted), sort="_id"))["_items"]
    return found


async def give(office: Office, case: str, user: str, status: int = 200) -> Body:
    tag = {"If-Match": (await office.case(case))["_etag"]}
    answer = await office.client.patch(f"/cases/{case}", json={"assigned_to": user}, headers=tag)
    assert answer.status_code == status, answer.text
    body: Body = answer.json()
    return body


async def assign(days: Days) -> None:
    await days.work(DAY, only=("assign cases",))


async def test_a_case_is_given_to_a_handler_and_its_work_follows(office: Office, days: Days) -> None:
    days.at(DAY)
    case, handler, other = await a_case(office), await a_handler(office), await a_handler(office, "Fia", "finance")
    await hardship(office, case)
    assert "assigned_to" not in await office.case(case)
    await give(office, case, handler)
    assert (await office.case(case))["assigned_to"] == handler
    (item,) = await items(office, case)
    assert item["assigned_to"] == handler
    listed = await office.get("cases", where=json.dumps({"assigned_to": handler}))
    assert [one["_id"] for one in listed["_items"]] == [case]
    tag = {"If-Match": item["_etag"]}
    taken = await office.client.patch(f"/work--items/{item['_id']}", json={"assigned_to": other}, headers=tag)
    assert taken.status_code == 200, taken.text
    await office.post(f"cases/{case}/disputes", {"reason": "Jag är sjuk.", "kind": "none"})
    await give(office, case, "")
    assert "assigned_to" not in await office.case(case)
    assert [one.get("assigned_to") for one in await items(office, case)] == [other], "what somebody took stays theirs"
    assert not await office.differences()


async def test_later_work_is_the_handlers_too(office: Office, days: Days) -> None:
    days.at(DAY)
    case, handler = await a_case(office), await a_handler(office)
    await give(office, case, handler)
    assert (await hardship(office, case))["assigned_to"] == handler


async def test_only_people_who_handle_cases_are_given_any(office: Office, days: Days) -> None:
    days.at(DAY)
    case = await a_case(office)
    refused = [
        ("0" * 24, "must exist in resource 'users'"),
        (await a_handler(office, "Rut", "auditor"), "handles cases"),
        (await a_handler(office, "Programmet", system_user=True), "handles cases"),
        (await a_handler(office, "Borta", is_enabled=False), "handles cases"),
    ]
    for user, why in refused:
        issues = (await give(office, case, user, 422))["_issues"]
        assert why in issues["assigned_to"], user
        body = {"name": "Regel", "handlers": [user]}
        assert why in (await office.refused("assignment--rules", body))["handlers"]["0"]
    assert list(await office.refused("assignment--rules", {"name": "Regel", "handlers": []})) == ["handlers"]
    assert list(await office.refused("assignment--rules", body | {"creditor": "0" * 24})) == ["creditor", "handlers"]


async def test_a_change_of_something_else_meanwhile_is_a_conflict(office: Office, days: Days) -> None:
    days.at(DAY)
    case, handler = await a_case(office), await a_handler(office)
    tag = {"If-Match": (await office.case(case))["_etag"]}
    await office.post(f"cases/{case}/respite", {"until": "2026-09-20"})
    answer = await office.client.patch(f"/cases/{case}", json={"assigned_to": handler}, headers=tag)
    assert answer.status_code == 412, answer.text
    answer = await office.client.patch(f"/cases/{case}", json={"assigned_to": handler})
    assert answer.status_code == 428, answer.text


async def rule(office: Office, *handlers: str, **more: object) -> str:
    body = {"name": "Regel", "creditor": office.creditor, "handlers": list(handlers)} | more
    made: str = (await office.post("assignment--rules", body))["_id"]
    return made


async def test_rules_share_out_what_needs_a_person_in_turn(office: Office, days: Days) -> None:
    days.at(DAY)
    first, second = await a_handler(office, "Ada"), await a_handler(office, "Bo")
    lender = await a_handler(office, "Lisa")
    await rule(office, first, second)
    await rule(office, lender, claim_kind="loan")
    quiet = await a_case(office)
    waiting = [await a_case(office) for _ in range(4)]
    loan = await a_case(office, claim_kind="loan")
    for case in (*waiting, loan):
        await hardship(office, case)
    await assign(days)
    given = [(await office.case(case)).get("assigned_to") for case in waiting]
    assert sorted(given) == sorted([first, second] * 2)
    assert (await office.case(loan))["assigned_to"] == lender, "the kind of claim goes before every kind"
    assert "assigned_to" not in await office.case(quiet), "a case that runs by itself has no handler"
    assert {one["assigned_to"] for one in await items(office, waiting[0])} == {given[0]}
    await give(office, waiting[0], lender)
    await assign(days)
    assert (await office.case(waiting[0]))["assigned_to"] == lender, "what a person has decided stays"


async def test_a_handler_who_has_left_has_no_cases(office: Office, days: Days) -> None:
    days.at(DAY)
    handler, heir = await a_handler(office, "Hanna"), await a_handler(office, "Harald")
    case, closed = await a_case(office), await a_case(office)
    for one in (case, closed):
        await give(office, one, handler)
    await office.post(f"cases/{closed}/close", {"reason": "written_off"})
    user = await office.get(f"users/{handler}")
    tag = {"If-Match": user["_etag"]}
    gone = await office.client.patch(f"/users/{handler}", json={"is_enabled": False}, headers=tag)
    assert gone.status_code == 200, gone.text
    await assign(days)
    assert "assigned_to" not in await office.case(case)
    assert (await office.case(closed))["assigned_to"] == handler, "who handled a closed case stays known"
    (item,) = await items(office, case)
    assert (item["kind"], "Hanna" in item["reason"]) == ("handler_left", True)
    await rule(office, heir)
    await assign(days)
    assert (await office.case(case))["assigned_to"] == heir
    assert await items(office, case) == [], "the case has a handler"
    assert not await office.differences()


async def test_a_rule_passes_over_a_handler_who_has_left_and_can_still_be_changed(office: Office, days: Days) -> None:
    days.at(DAY)
    handler, heir = await a_handler(office, "Hanna"), await a_handler(office, "Harald")
    made = await rule(office, handler, heir)
    user = await office.get(f"users/{handler}")
    gone = await office.client.delete(f"/users/{handler}", headers={"If-Match": user["_etag"]})
    assert gone.status_code == 204, gone.text
    tag = {"If-Match": (await office.get(f"assignment--rules/{made}"))["_etag"]}
    changed = await office.client.patch(f"/assignment--rules/{made}", json={"name": "Ny"}, headers=tag)
    assert changed.status_code == 200, changed.text
    case = await a_case(office)
    await hardship(office, case)
    await assign(days)
    assert (await office.case(case))["assigned_to"] == heir


async def test_rules_that_are_not_about_a_case_give_it_to_nobody(office: Office, days: Days) -> None:
    days.at(DAY)
    narrow, general = await a_handler(office, "Nora"), await a_handler(office, "Gun")
    made = await rule(office, narrow, is_person=False)
    case = await a_case(office)
    await hardship(office, case)
    await assign(days)
    assert "assigned_to" not in await office.case(case), "its debtor is a person"
    await rule(office, general)
    await assign(days)
    assert (await office.case(case))["assigned_to"] == general
    tag = {"If-Match": (await office.get(f"assignment--rules/{made}"))["_etag"]}
    changed = await office.client.patch(f"/assignment--rules/{made}", json={"is_person": True}, headers=tag)
    assert changed.status_code == 200, changed.text
    tag = {"If-Match": changed.json()["_etag"]}
    assert (await office.client.delete(f"/assignment--rules/{made}", headers=tag)).status_code == 204
    assert (await office.case(case))["assigned_to"] == general, "who has a case keeps it"
