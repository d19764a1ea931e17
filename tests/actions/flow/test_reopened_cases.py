"""A case that was closed by decision is opened again: what was booked off is owed, and it goes on where it was."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from tests.actions.enforcements.test_replies import sent
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.office import Office

REASON = {"reason": "Avslutat av misstag."}


async def opened(office: Office, days: Days, number: int) -> str:
    days.at(date(2026, 9, 1))
    body = office.case_body(office.debt(1000, invoice_date="2026-07-16"), customer=person(number))
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


@pytest.mark.parametrize(
    "reason", ["written_off", "returned", "bankruptcy", "deceased", "debt_restructuring", "cancelled"]
)
async def test_a_decision_is_taken_back_and_all_is_owed_again(office: Office, days: Days, reason: str) -> None:
    case = await opened(office, days, 760 + len(reason))
    before = await office.case(case)
    if reason == "cancelled":
        made = await office.cancel(case)
    else:
        await office.post(f"cases/{case}/close", {"reason": reason})
    assert (await office.case(case))["close_reason"] == reason
    days.at(date(2026, 9, 10))
    await office.post(f"cases/{case}/reopen", REASON)
    after = await office.case(case)
    assert "close_reason" not in after
    assert "closed" not in after
    assert (after["state"], after["status"]) == (before["state"], before["status"])
    shown = {
        day: (await office.statement(case, day))["total_remaining_capital_amount"]
        for day in ("2026-08-31", "2026-09-01", "2026-09-09", "2026-09-10")
    }
    assert shown == {"2026-08-31": 1000, "2026-09-01": 0, "2026-09-09": 0, "2026-09-10": 1000}
    (note,) = (await office.get(f"cases/{case}/notes"))["_items"]
    assert (note["text"], note["shared"]) == (REASON["reason"], False)
    if reason == "cancelled":
        found = await office.get(f"creditor--cancellations/{made['_id']}")
        assert found["reversal_reason"] == REASON["reason"]
    assert await office.differences() == []


async def test_it_goes_on_with_its_letters_and_can_be_closed_and_opened_once_more(office: Office, days: Days) -> None:
    case = await opened(office, days, 780)
    await days.work(date(2026, 9, 1), EVENING)
    for day in (2, 4):
        days.at(date(2026, 9, day))
        await office.post(f"cases/{case}/close", {"reason": "written_off"})
        days.at(date(2026, 9, day + 1))
        await office.post(f"cases/{case}/reopen", REASON)
    for day in (5, 10, 11, 18, 25, 30):
        await days.work(date(2026, 9, day), EVENING)
    letters = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
    assert "debt_collection" in [letter["kind"] for letter in letters]
    await office.pay(case, 5000, "2026-09-30")
    assert (await office.case(case))["close_reason"] == "paid"
    assert not [one for one in await office.differences() if one.what != "ground of a fee"]


async def test_money_that_came_while_it_was_closed_is_used(office: Office, days: Days) -> None:
    case = await opened(office, days, 781)
    await office.post(f"cases/{case}/close", {"reason": "written_off"})
    days.at(date(2026, 9, 10))
    paid = await office.pay(case, 400, "2026-09-09")
    assert paid["settled_amount"] == 0
    await office.post(f"cases/{case}/reopen", REASON)
    assert (await office.get(f"creditor--payments/{paid['_id']}"))["settled_amount"] == 400
    assert (await office.case(case))["total_remaining_capital_amount"] > 600
    assert not [one for one in await office.differences() if one.what != "ground of a fee"]


async def refused(office: Office, case: str) -> str:
    before = await office.case(case)
    answer = await office.post(f"cases/{case}/reopen", REASON, 409)
    assert await office.case(case) == before
    kind: str = answer["_error"]["type"]
    return kind


async def test_an_open_a_paid_and_a_wrong_persons_case_stay_as_they_are(office: Office, days: Days) -> None:
    case = await opened(office, days, 782)
    assert await refused(office, case) == "case_is_open"
    await office.pay(case, 5000, "2026-09-01")
    assert await refused(office, case) == "closing_stays"
    case = await opened(office, days, 783)
    await office.post(f"cases/{case}/wrong-person", {"note": "En granne."})
    assert await refused(office, case) == "closing_stays"
    assert (await office.post(f"cases/{case}/reopen", {}, 422))["_issues"] == {"reason": "required field"}


async def test_a_case_that_was_closed_for_an_objection_stays_closed(office: Office, days: Days) -> None:
    case = await opened(office, days, 784)
    await office.post(f"cases/{case}/disputes", {"reason": "Varan kom aldrig."})
    (dispute,) = (await office.get(f"cases/{case}/disputes"))["_items"]
    await office.post(
        f"cases/{case}/disputes/{dispute['_id']}/settle", {"outcome": "closed", "evidence": "Kreditbeslut."}
    )
    assert await refused(office, case) == "closed_for_objection"


async def test_a_case_is_not_opened_again_that_the_authority_knows_of_or_that_is_time_barred(
    office: Office, days: Days
) -> None:
    case = await sent(office, days)
    await office.post(f"cases/{case}/close", {"reason": "written_off"})
    assert await refused(office, case) == "reversal_at_authority"
    case = await opened(office, days, 785)
    await office.post(f"cases/{case}/close", {"reason": "written_off"})
    days.at(date(2037, 1, 1))
    assert await refused(office, case) == "claim_is_time_barred"


async def test_of_two_who_open_it_at_once_one_does(office: Office, days: Days) -> None:
    case = await opened(office, days, 786)
    await office.post(f"cases/{case}/close", {"reason": "returned"})
    answers = await asyncio.gather(*(office.client.post(f"/cases/{case}/reopen", json=REASON) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert await office.differences() == []
