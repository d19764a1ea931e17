"""Complaints: registered, given to a handler, answered in time, or on the work list."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from fordran.actions.work.complaint_report import complaints
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office
from tests.actions.work.test_change_customer import registered

CAME = date(2026, 9, 1)
SAID = {"from": "Karin Öberg", "about": "Telefonköer", "received": "2026-09-01", "text": "Ingen svarar."}


async def change(office: Office, complaint: str, body: Body, status: int = 200) -> Body:
    tag = (await office.get(f"complaints/{complaint}"))["_etag"]
    answer = await office.client.patch(f"/complaints/{complaint}", json=body, headers={"If-Match": tag})
    assert answer.status_code == status, answer.text
    return await office.get(f"complaints/{complaint}") if status == 200 else answer.json()


async def overdue(office: Office) -> list[Body]:
    where = json.dumps({"kind": "complaint_overdue", "creditor": office.creditor})
    items: list[Body] = (await office.get("work--items", where=where))["_items"]
    return items


async def test_a_complaint_about_a_case_is_about_its_customer(office: Office, days: Days) -> None:
    days.at(CAME)
    case, customer = await registered(office, customer=person(20))
    made = await office.post("complaints", SAID | {"case": case})
    shown = await office.get(f"complaints/{made['_id']}")
    assert shown["_etag"] == made["_etag"]
    about = {"account": office.account, "creditor": office.creditor, "case": case, "customer": customer}
    assert about.items() <= shown.items()
    assert (shown["from"], shown["about"], shown["text"]) == ("Karin Öberg", "Telefonköer", "Ingen svarar.")
    assert (shown["received"], shown["answer_by"]) == (
        "Tue, 01 Sep 2026 00:00:00 GMT",
        "Tue, 15 Sep 2026 00:00:00 GMT",
    )
    listed = await office.get("complaints", where=f'{{"customer": "{customer}"}}')
    assert [one["_id"] for one in listed["_items"]] == [made["_id"]]
    assert not await office.differences()


async def test_one_that_is_not_answered_in_time_is_on_the_work_list_until_it_is(office: Office, days: Days) -> None:
    days.at(CAME)
    case, customer = await registered(office, customer=person(21))
    of_case = (await office.post("complaints", SAID | {"case": case}))["_id"]
    of_customer = (await office.post("complaints", SAID | {"customer": customer}))["_id"]
    in_time = (await office.post("complaints", SAID | {"case": case}))["_id"]
    await office.post("complaints", SAID)
    given = {"answered": "2026-09-01", "answer": "Vi ringer upp i dag.", "outcome": "upheld", "cause": "Sjukdom"}
    shown = await change(office, in_time, given)
    assert (shown["outcome"], shown["cause"], shown["answer"]) == ("upheld", "Sjukdom", "Vi ringer upp i dag.")
    before = {one["_id"] for one in await overdue(office)}
    await days.work(date(2026, 9, 15), only=("list overdue complaints",))
    assert {one["_id"] for one in await overdue(office)} == before, "the fourteenth day is in time"
    for _ in range(2):
        await days.work(date(2026, 9, 16), only=("list overdue complaints",))
    new = [one for one in await overdue(office) if one["_id"] not in before]
    assert {(one["creditor"], one.get("case")) for one in new} == {(office.creditor, case), (office.creditor, None)}
    assert any(of_case in one["reason"] and "2026-09-15" in one["reason"] for one in new)
    for complaint in (of_case, of_customer):
        await change(office, complaint, {"answered": "2026-09-16", "answer": "Vi har anställt fler."})
    assert all("resolved" in one for one in await overdue(office) if one["_id"] not in before)
    assert not await office.differences()


@pytest.mark.parametrize(
    ("body", "issue"),
    [
        ({"case": "0" * 24}, "case"),
        ({"customer": "0" * 24}, "customer"),
        ({"received": "2026-09-02"}, "received"),
        ({"text": " "}, "text"),
    ],
)
async def test_what_cannot_be_is_refused(office: Office, days: Days, body: Body, issue: str) -> None:
    days.at(CAME)
    assert list(await office.refused("complaints", SAID | body)) == [issue]


@pytest.mark.parametrize(
    ("body", "issue"),
    [
        ({"handler": "0" * 24}, "handler"),
        ({"answered": "2026-09-01"}, "answer"),
        ({"answered": "2026-08-31", "answer": "Nej."}, "answered"),
        ({"answered": "2026-09-02", "answer": "Nej."}, "answered"),
    ],
)
async def test_an_answer_that_cannot_be_is_refused(office: Office, days: Days, body: Body, issue: str) -> None:
    days.at(CAME)
    complaint = (await office.post("complaints", SAID))["_id"]
    refused: Any = await change(office, complaint, body, 422)
    assert list(refused["_issues"]) == [issue]


async def test_the_report_counts_by_year_and_outcome(office: Office, days: Days) -> None:
    days.at(CAME)
    case, _ = await registered(office, customer=person(22))
    async with days.transaction() as tx:
        assert (await complaints(tx, date(2026, 1, 1), date(2026, 12, 31), office.creditor)).rows == []
    for received, answered, outcome in (
        ("2026-08-01", "2026-08-15", "upheld"),
        ("2026-08-01", "2026-08-16", "upheld"),
        ("2026-08-01", "2026-08-02", "Löst i telefon"),
        ("2026-08-30", None, None),
        ("2025-08-01", "2025-08-02", "rejected"),
    ):
        made = (await office.post("complaints", SAID | {"case": case, "received": received}))["_id"]
        if answered is not None:
            await change(office, made, {"answered": answered, "answer": "Svar.", "outcome": outcome})
    async with days.transaction() as tx:
        report = await complaints(tx, date(2025, 1, 1), date(2026, 12, 31), office.creditor)
    assert report.columns[2:] == ("complaints", "answered_in_time", "answered_late", "unanswered")
    assert report.rows == [
        ("2025", "rejected", 1, 1, 0, 0),
        ("2026", None, 1, 0, 0, 1),
        ("2026", "other", 1, 1, 0, 0),
        ("2026", "upheld", 2, 1, 1, 0),
    ]
