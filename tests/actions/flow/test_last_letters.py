"""Letters of the flow that nobody asks for: a missed instalment is told of in time, and a closing to who paid."""

from __future__ import annotations

from datetime import date
from typing import Any

from fordran.actions.letters.confirm_closings import confirm_closings
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.flow.printer import Printer
from tests.actions.office import Office

REGISTERED, DEMANDED = date(2026, 9, 1), date(2026, 9, 2)


async def demanded(office: Office, days: Days, printer: Printer, number: int, **more: Any) -> str:
    days.at(REGISTERED)
    body = office.case_body(office.debt(3000, invoice_date="2026-07-16"), customer=person(number), **more)
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    await printer.work(DEMANDED)
    return case


async def letters(office: Office, case: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await office.get("letters", where=f'{{"case": "{case}"}}', sort="_id"))["_items"]
    return found


async def confirm(days: Days, printer: Printer, day: date) -> int:
    now = days.at(day)
    async with days.transaction() as tx:
        count = await confirm_closings(tx, now)
    await printer.work(day)
    return count


async def test_a_missed_instalment_is_told_of_before_the_plan_ends(office: Office, days: Days) -> None:
    printer = Printer(days)
    case = await demanded(office, days, printer, 30)
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": "2026-09-30"})
    for day in (DEMANDED, date(2026, 9, 21), date(2026, 10, 2)):
        await printer.work(day)
    shown = await office.case(case)
    assert (shown["next_step"], shown["next_step_date"]) == ("amortization_reminder", "Sat, 03 Oct 2026 00:00:00 GMT")
    for day in (date(2026, 10, 3), date(2026, 10, 5)):
        await printer.work(day)
    told = (await letters(office, case))[-1]
    assert (told["kind"], told["fee"]) == ("amortization_reminder", 0)
    text = printer.read(told)
    assert "Vi har inte fått delbetalning 1 av 3" in text
    assert "skulle ha varit betald den 30 september 2026. Betala den senast den 9 oktober 2026" in text
    assert (await office.case(case))["next_step"] == "amortization_default"
    for day in (date(2026, 10, 9), date(2026, 10, 10), date(2026, 10, 12)):
        await printer.work(day)
    kinds = [letter["kind"] for letter in await letters(office, case)]
    assert kinds == [
        *("debt_collection", "amortization_plan", "amortization_notice"),
        *("amortization_reminder", "amortization_default"),
    ]
    ended = printer.read((await letters(office, case))[-1])
    assert "Har vi den 22 oktober 2026 varken fått betalt eller hört av dig, finns skulden kvar hos oss." in ended
    assert await office.differences() == []


async def test_an_instalment_that_comes_after_the_reminder_lets_the_plan_go_on(office: Office, days: Days) -> None:
    printer = Printer(days)
    case = await demanded(office, days, printer, 31)
    made = await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": "2026-09-30"})
    for day in (DEMANDED, date(2026, 9, 21), date(2026, 10, 5)):
        await printer.work(day)
    days.at(date(2026, 10, 8))
    schedule = (await office.get(f"cases/{case}/amortization-plans"))["_items"][0]["instalments"]
    assert made["_status"] == "OK"
    await office.pay(case, schedule[0]["amount"], "2026-10-08")
    for day in (date(2026, 10, 12), date(2026, 10, 20), date(2026, 11, 2)):
        await printer.work(day)
    kinds = [letter["kind"] for letter in await letters(office, case)]
    assert kinds[-3:] == ["amortization_reminder", "amortization_notice", "amortization_reminder"]


async def test_whoever_pays_after_a_demand_is_told_once_that_it_is_over(office: Office, days: Days) -> None:
    printer = Printer(days)
    case = await demanded(office, days, printer, 32)
    days.at(date(2026, 9, 7))
    owed = (await office.case(case))["total_remaining_transaction_amount"]
    await office.pay(case, owed + 100, "2026-09-07")
    assert await confirm(days, printer, date(2026, 9, 8)) >= 1
    assert await confirm(days, printer, date(2026, 9, 9)) == 0
    *_, told = await letters(office, case)
    assert (told["kind"], told["status"], told["amount"]) == ("closing", "shown", 0)
    text = printer.read(told)
    assert "är betald, och ärendet är avslutat." in text
    assert "Ingenting att betala" in text
    assert "Kod " in text
    assert await office.differences() == []


async def test_who_paid_before_a_demand_or_whose_claim_was_withdrawn_is_not_written_to(
    office: Office, days: Days
) -> None:
    printer = Printer(days)
    days.at(REGISTERED)
    body = office.case_body(office.debt(), first_action="reminder", customer=person(34))
    reminded = (await office.post("case--registrations", body))["_cases"][0]
    withdrawn = await demanded(office, days, printer, 35)
    days.at(date(2026, 9, 7))
    await office.pay(reminded, (await office.case(reminded))["total_remaining_transaction_amount"], "2026-09-07")
    await office.cancel(withdrawn)
    await confirm(days, printer, date(2026, 9, 8))
    assert [letter["kind"] for letter in await letters(office, reminded)] == ["reminder"]
    assert [letter["kind"] for letter in await letters(office, withdrawn)] == ["debt_collection"]
