"""How a customer is reached is changed: what is doubtful is marked, what is a creditor's own stays its own."""

from __future__ import annotations

from datetime import date
from typing import Any

import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office
from tests.api.bodies import creditor_data
from tests.api.world import HERE, sign_in

DAY = date(2026, 9, 2)
NEW_ADDRESS = {"address_line_1": "Nygatan 3", "zip_code": "702 11", "city": "Örebro", "country": "SE"}


async def patch(client: httpx.AsyncClient, customer: str, body: Body, status: int = 200) -> Body:
    """The customer after a change, as the one who changed it sees it; or the refusal."""
    path = f"/customers/{customer}"
    tag = (await client.get(path)).json()["_etag"]
    answer = await client.patch(path, json=body, headers={"If-Match": tag})
    assert answer.status_code == status, answer.text
    said: Body = answer.json() if status != 200 else (await client.get(path)).json()
    assert status != 200 or said["_etag"] == answer.json()["_etag"] != tag
    return said


async def administrator(office: Office, creditor: str) -> httpx.AsyncClient:
    """A client that administers a creditor."""
    async with office.app.database.transaction() as tx:
        made = await add_client(tx, name="Admin", creditors=[creditor], networks=[HERE], now=clock.now())
        await tx.execute("delete from user_groups where user_id = $1", made.user)
        await tx.execute(
            """insert into user_groups (user_id, access_group_id, granted, position)
               select $1, id, $2, 0 from access_groups where creditor_id = $3 and type = 'admin'""",
            made.user,
            clock.now(),
            creditor,
        )
    return await sign_in(office.app, made.api_code)


async def registered(office: Office, **more: Any) -> tuple[str, str]:
    """A case, and its customer."""
    made = await office.post(
        "case--registrations", office.case_body(office.debt(10000, invoice_date="2026-07-16"), **more)
    )
    case: str = made["_cases"][0]
    return case, (await office.case(case))["customer"]


async def test_what_is_sent_is_changed_and_the_rest_stays(office: Office) -> None:
    _, customer = await registered(office, customer=person(1) | {"email": "kim@example.com"})
    before = await office.get(f"customers/{customer}")
    after = await patch(office.client, customer, {"address": {"city": "Kumla"}, "email_consent": True})
    assert after["address"] == before["address"] | {"city": "Kumla"}
    assert (after["email"], after["email_consent"], before["email_consent"]) == ("kim@example.com", True, False)
    after = await patch(office.client, customer, {"mobile_number": "070-174 06 05", "email": ""})
    assert (after["mobile_number"], after["email_consent"]) == ("070-174 06 05", True)
    assert "email" not in after
    same = {
        "_updated",
        "_etag",
        "address",
        "address_source",
        "address_confirmed",
        "email",
        "email_consent",
        "mobile_number",
    }
    assert {name: after[name] for name in after.keys() - same} == {name: before[name] for name in before.keys() - same}
    assert not await office.differences()


async def test_what_looks_doubtful_is_stored_and_marked_until_it_is_put_right(office: Office) -> None:
    _, customer = await registered(office, customer=person(2) | {"id_number": "19811228-9870"})
    doubtful = {"address": {"zip_code": "7"}, "email": "not an address", "mobile_number": "ring mig"}
    after = await patch(office.client, customer, doubtful)
    assert (after["email"], after["address"]["zip_code"]) == ("not an address", "7")
    fields = {"id_number", "address.zip_code", "email", "mobile_number"}
    assert {warning["field"] for warning in after["warnings"]} == fields
    after = await patch(office.client, customer, {"email": "kim@example.com", "address": {"zip_code": "702 11"}})
    assert {warning["field"] for warning in after["warnings"]} == {"id_number", "mobile_number"}
    after = await patch(office.client, customer, {"deceased": True, "mobile_number": ""})
    assert {warning["field"] for warning in after["warnings"]} == {"id_number"}


