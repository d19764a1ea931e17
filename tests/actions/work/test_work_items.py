"""Work items are taken, put off and settled; the list hides none of them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office
from tests.api.bodies import account
from tests.api.world import HERE, sign_in

DAY = date(2026, 9, 2)


async def waiting(office: Office, days: Days, number: int) -> Body:
    """The work item of a case whose demand the law stops."""
    days.at(date(2026, 9, 1))
    debt = office.debt(10000, invoice_date="2026-07-16")
    body = office.case_body(debt, customer=person(number))
    case = (await office.post("case--registrations", body))["_cases"][0]
    customer = await office.get(f"customers/{(await office.case(case))['customer']}")
    tag = {"If-Match": customer["_etag"]}
    await office.client.patch(f"/customers/{customer['_id']}", json={"deceased": True}, headers=tag)
    await days.work(DAY, EVENING)
    (item,) = await listed(office, case=case)
    return item


async def hardship(office: Office, days: Days, number: int) -> Body:
    """The work item of a case whose debtor cannot pay, which a person settles."""
    case = (await waiting(office, days, number))["case"]
    await office.post(f"cases/{case}/disputes", {"reason": "Jag kan inte betala.", "kind": "none"})
    (item,) = await listed(office, case=case, kind="debtor_hardship")
    return item


async def marked(office: Office, case: str, **marks: bool) -> None:
    customer = await office.get(f"customers/{(await office.case(case))['customer']}")
    tag = {"If-Match": customer["_etag"]}
    answer = await office.client.patch(f"/customers/{customer['_id']}", json=marks, headers=tag)
    assert answer.status_code == 200, answer.text


async def listed(office: Office, **where: object) -> list[Body]:
    items: list[Body] = (await office.get("work--items", where=json.dumps(where), sort="_id"))["_items"]
    return items


async def patch(office: Office, item: str, body: Body, status: int = 200) -> Body:
    path = f"/work--items/{item}"
    tag = (await office.client.get(path)).json()["_etag"]
    answer = await office.client.patch(path, json=body, headers={"If-Match": tag})
    assert answer.status_code == status, answer.text
    said: Body = answer.json() if status != 200 else (await office.client.get(path)).json()
    return said


async def test_an_item_is_taken_put_off_settled_and_opened_again(office: Office, days: Days) -> None:
    item = await hardship(office, days, 1)
    id_, case = item["_id"], item["case"]
    assert not {"assigned_to", "snoozed_until", "resolved", "note"} & item.keys()
    user = (await office.get("users"))["_items"][0]["_id"]
    after = await patch(office, id_, {"assigned_to": user, "snoozed_until": "2026-09-10"})
    assert (after["assigned_to"], after["snoozed_until"]) == (user, "Thu, 10 Sep 2026 00:00:00 GMT")
    assert [one["_id"] for one in await listed(office, case=case, assigned_to=user)] == [id_]
    assert id_ in [one["_id"] for one in await listed(office, case=case)], "put off is not hidden"
    days.at(date(2026, 9, 20))
    after = await patch(office, id_, {"resolved": True, "note": "Dödsboet har svarat."})
    assert (after["resolved"], after["note"]) == ("Sun, 20 Sep 2026 11:00:00 GMT", "Dödsboet har svarat.")
    assert after["snoozed_until"] == "Thu, 10 Sep 2026 00:00:00 GMT"
    assert id_ not in [one["_id"] for one in await listed(office, case=case, resolved={"$exists": False})]
    assert id_ in [one["_id"] for one in await listed(office, case=case)], "settled is not hidden"
    sent_back = {name: after[name] for name in ("resolved", "note", "assigned_to", "snoozed_until")}
    again = await patch(office, id_, sent_back | {"assigned_to": ""})
    assert again["resolved"] == after["resolved"], "what was read can be sent back"
    assert "assigned_to" not in again
    again = await patch(office, id_, {"resolved": False})
    assert "resolved" not in again
    assert not await office.differences()


async def test_what_the_law_stops_is_not_called_done_and_ends_with_its_cause(office: Office, days: Days) -> None:
    item = await waiting(office, days, 2)
    refused = await patch(office, item["_id"], {"resolved": True}, 409)
    assert refused["_error"]["code"] == 409
    assert refused["_error"]["message"].startswith("The case still waits for this.")
    days.at(date(2026, 9, 3))
    await marked(office, item["case"], deceased=True, bankruptcy=True)
    await days.work(date(2026, 9, 3), EVENING)
    assert "resolved" not in await office.get(f"work--items/{item['_id']}"), "another mark is no end of this one"
    await marked(office, item["case"], deceased=False, bankruptcy=True)
    assert "resolved" in await office.get(f"work--items/{item['_id']}")
    (other,) = await listed(office, case=item["case"], resolved={"$exists": False})
    await office.post(f"cases/{item['case']}/close", {"reason": "bankruptcy"})
    assert "resolved" in await office.get(f"work--items/{other['_id']}"), "a closed case waits for nobody"
    assert not await office.differences()


async def test_only_a_wish_is_decided_on(office: Office, days: Days) -> None:
    item = await hardship(office, days, 6)
    refused = await patch(office, item["_id"], {"decision": "grant"}, 409)
    assert refused["_error"]["message"] == "There is nothing to decide here."
    assert (await patch(office, item["_id"], {"answer": "Hej"}, 422))["_issues"] == {"answer": "goes with a decision"}


@pytest.mark.parametrize(
    ("body", "issues"),
    [
        ({"resolved": "yes"}, {"resolved": "must be of boolean type"}),
        ({"resolved": 1}, {"resolved": "must be of boolean type"}),
        ({"snoozed_until": "2026-09-01"}, {"snoozed_until": "must not be before today"}),
        ({"snoozed_until": "soon"}, {"snoozed_until": "must be of datetime type"}),
        ({"note": "x" * 10_001}, {"note": "max length is 10000"}),
        ({"reason": "another"}, {"reason": "unknown field"}),
        ({"kind": "stopped"}, {"kind": "unknown field"}),
        (
            {"assigned_to": "0" * 24},
            {"assigned_to": f"value '{'0' * 24}' must exist in resource 'users', field '_id'"},
        ),
    ],
)
async def test_a_change_that_makes_no_sense_is_refused(office: Office, days: Days, body: Body, issues: Body) -> None:
    item = await waiting(office, days, 3)
    assert (await patch(office, item["_id"], body, 422))["_issues"] == issues
    assert await listed(office, case=item["case"]) == [item]


async def test_of_two_who_take_an_item_by_one_tag_one_is_told_that_it_has_changed(office: Office, days: Days) -> None:
    item = await waiting(office, days, 4)
    path, user = f"/work--items/{item['_id']}", (await office.get("users"))["_items"][0]["_id"]
    for status in (200, 412):
        answer = await office.client.patch(path, json={"assigned_to": user}, headers={"If-Match": item["_etag"]})
        assert answer.status_code == status, answer.text
    assert (await office.client.patch(path, json={"assigned_to": user})).status_code == 428


async def test_an_item_is_not_given_to_somebody_whom_its_giver_does_not_see(office: Office, days: Days) -> None:
    item = await waiting(office, days, 5)
    other = await office.post("accounts", account())
    stranger = (await office.post("users", {"account": other["_id"], "name": "Annan"}))["_id"]
    async with days.transaction() as tx:
        made = await add_client(tx, name="Giver", account=office.account, networks=[HERE], now=clock.now())
    giver = replace(office, client=await sign_in(office.app, made.api_code))
    refused = await patch(giver, item["_id"], {"assigned_to": stranger}, 422)
    assert refused["_issues"]["assigned_to"].startswith(f"value '{stranger}' must exist in resource 'users'")
    assert (await patch(giver, item["_id"], {"assigned_to": made.user}))["assigned_to"] == made.user
    await giver.client.aclose()
    assert (await patch(office, item["_id"], {"assigned_to": stranger}))["assigned_to"] == stranger, "who sees all may"
