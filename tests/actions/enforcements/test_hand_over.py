"""A contested application is handed over to a court in time, or the claim is disputed and costs the debtor nothing."""

from __future__ import annotations

from datetime import date

from tests.actions.enforcements.test_notices import items
from tests.actions.enforcements.test_replies import application, reply, sent
from tests.actions.flow.days import Days
from tests.actions.office import Office


async def test_a_person_is_asked_and_hands_it_over(office: Office, days: Days) -> None:
    case = await sent(office, days)
    path = f"enforcements/{(await application(office, case))['_id']}/hand-over"
    await office.post(path, {}, 409)
    await reply(office, case, reply="contested", date="2026-10-01")
    await days.work(date(2026, 10, 14))
    assert "hand_over_due" not in await items(office, case)
    await days.work(date(2026, 10, 15))
    assert "hand_over_due" in await items(office, case)
    for day in ("2026-09-30", "2026-10-16"):
        refused = await office.post(path, {"date": day}, 422)
        assert list(refused["_issues"]) == ["date"]
    await office.post(path, {"date": "2026-10-15"})
    await office.post(path, {}, 409)
    assert "hand_over_due" not in await items(office, case)
    await days.work(date(2026, 11, 2))
    found = await application(office, case)
    assert (found["status"], found["handed_over_date"][:16]) == ("contested", "Thu, 15 Oct 2026")
    assert (await office.case(case))["total_remaining_costs_amount"] == 860, "the court decides on them"
    assert await office.differences() == []


async def test_without_a_request_the_claim_is_disputed_and_the_fee_is_the_creditors(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await reply(office, case, reply="contested", date="2026-10-01")
    await days.work(date(2026, 10, 29))
    assert (await application(office, case))["status"] == "contested", "the last day"
    await days.work(date(2026, 10, 30))
    found = await application(office, case)
    assert (found["status"], found["outlay_amount"]) == ("ended", 300)
    assert found["outlay_date"] == found["ended_date"] == "Fri, 30 Oct 2026 00:00:00 GMT"
    shown = await office.case(case)
    assert (shown["status"], shown["total_remaining_costs_amount"]) == ("disputed", 180)
    assert "hand_over_due" not in await items(office, case)
    assert await office.differences() == []
