"""Parties of cases: letters go to whom the law says, and a case that had stopped goes on."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from fordran.domain.numbers.digits import with_check_digit
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.office import APPLYING, Body, Office
from tests.actions.work.test_change_customer import DAY, patch
from tests.pdf import text_of

ADDRESS = {"address_line_1": "Parkgatan 9", "zip_code": "111 33", "city": "Lund"}
INVENTORY = {"inventory_date": "2026-07-20"}


def party(role: str, name: str, **more: Any) -> Body:
    return {"role": role, "name": name, "address": ADDRESS} | more


GUARDIAN = party("guardian", "Anna Ek", ground="Avtalet ingicks av förmyndaren.")
UNBOUND = party("guardian", "Anna Ek")
TRUSTEE, HELPER = party("trustee", "Bo Alm"), party("helper", "Cia Lind")
ESTATE, OLD_ESTATE = party("estate", "Dag Rask"), party("estate", "Dag Rask", **INVENTORY)
LAWYER = party("representative", "Eva Borg")
BORN = {"minor": "20120401", "adult": "19810401"}


async def opened(office: Office, days: Days, number: int, born: str, **marks: bool) -> tuple[str, str]:
    """A case and its customer, on the day before the demand is due."""
    days.at(date(2026, 9, 1))
    customer = person(number) | {"id_number": BORN[born][:2] + with_check_digit(f"{BORN[born][2:]}{number:03}")}
    body = office.case_body(office.debt(10000, invoice_date="2026-07-16"), customer=customer)
    case = (await office.post("case--registrations", body))["_cases"][0]
    id_: str = (await office.case(case))["customer"]
    if marks:
        await patch(office.client, id_, marks)
    return case, id_


async def sent(days: Days, case: str) -> list[tuple[str, str, int]]:
    """The letters that have left: their kind, who got each, and its fee; copies too."""
    async with days.transaction() as tx:
        rows = await tx.fetch(
            """select l.kind, e.receiver, l.fee from letters l join envelopes e on e.id = l.envelope_id
               where l.case_id = $1 and l.status in ('sent', 'shown')
               union all
               select 'copy of ' || l.kind, c.receiver, 0 from letters l join envelopes c on c.copy_of = l.envelope_id
               where l.case_id = $1 and c.status <> 'empty' order by 1""",
            case,
        )
    return [(row["kind"], row["receiver"].split("\n")[0], row["fee"] // 100) for row in rows]


DEBTOR = "Kim Öberg {}"


@pytest.mark.parametrize(
    ("number", "born", "marks", "parties", "demand", "free", "copies", "remark"),
    [
        (200, "adult", {}, [], (DEBTOR, 180), DEBTOR, None, "the debtor alone"),
        (201, "adult", {}, [TRUSTEE], ("Bo Alm, förvaltare för " + DEBTOR, 180), "same", None, "all to the trustee"),
        (202, "adult", {}, [HELPER], (DEBTOR, 180), DEBTOR, "Cia Lind, god man för " + DEBTOR, "and a copy"),
        (203, "minor", {}, [], None, None, None, "a minor's case stops"),
        (231, "minor", {}, [UNBOUND], None, None, None, "and stays stopped until a person has confirmed the ground"),
        (204, "minor", {}, [GUARDIAN], ("Anna Ek, förmyndare för " + DEBTOR, 180), "same", None, "to the guardian"),
        (205, "adult", {"deceased": True}, [], None, None, None, "a dead one's case stops"),
        (206, "adult", {"deceased": True}, [ESTATE], (DEBTOR + ":s dödsbo", 0), "same", None, "no fee so soon"),
        (207, "adult", {"deceased": True}, [OLD_ESTATE], (DEBTOR + ":s dödsbo", 180), "same", None, "after a month"),
        (208, "adult", {}, [LAWYER], ("Eva Borg, ombud för " + DEBTOR, 180), "same", None, "to the representative"),
        (209, "adult", {"bankruptcy": True}, [LAWYER], None, None, None, "a bankruptcy stops all the same"),
    ],
)
async def test_letters_go_to_whom_the_law_says(
    office: Office,
    days: Days,
    number: int,
    born: str,
    marks: dict[str, bool],
    parties: list[Body],
    demand: tuple[str, int] | None,
    free: str | None,
    copies: str | None,
    remark: str,
) -> None:
    case, _ = await opened(office, days, number, born, **marks)
    for one in parties:
        await office.post(f"cases/{case}/parties", one)
    words = {"subject": "Tack för samtalet", "text": "Vi återkommer."}
    await office.post(f"cases/{case}/letters", words, 201 if free else 409)
    await days.work(DAY, EVENING)
    expected: list[tuple[str, str, int]] = []
    if demand is not None and free is not None:
        to = demand[0].format(number)
        expected += [("debt_collection", to, demand[1]), ("free", to if free == "same" else free.format(number), 0)]
    if copies is not None:
        copy = copies.format(number)
        expected = [("copy of debt_collection", copy, 0), ("copy of free", copy, 0), *expected]
    assert await sent(days, case) == expected, remark
    assert not await office.differences()


async def test_a_letter_that_waits_goes_to_the_trustee_who_is_appointed_meanwhile(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    body = office.case_body(*(office.debt(1000, invoice_date="2026-07-16") for _ in range(2)), customer=person(210))
    first, second = (await office.post("case--registrations", body))["_cases"]
    days.at(DAY)
    for case in (first, second):
        await office.post(f"cases/{case}/letters", {"template": "contact_us"})
    await office.post(f"cases/{first}/parties", TRUSTEE)
    await days.work(DAY, EVENING, only=("make letters", "show letters"))
    assert await sent(days, first) == [("free", "Bo Alm, förvaltare för Kim Öberg 210", 0)]
    assert await sent(days, second) == [("free", "Kim Öberg 210", 0)]
    preview = await office.client.post(f"/cases/{first}/letters/preview", json={"kind": "debt_collection"})
    printed = text_of(preview.content)
    assert "Bo Alm, förvaltare för Kim Öberg 210" in printed
    assert "Parkgatan 9" in printed


async def test_no_application_is_made_until_the_inventory_is_a_month_old(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    settings = {"case_settings": APPLYING}
    body = office.case_body(office.debt(10000, invoice_date="2026-07-16"), customer=person(211), **settings)
    case = (await office.post("case--registrations", body))["_cases"][0]
    await patch(office.client, (await office.case(case))["customer"], {"deceased": True})
    estate = (await office.post(f"cases/{case}/parties", ESTATE))["party"]
    await days.live(date(2026, 10, 1))
    found = await office.case(case)
    assert found["state"] == "debt_collection"
    assert "estate_inventory" in found["waits_for"]
    headers = {"If-Match": found["_etag"]}
    path = f"/cases/{case}/parties/{estate}"
    assert (await office.client.patch(path, json={"inventory_date": "2026-08-20"})).status_code == 428
    changed = await office.client.patch(path, json={"inventory_date": "2026-08-20"}, headers=headers)
    assert changed.status_code == 200, changed.text
    assert "estate_inventory" not in (await office.case(case))["waits_for"]
    assert (await office.client.patch(path, json={"name": "X"}, headers=headers)).status_code == 412
    tag = {"If-Match": (await office.case(case))["_etag"]}
    assert (await office.client.delete(path, headers=tag)).status_code == 409, "it has got letters"


async def test_a_party_is_shown_changed_and_deleted(office: Office, days: Days) -> None:
    case, customer = await opened(office, days, 212, "adult")
    made = await office.post(f"cases/{case}/parties", HELPER | {"from": "2026-09-01", "email": "cia@example.com"})
    path = f"/cases/{case}/parties/{made['party']}"
    (shown,) = (await office.get(f"cases/{case}/parties"))["_items"]
    assert (shown["receives_letters"], shown["may_agree"], shown["from"]) == ("copy", False, "2026-09-01")
    tag = {"If-Match": made["_etag"]}
    done = await office.client.patch(path, json={"receives_letters": "no", "may_agree": True}, headers=tag)
    assert done.status_code == 200, done.text
    (shown,) = (await office.get(f"cases/{case}/parties"))["_items"]
    assert (shown["receives_letters"], shown["may_agree"], shown["name"]) == ("no", True, "Cia Lind")
    await patch(office.client, customer, {"protected_identity": True})
    (hidden,) = (await office.get(f"cases/{case}/parties"))["_items"]
    assert (hidden["address"]["city"], "email" in hidden) == ("Göteborg", False), "who is near is hidden too"
    tag = {"If-Match": (await office.case(case))["_etag"]}
    assert (await office.client.patch(path, json={"may_agree": False}, headers=tag)).status_code == 200
    async with days.transaction() as tx:
        kept = await tx.fetchrow(
            "select address ->> 'city' as city, email from case_parties where id = $1", made["party"]
        )
    assert dict(kept) == {"city": "Lund", "email": "cia@example.com"}, "what is hidden stays as it is"
    tag = {"If-Match": (await office.case(case))["_etag"]}
    assert (await office.client.delete(path, headers=tag)).status_code == 204
    assert (await office.get(f"cases/{case}/parties"))["_items"] == []
    assert (await office.client.delete(path, headers=tag)).status_code == 404


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (TRUSTEE | {"receives_letters": "copy"}, ["receives_letters"]),
        (TRUSTEE | {"address": None}, ["address"]),
        (TRUSTEE | INVENTORY, ["inventory_date"]),
        (TRUSTEE | {"from": "2026-09-02", "until": "2026-09-01"}, ["until"]),
        (TRUSTEE | {"role": "creditor"}, ["role"]),
        (TRUSTEE | {"role": "debtor"}, ["customer"]),
        (TRUSTEE | {"customer": "0" * 24}, ["customer"]),
    ],
)
async def test_what_no_such_party_can_be_is_refused(office: Office, days: Days, body: Body, wrong: list[str]) -> None:
    case, _ = await opened(office, days, 213, "adult")
    given = {name: value for name, value in body.items() if value is not None}
    assert list(await office.refused(f"cases/{case}/parties", given)) == wrong