@pytest.mark.parametrize(
    ("body", "issues"),
    [
        ({"email": 7}, {"email": "must be of string type"}),
        ({"mobile_number": "0" * 10_001}, {"mobile_number": "max length is 10000"}),
        ({"email_consent": "yes"}, {"email_consent": "must be of boolean type"}),
        ({"address": "Storgatan 1"}, {"address": "must be of dict type"}),
        ({"address": {"street": "x"}}, {"address": {"street": "unknown field"}}),
        ({"email": None}, {"email": "null value not allowed"}),
        ({"name": "Ett annat"}, {"name": "unknown field"}),
        ({"id_number": "19811228-9874"}, {"id_number": "unknown field"}),
    ],
)
async def test_a_wrong_shape_is_refused_and_nothing_changed(office: Office, body: Body, issues: Body) -> None:
    _, customer = await registered(office, customer=person(3))
    before = await office.get(f"customers/{customer}")
    assert (await patch(office.client, customer, body, 422))["_issues"] == issues
    assert await office.get(f"customers/{customer}") == before


async def test_a_creditor_changes_what_it_has_told_itself_and_the_operator_all_of_it(office: Office) -> None:
    sibling = (await office.post("creditors", creditor_data() | {"account": office.account}))["_id"]
    _, customer = await registered(office, customer=person(4) | {"email": "a@example.com"})
    other, same = await registered(office, customer=person(4) | {"email": "b@example.com"}, creditor=sibling)
    assert same == customer
    mine, theirs = clients = [await administrator(office, one) for one in (office.creditor, sibling)]
    before, case = (await theirs.get(f"/customers/{customer}")).json(), await office.case(other)
    await patch(mine, customer, {"email": "c@example.com", "address": NEW_ADDRESS})
    assert (await theirs.get(f"/customers/{customer}")).json() == before, (
        "nor can it be told that somebody said something"
    )
    assert await office.case(other) == case
    assert (await office.get(f"customers/{customer}"))["email"] == "c@example.com", "the last word"
    await patch(office.client, customer, {"email": "d@example.com"})
    for client in clients:
        assert (await client.get(f"/customers/{customer}")).json()["email"] == "d@example.com"
        await client.aclose()
    assert (await office.case(other))["_etag"] != case["_etag"]
    async with office.app.database.connection() as connection:
        told = "select creditor_id from events where type = 'customer.changed' and account_id = $1 order by serial"
        assert [row[0] for row in await connection.fetch(told, office.account)] == [office.creditor, None]
    assert not await office.differences()


async def test_a_letter_that_has_not_left_goes_to_where_the_customer_is_reached_now(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    case, customer = await registered(office, customer=person(5))
    await days.work(DAY, only=("advance cases", "make letters"))
    days.at(DAY)
    await patch(office.client, customer, {"address": NEW_ADDRESS})
    await days.work(DAY, EVENING)
    async with days.transaction() as tx:
        rows = await tx.fetch(
            """select e.channel, e.receiver, l.status from letters l
               join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id where l.case_id = $1""",
            case,
        )
    assert [tuple(row) for row in rows] == [("print", "Kim Öberg 5\nNygatan 3\n702 11 Örebro", "shown")]


async def test_a_letter_to_a_protected_person_that_has_not_left_goes_by_the_forwarding(
    office: Office, days: Days
) -> None:
    days.at(date(2026, 9, 1))
    given = person(7) | {"email": "kim@example.com"}
    case, customer = await registered(office, customer=given)
    await patch(office.client, customer, {"email_consent": True})
    await days.work(DAY, only=("advance cases", "make letters"))
    days.at(DAY)
    await patch(office.client, customer, {"protected_identity": True})
    await days.work(DAY, EVENING)
    async with days.transaction() as tx:
        rows = await tx.fetch(
            """select e.channel, e.receiver, q.receiver as printed, l.status from letters l
               join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
               join deliveries q on q.account_id = e.account_id and q.envelope_id = e.id where l.case_id = $1""",
            case,
        )
    whither = "Kim Öberg 7\nSkatteverket\nBox 2820\n403 20 Göteborg"
    assert [tuple(row) for row in rows] == [("print", whither, whither, "shown")]
    assert not await office.differences()


async def test_somebody_who_was_erased_cannot_be_reached_again(office: Office) -> None:
    _, customer = await registered(office, customer=person(6))
    async with office.app.database.transaction() as tx:
        await tx.execute("update customers set erasure = 'pseudonymised' where id = $1", customer)
    said = await patch(office.client, customer, {"email": "kim@example.com"}, 409)
    assert "erased" in said["_error"]["message"]
