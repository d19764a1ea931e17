"""Execution is asked for again after the authority's case has ended, and only of an order."""

from __future__ import annotations

from datetime import date

from tests.actions.enforcements.test_notices import items
from tests.actions.enforcements.test_replies import application, reply, sent
from tests.actions.flow.days import Days
from tests.actions.office import Office


async def test_execution_is_asked_for_again_with_a_paper_to_sign(office: Office, days: Days) -> None:
    case = await sent(office, days)
    path = f"enforcements/{(await application(office, case))['_id']}/renew"
    await office.post(path, {}, 409)
    await reply(office, case, reply="verdict")
    await reply(office, case, reply="ended")
    await office.pay(case, 500, "2026-10-01")
    answer = await office.post(path, {})
    assert answer["status"] == "execution"
    await office.post(path, {}, 409)
    shown = await office.case(case)
    assert (shown["status"], shown["total_remaining_costs_amount"]) == ("enforcement_execution", 360), "no new fee"
    await days.work(date(2026, 10, 1))
    found = await application(office, case)
    (renewal,) = found["renewals"]
    assert (renewal["date"][:16], renewal["ended_date"][:16]) == ("Thu, 01 Oct 2026", "Thu, 01 Oct 2026")
    assert len(renewal["document"]) == 24
    assert "ended_date" not in found
    assert found["notices"] == [], "the request says what remains"
    assert "notice_to_send" in await items(office, case)
    await reply(office, case, reply="execution")
    assert "notice_to_send" not in await items(office, case)
    await reply(office, case, reply="ended")
    assert (await application(office, case))["ended_date"][:16] == "Thu, 01 Oct 2026"
    assert await office.differences() == []


async def test_nothing_is_renewed_without_an_order_or_a_debt(office: Office, days: Days) -> None:
    case = await sent(office, days)
    path = f"enforcements/{(await application(office, case))['_id']}/renew"
    await reply(office, case, reply="ended")
    refused = await office.post(path, {}, 409)
    assert refused["_error"]["message"] == "There is no order to execute."
    other = await sent(office, days)
    await reply(office, other, reply="verdict")
    await reply(office, other, reply="ended")
    await office.pay(other, 100_000, "2026-10-01")
    refused = await office.post(f"enforcements/{(await application(office, other))['_id']}/renew", {}, 409)
    assert refused["_error"]["message"] == "Nothing remains to execute."
