"""The authority is told of every payment and crediting while it has an application."""

from __future__ import annotations

from datetime import date

from tests.actions.enforcements.test_replies import application, reply, sent
from tests.actions.flow.days import FLOW, Days
from tests.actions.office import Office
from tests.actions.work.test_letters import pdf_words, preview


async def items(office: Office, case: str) -> list[str]:
    where = f'{{"case": "{case}"}}'
    found = (await office.get("work--items", where=where))["_items"]
    return [item["kind"] for item in found if "resolved" not in item or not item["resolved"]]


async def test_a_payment_of_all_withdraws_the_application_the_same_day(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await office.pay(case, 100_000, "2026-09-30")
    await days.work(date(2026, 10, 1))
    (notice,) = (await application(office, case))["notices"]
    assert (notice["kind"], notice["date"]) == ("withdrawal", "Thu, 01 Oct 2026 00:00:00 GMT")
    assert notice["send_by"] == "Fri, 02 Oct 2026 00:00:00 GMT"
    assert (notice["capital_amount"], notice["interest_amount"], notice["costs_amount"]) == (0, 0, 0)
    assert len(notice["document"]) == 24
    assert "notice_to_send" in await items(office, case)
    await reply(office, case, reply="withdrawn", date="2026-10-01")
    after = await application(office, case)
    assert (after["status"], after["notices"][0]["confirmed_date"]) == ("withdrawn", "Thu, 01 Oct 2026 00:00:00 GMT")
    assert "notice_to_send" not in await items(office, case)
    shown = await office.case(case)
    assert (shown["close_reason"], shown["total_added_costs_amount"]) == ("paid", 860), "paid after it was sent"
    assert await office.differences() == []


async def test_a_payment_before_the_application_day_leaves_no_costs_of_it(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await office.pay(case, 100_000, "2026-09-18")
    await days.work(date(2026, 10, 1), only=(*FLOW, "confirm closings"))
    shown = await office.case(case)
    assert (shown["close_reason"], shown["total_added_costs_amount"]) == ("paid", 180)
    assert [one["kind"] for one in (await application(office, case))["notices"]] == ["withdrawal"]
    letters = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
    assert "closing" in [letter["kind"] for letter in letters], "the debtor is informed"
    words = pdf_words(await preview(office, case, "closing"))
    assert "Kostnaderna för ansökan, 680" in words
    later = await sent(office, days)
    await office.pay(later, 100_000, "2026-09-30")
    await days.work(date(2026, 10, 1), only=(*FLOW, "confirm closings"))
    assert "Kostnaderna för ansökan" not in pdf_words(await preview(office, later, "closing")), "they were owed"


async def test_a_part_reduces_it_by_costs_and_interest_first(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await office.pay(case, 1000, "2026-09-30")
    await days.work(date(2026, 10, 1))
    shown = await office.case(case)
    (notice,) = (await application(office, case))["notices"]
    assert (notice["kind"], notice["costs_amount"]) == ("reduction", 0)
    assert notice["capital_amount"] == shown["total_remaining_capital_amount"] > 9000
    await days.work(date(2026, 10, 5))
    assert "notice_unconfirmed" not in await items(office, case), "the second banking day is Monday"
    await days.work(date(2026, 10, 6))
    assert "notice_unconfirmed" in await items(office, case)
    await reply(office, case, reply="received", date="2026-10-06")
    after = await application(office, case)
    assert (after["status"], after["notices"][0]["confirmed_date"][:16]) == ("received", "Tue, 06 Oct 2026")
    assert len(after["notices"]) == 1, "nothing is told twice"
    assert await office.differences() == []


async def test_a_payment_that_the_authority_was_not_told_of_is_found(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await office.pay(case, 1000, "2026-09-30")
    days.at(date(2026, 10, 2))
    await office.pay(case, 100, "2026-10-02")
    found = await office.differences()
    mine = (await application(office, case))["_id"]
    assert [(one.table, one.what) for one in found if one.id == mine] == [("enforcements", "notices")]
    await days.work(date(2026, 10, 2))
    assert await office.differences() == []
