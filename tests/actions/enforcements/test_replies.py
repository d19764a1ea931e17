"""Replies of the enforcement authority: what they do to the application, its case and its costs."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from fordran.actions.reports.applications import applications
from tests.actions.flow.days import Days
from tests.actions.office import APPLYING, PERSON, Office
from tests.actions.work.test_letters import pdf_words, preview
from tests.actions.work.test_read_back import demanded, parts

ENFORCING = {"case_settings": APPLYING}


async def sent(office: Office, days: Days, debtor: str = PERSON) -> str:
    """A case whose application was posted on 2026-09-19."""
    await office.give_mandate()
    customer = office.case_body()["customer"] | {"id_number": debtor}
    case = await demanded(office, days, **ENFORCING, customer=customer)
    await days.live(date(2026, 9, 25))
    days.at(date(2026, 10, 1))
    return case


async def reply(office: Office, case: str, status: int = 201, **body: Any) -> None:
    await office.post(f"cases/{case}/enforcement-replies", body, status)


async def application(office: Office, case: str) -> dict[str, Any]:
    (found,) = await parts(office, case, "enforcements")
    return found


async def test_the_authority_tells_that_it_has_the_application(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await reply(office, case, reply="received", date="2026-09-28", case_number="01-123456-26")
    found = await application(office, case)
    assert (found["status"], found["case_number"]) == ("received", "01-123456-26")
    async with office.app.database.transaction() as tx:
        report = await applications(tx, date(2020, 1, 1), date(2100, 1, 1), office.creditor)
    ((_, _, *counted, first_sent, asked, awarded),) = report.rows
    assert (counted, awarded) == (["received", 1], 0)
    assert isinstance(asked, int)
    assert asked > 1000_00
    assert isinstance(first_sent, date)
    assert found["received_date"] == "Mon, 28 Sep 2026 00:00:00 GMT"
    assert (await office.case(case))["status"] == "enforcement_applied"
    await reply(office, case, 422, reply="served", date="2026-10-02")


async def test_a_reply_that_comes_twice_changes_nothing(office: Office, days: Days) -> None:
    case = await sent(office, days)
    for _ in range(2):
        await reply(office, case, reply="dismissed", date="2026-09-30")
        assert (await office.case(case))["total_remaining_costs_amount"] == 180
    assert (await application(office, case))["ended_date"] == "Wed, 30 Sep 2026 00:00:00 GMT"
    assert await office.differences() == []


@pytest.mark.parametrize("ending", ["dismissed", "withdrawn", "ended"])
async def test_without_an_order_the_costs_are_reversed_on_the_day_it_ended(
    office: Office, days: Days, ending: str
) -> None:
    case = await sent(office, days)
    assert (await office.case(case))["total_remaining_costs_amount"] == 860
    await reply(office, case, reply=ending, date="2026-09-30")
    shown = await office.case(case)
    assert (shown["state"], shown["total_remaining_costs_amount"]) == ("surveillance", 180)
    before = await office.statement(case, "2026-09-29")
    assert before["total_remaining_costs_amount"] == 860, "they were owed until then"
    assert await office.differences() == []


async def test_money_that_had_covered_the_costs_covers_the_rest(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await office.pay(case, 680, "2026-09-25")
    assert (await office.case(case))["total_remaining_costs_amount"] == 180
    await reply(office, case, reply="dismissed", date="2026-09-30")
    shown = await office.case(case)
    assert shown["total_remaining_costs_amount"] == 0
    assert shown["total_remaining_capital_amount"] < 10000
    assert await office.differences() == []


async def test_with_an_order_the_costs_stay_and_the_award_is_shown(office: Office, days: Days) -> None:
    case = await sent(office, days)
    amounts = {"capital": 10000, "interest": 95.89, "costs": 860}
    await reply(office, case, reply="verdict", date="2026-10-01", amounts=amounts)
    found = await application(office, case)
    assert (found["status"], found["awarded_capital_amount"], found["awarded_costs_amount"]) == ("order", 10000, 860)
    await reply(office, case, reply="ended")
    assert (await office.case(case))["total_remaining_costs_amount"] == 860


async def test_an_order_writes_off_what_it_does_not_award_and_says_why(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await reply(office, case, reply="verdict", order_date="2026-09-30")
    assert (await office.case(case))["total_remaining_capital_amount"] == 10000, "no amounts yet"
    amounts = {"capital": 8000, "interest": 40, "costs": 680}
    await reply(office, case, 422, reply="verdict", date="2026-09-30", order_date="2026-10-01", amounts=amounts)
    for _ in range(2):
        await reply(office, case, reply="verdict", amounts=amounts)
        found = await application(office, case)
        assert (found["order_date"][:16], found["awarded_capital_amount"]) == ("Wed, 30 Sep 2026", 8000)
        shown = await office.case(case)
        assert (shown["total_remaining_capital_amount"], shown["total_remaining_costs_amount"]) == (8000, 680)
    lines = (await office.get(f"cases/{case}/statement"))["lines"]
    off = [(line["type"], line["amount"]) for line in lines if line["law"] == "lag (1990:746) 42 §"]
    assert sorted(off) == [("capital", -2000), ("debt_collection", -180), ("interest", -49.32), ("interest", -6.57)]
    reasons = {one["reason"] for one in await parts(office, case, "waivers")}
    assert reasons == {"Kronofogdens utslag 2026-09-30 omfattar inte beloppet."}
    await days.work(date(2026, 10, 1))
    assert (await application(office, case))["notices"] == [], "the authority knows its own order"
    await reply(office, case, 409, reply="verdict", amounts=amounts | {"capital": 7000})
    assert await office.differences() == []


async def test_more_capital_than_was_awarded_is_found(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await reply(office, case, reply="verdict", amounts={"capital": 8000, "interest": 40, "costs": 680})
    mine = (await application(office, case))["_id"]
    async with days.transaction() as tx:
        await tx.execute("update enforcements set awarded_capital_amount = 799999 where id = $1", mine)
    found = [(one.what, one.expected, one.found) for one in await office.differences() if one.id == mine]
    assert ("capital", "at most 799999", "800000") in found
    async with days.transaction() as tx:
        await tx.execute("update enforcements set awarded_capital_amount = 800000 where id = $1", mine)
    assert await office.differences() == []


async def test_a_contested_case_that_no_court_gets_is_disputed_without_costs(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await reply(office, case, reply="contested", date="2026-10-01")
    assert (await application(office, case))["hand_over_by"] == "Thu, 29 Oct 2026 00:00:00 GMT"
    days.at(date(2026, 10, 30))
    await reply(office, case, reply="ended")
    shown = await office.case(case)
    assert (shown["status"], shown["total_remaining_costs_amount"]) == ("disputed", 180)
    assert await office.differences() == []


async def test_the_yearly_fee_is_charged_once_a_year(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await reply(office, case, 409, reply="new_fee")
    await reply(office, case, reply="verdict")
    await reply(office, case, reply="execution")
    for day, costs in ((date(2026, 10, 2), 1460), (date(2027, 10, 1), 1460), (date(2027, 10, 2), 2060)):
        days.at(day)
        await reply(office, case, reply="new_fee")
        assert (await office.case(case))["total_remaining_costs_amount"] == costs, day
    assert await office.differences() == []


async def test_letters_after_an_order_name_it_with_number_and_day(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await reply(office, case, reply="verdict", order_date="2026-09-30")
    await reply(office, case, reply="ended")
    words = pdf_words(await preview(office, case, "surveillance_letter"))
    assert "Kronofogden fastställde skulden den 30 september 2026." in words
    other = await sent(office, days)
    await reply(office, other, reply="verdict", order_date="2026-09-30", case_number="01-123456-26")
    await reply(office, other, reply="ended")
    words = pdf_words(await preview(office, other, "surveillance_letter"))
    assert "Kronofogden fastställde skulden den 30 september 2026, mål 01-123456-26." in words
    assert "Utslag 2026-09-30, mål 01-123456-26" in words
    await office.post(f"cases/{other}/respite", {"until": "2026-10-20"})
    assert "Utslag 2026-09-30, mål 01-123456-26" in pdf_words(await preview(office, other, "respite"))


async def test_limitation_begins_on_the_day_on_which_the_authoritys_case_ended(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await reply(office, case, reply="verdict")
    await reply(office, case, reply="execution")
    days.at(date(2031, 6, 20))
    await reply(office, case, reply="ended", date="2031-06-01")
    shown = await office.case(case)
    assert (shown["state"], shown["next_step"]) == ("surveillance", "surveillance_letter"), "not time-barred"
    async with days.transaction() as tx:
        flow = json.loads(await tx.fetchval("select flow::text from cases where id = $1", case))
    assert flow["proceedings"] == [["2026-09-19", "2031-06-01"]]
    assert "2031-06-20" not in flow["interrupted"]


async def test_replies_and_papers_of_the_authority_are_kept(office: Office, days: Days) -> None:
    case = await sent(office, days)
    for _ in range(2):
        await reply(office, case, reply="supplement", date="2026-09-29", note="Ange fakturans förfallodag.")
    await reply(office, case, reply="verdict", date="2026-10-01", order_date="2026-09-30", case_number="01-123456-26")
    mine = (await application(office, case))["_id"]
    form = {"domain": "enforcements", "dotted_path": "documents"}
    files = {"file": ("utslag.pdf", b"%PDF-1.7 utslag", "application/pdf")}
    for path, status in ((mine, 201), ("0" * 24, 404)):
        answer = await office.client.post(f"/media--upload/{path}", data=form, files=files)
        assert answer.status_code == status, answer.text
    found = await application(office, case)
    assert found["replies"] == [
        {"reply": "supplement", "date": "Tue, 29 Sep 2026 00:00:00 GMT", "note": "Ange fakturans förfallodag."},
        {
            "reply": "verdict",
            "date": "Thu, 01 Oct 2026 00:00:00 GMT",
            "order_date": "Wed, 30 Sep 2026 00:00:00 GMT",
            "case_number": "01-123456-26",
        },
    ]
    (document,) = found["documents"]
    assert (document["filename"], document["size"], document["date"][:16]) == ("utslag.pdf", 15, "Thu, 01 Oct 2026")
    read = await office.client.get(f"/media--files/{document['id']}")
    assert read.content == b"%PDF-1.7 utslag"
    assert await office.differences() == []


async def test_the_authority_wants_more_before_an_application_is_sent_or_without_one(
    office: Office, days: Days
) -> None:
    case = await sent(office, days)
    await reply(office, case, reply="supplement")
    kinds = [item["kind"] for item in (await office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]]
    assert kinds == ["supplement_wanted"]
    days.signs_applications = False
    unsigned = await demanded(office, days, **ENFORCING)
    await days.live(date(2026, 9, 25))
    await reply(office, unsigned, 409, reply="received")
