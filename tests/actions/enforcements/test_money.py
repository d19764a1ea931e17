"""Money from the enforcement authority finds its cases by the authority's case number."""

from __future__ import annotations

from datetime import date

from fordran.actions.bank.suggest_cases import suggest_cases
from fordran.store.reading.scope import SYSTEM
from tests.actions.bank_hall import BankHall, bgmax, deposit, paid
from tests.actions.enforcements.test_replies import application, reply, sent
from tests.actions.flow.days import Days
from tests.actions.office import Office

DAY = date(2026, 10, 1)


async def test_a_payment_that_names_the_case_number_pays_the_case(office: Office, days: Days) -> None:
    hall, case = BankHall(office.app.database, office), await sent(office, days)
    file = bgmax(deposit(paid(100_000, "77", information=("MÅL 01-700001-26",)), day=DAY))
    assert await hall.bring(file) == {"transactions": 1, "suspense": 1}, "nobody knows the number yet"
    await reply(office, case, reply="verdict", case_number="01-700001-26")
    file = bgmax(deposit(paid(100_000, "Kronofogden 01 700001 26"), day=DAY))
    assert await hall.bring(file) == {"transactions": 1, "matched": 1}
    shown = await office.case(case)
    assert shown["total_remaining_costs_amount"] == 0, "enforcement costs first"
    assert shown["total_remaining_capital_amount"] < 10000
    await days.work(DAY)
    assert [one["kind"] for one in (await application(office, case))["notices"]] == ["reduction"]
    assert await office.differences() == []


async def test_a_number_of_two_applications_waits_with_both_suggested(office: Office, days: Days) -> None:
    hall = BankHall(office.app.database, office)
    cases = []
    for _ in range(2):
        cases.append(await sent(office, days))
        await reply(office, cases[-1], reply="received", case_number="01-700002-26")
    await hall.bring(bgmax(deposit(paid(50_000, "", information=("mål 01-700002-26",)), day=DAY)))
    (waiting,) = [one for one in await hall.waiting() if one["information"] == ["mål 01-700002-26"]]
    assert waiting["reason"] == "no_case"
    payment = {"payer": {}, "references": [], "information": waiting["information"], "suspense_amount": 50_000}
    async with office.app.database.connection() as connection:
        found = await suggest_cases(connection, SYSTEM, payment, DAY)
    assert {likely.case for likely, _ in found if "authority_number" in likely.reasons} == set(cases)


async def test_an_application_that_ended_without_an_order_gets_nothing(office: Office, days: Days) -> None:
    hall, case = BankHall(office.app.database, office), await sent(office, days)
    await reply(office, case, reply="dismissed", case_number="01-700003-26")
    file = bgmax(deposit(paid(50_000, "01-700003-26"), day=DAY))
    assert await hall.bring(file) == {"transactions": 1, "suspense": 1}
