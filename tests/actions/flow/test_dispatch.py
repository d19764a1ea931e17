"""Printed letters leave on banking days: those of a weekend go together, and what e-mail does not bring waits for one."""

from __future__ import annotations

import json
from datetime import date

from fordran.shape.moments import day_of, moment_of
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office

FRIDAY, SATURDAY, SUNDAY = date(2026, 10, 2), date(2026, 10, 3), date(2026, 10, 4)
MONDAY = date(2026, 10, 5)


async def registered(office: Office, days: Days, day: date, number: int, **settings: int) -> str:
    """A debt that is demanded on the day after."""
    days.at(day)
    debt = office.debt(1000, invoice_date="2026-07-16")
    body = office.case_body(debt, customer=person(number), case_settings=settings) if settings else None
    made = await office.post("case--registrations", body or office.case_body(debt, customer=person(number)))
    case: str = made["_cases"][0]
    return case


async def letter_of(office: Office, case: str) -> Body:
    (found,) = (await office.get("letters", where=json.dumps({"case": case})))["_items"]
    return dict(found)


def days_of(letter: Body) -> tuple[date, date]:
    return day_of(moment_of(letter["dated"])), day_of(moment_of(letter["pay_by"]))


async def test_demands_of_a_weekend_are_one_letter_on_monday_with_one_fee(office: Office, days: Days) -> None:
    cases = [await registered(office, days, FRIDAY, 700)]
    await days.work(SATURDAY)
    waiting = await letter_of(office, cases[0])
    assert (waiting["status"], *days_of(waiting)) == ("queued", MONDAY, date(2026, 10, 15))
    assert (await office.case(cases[0]))["next_step"] == "letter"
    cases.append(await registered(office, days, SATURDAY, 700))
    await days.work(SUNDAY)
    cases.append(await registered(office, days, SUNDAY, 700))
    await days.work(MONDAY)
    found = [await letter_of(office, case) for case in cases]
    assert [(letter["status"], *days_of(letter)) for letter in found] == [("shown", MONDAY, date(2026, 10, 15))] * 3
    assert len({letter["envelope"] for letter in found}) == 1
    assert len({letter["sha256"] for letter in found}) == 1
    assert [letter["fee"] for letter in found] == [180, 0, 0]
    assert await office.differences() == []


async def reached_by(office: Office, case: str, address: str) -> None:
    async with office.app.database.transaction() as tx:
        await tx.execute(
            """update customer_details s set email = $2, email_consent = true
               from cases k where k.id = $1 and s.account_id = k.account_id and s.customer_id = k.customer_id""",
            case,
            address,
        )


async def test_an_e_mail_leaves_on_a_saturday_and_gives_eight_days(office: Office, days: Days) -> None:
    case = await registered(office, days, FRIDAY, 701, debt_collection_pay_days=8)
    await reached_by(office, case, "kim@kund.example")
    await days.work(SATURDAY)
    letter = await letter_of(office, case)
    # Eight days later is a Sunday.
    assert (letter["status"], letter["channel"], *days_of(letter)) == ("shown", "email", SATURDAY, date(2026, 10, 12))


async def test_a_letter_that_e_mail_does_not_bring_is_made_again_for_print(office: Office, days: Days) -> None:
    case = await registered(office, days, FRIDAY, 702, debt_collection_pay_days=8)
    await reached_by(office, case, "kim@refuse.example")
    await days.work(SATURDAY)
    assert (await letter_of(office, case))["status"] == "made", "it does not leave as it is"
    await days.work(SUNDAY)
    assert (await letter_of(office, case))["status"] == "queued"
    await days.work(MONDAY)
    letter = await letter_of(office, case)
    assert (letter["status"], letter["channel"], *days_of(letter)) == ("shown", "print", MONDAY, date(2026, 10, 15))
    assert "dispatch_gives_time" in [line["rule"] for line in letter["checklist"]]
    assert await office.differences() == []


async def test_a_letter_that_e_mail_does_not_bring_is_printed_as_it_is_where_its_time_is_enough(
    office: Office, days: Days
) -> None:
    case = await registered(office, days, SUNDAY, 703)
    await reached_by(office, case, "kim@refuse.example")
    await days.work(MONDAY)
    letter = await letter_of(office, case)
    assert (letter["status"], letter["channel"], *days_of(letter)) == ("shown", "print", MONDAY, date(2026, 10, 15))


async def test_cases_of_earlier_rules_are_written_to_on_any_day(office: Office, days: Days) -> None:
    case = await registered(office, days, FRIDAY, 704, debt_collection_pay_days=8)
    async with office.app.database.transaction() as tx:
        await tx.execute("update cases set particulars = null where id = $1", case)
    await days.work(SATURDAY)
    letter = await letter_of(office, case)
    assert (letter["status"], *days_of(letter)) == ("shown", SATURDAY, date(2026, 10, 12))
