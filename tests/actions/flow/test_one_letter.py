"""One letter, one fee: claims of one creditor on one debtor whose step falls on one day go together, and are paid together."""

from __future__ import annotations

from datetime import date
from typing import Any

from fordran.api.app import Api
from tests.actions.bank_hall import BankHall, bgmax, deposit, paid
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import APPLYING, COMPANY, Office, open_office

REGISTERED, REMINDED, LAST_DAY = date(2026, 9, 1), date(2026, 9, 2), date(2026, 9, 14)


async def reminded(office: Office, days: Days, customer: Any = None, **more: Any) -> list[str]:
    """Three claims on one person, of 1 000, 2 000 and 3 000 kr, of which the second was due first; reminded of together."""
    days.at(REGISTERED)
    debts = [
        office.debt(1000, invoice_date="2026-06-20"),
        office.debt(2000, invoice_date="2026-06-10"),
        office.debt(3000, invoice_date="2026-07-01"),
    ]
    body = office.case_body(*debts, first_action="reminder", customer=customer or person(7), **more)
    cases: list[str] = (await office.post("case--registrations", body))["_cases"]
    await days.live(REMINDED)
    return cases


async def letters_of(office: Office, cases: list[str]) -> list[dict[str, Any]]:
    found = [await office.get("letters", where=f'{{"case": "{case}"}}', sort="_id") for case in cases]
    return [one["_items"][-1] for one in found]


async def reference_of(days: Days, letters: list[dict[str, Any]]) -> str:
    async with days.transaction() as tx:
        rows = await tx.fetch(
            "select ocr from ocr_numbers where letter_id = any($1::text[])", [letter["_id"] for letter in letters]
        )
    (row,) = rows
    return str(row["ocr"])


async def pay(days: Days, office: Office, day: date, told: date, *receipts: Any) -> None:
    days.at(told)
    await BankHall(days.app.database, office).bring(bgmax(deposit(*receipts, day=day)))


async def remaining(office: Office, cases: list[str]) -> list[tuple[str, float]]:
    found = [await office.case(case) for case in cases]
    return [(case["state"], case["total_remaining_transaction_amount"]) for case in found]


async def test_there_is_one_document_with_one_fee_on_the_claim_that_was_due_first(office: Office, days: Days) -> None:
    cases = await reminded(office, days)
    letters = await letters_of(office, cases)
    assert [letter["fee"] for letter in letters] == [0, 60, 0]
    assert len({letter["document"]["id"] for letter in letters}) == 1
    shown = [await office.case(case) for case in cases]
    assert [case["total_added_costs_amount"] for case in shown] == [0, 60, 0]
    assert await office.differences() == []


async def test_the_late_payment_fee_is_for_each_claim(office: Office, days: Days) -> None:
    business = {**person(8), "id_number": COMPANY, "is_person": False, "is_company": True}
    cases = await reminded(office, days, business)
    shown = [await office.case(case) for case in cases]
    assert [case["total_added_costs_amount"] for case in shown] == [450, 450, 450]


async def test_an_application_is_one_with_one_fee_for_it_and_one_for_the_work(office: Office, days: Days) -> None:
    await office.give_mandate()
    cases = await reminded(office, days, case_settings=APPLYING)
    await days.live(date(2026, 10, 20))
    letters = await letters_of(office, cases)
    assert [letter["kind"] for letter in letters] == ["enforcement"] * 3
    assert [letter["fee"] for letter in letters] == [0, 680, 0]
    assert len({letter["document"]["id"] for letter in letters}) == 1
    assert await office.differences() == []


async def test_the_authoritys_fee_is_charged_before_that_for_the_work_and_has_no_share(app: Api, days: Days) -> None:
    office = await open_office(app, case_config={"commission_share_percent": 50})
    await office.give_mandate()
    cases = await reminded(office, days, case_settings=APPLYING)
    await days.live(date(2026, 10, 20))
    numbers = [(await office.case(case))["ocr_number"] for case in cases]
    owed = [int(amount * 100) for _, amount in await remaining(office, cases)]
    receipts = [paid(amount + 100_00, number) for amount, number in zip(owed, numbers, strict=True)]
    await pay(days, office, date(2026, 10, 21), date(2026, 10, 21), *receipts)
    where = f'{{"creditor": "{office.creditor}", "finance_category": "creditor_commission"}}'
    shares = (await office.get("finance--payout-specifications", where=where))["_items"]
    assert sorted(line["amount"] for line in shares) == [30, 90, 190], "of the 60, 180 and 380 kr, and not of the 300"
    assert await office.differences() == []


async def test_the_whole_sum_on_the_letters_number_in_time_settles_every_claim(office: Office, days: Days) -> None:
    cases = await reminded(office, days)
    letters = await letters_of(office, cases)
    total = round(sum(letter["amount"] for letter in letters) * 100)
    await pay(days, office, LAST_DAY, date(2026, 9, 20), paid(total, await reference_of(days, letters)))
    assert await remaining(office, cases) == [("closed", 0)] * 3
    assert {(await office.case(case))["close_reason"] for case in cases} == {"paid"}
    assert await office.differences() == []


async def test_part_of_it_goes_to_the_claims_in_the_order_in_which_they_were_due(office: Office, days: Days) -> None:
    cases = await reminded(office, days)
    letters = await letters_of(office, cases)
    number = await reference_of(days, letters)
    second = round(letters[1]["amount"] * 100)
    await pay(days, office, date(2026, 9, 10), date(2026, 9, 11), paid(second, number), paid(500_00, number))
    states = await remaining(office, cases)
    assert states[1] == ("closed", 0)
    paid_first = round((letters[0]["amount"] - 500) * 100)
    await pay(days, office, LAST_DAY, LAST_DAY, paid(paid_first, number))
    assert [state for state, _ in await remaining(office, cases)] == ["closed", "closed", "reminder"]
    assert await office.differences() == []


async def test_a_day_late_it_covers_what_is_owed_in_that_order(office: Office, days: Days) -> None:
    cases = await reminded(office, days)
    letters = await letters_of(office, cases)
    total = round(sum(letter["amount"] for letter in letters) * 100)
    await pay(days, office, date(2026, 9, 15), date(2026, 9, 16), paid(total, await reference_of(days, letters)))
    states = await remaining(office, cases)
    # The last of them is short of the interest on all for thirteen days: 21.36 kr, a small rest that is written off.
    assert [state for state, _ in states] == ["closed", "closed", "closed"]


async def test_each_claims_own_number_works_too(office: Office, days: Days) -> None:
    cases = await reminded(office, days)
    letters = await letters_of(office, cases)
    own = (await office.case(cases[2]))["ocr_number"]
    await pay(days, office, LAST_DAY, LAST_DAY, paid(round(letters[2]["amount"] * 100), own))
    assert [state for state, _ in await remaining(office, cases)] == ["reminder", "reminder", "closed"]


async def register_two(office: Office, days: Days, number: int, second_due: str, **settings: Any) -> list[str]:
    """Two invoices of one person, the first to be reminded of on 6 October."""
    days.at(date(2026, 9, 1))
    customer = {name: value for name, value in person(number).items() if name != "is_person"} | {"is_person": True}
    cases = []
    for due in ("2026-10-01", second_due):
        body = office.invoice_body(1000.0, invoice_date="2026-09-01", invoice_due_date=due, customer=customer)
        body["case_settings"] = settings
        cases.append((await office.post("invoice--registrations", body))["_case"])
    return cases


async def kinds_by_day(office: Office, cases: list[str]) -> list[tuple[str, float]]:
    found = []
    for case in cases:
        for letter in (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]:
            found.append((letter["dated"][5:11], letter["fee"]))
    return found


async def test_a_step_waits_for_a_sibling_within_its_days_and_goes_with_it(office: Office, days: Days) -> None:
    cases = await register_two(office, days, 21, "2026-10-04", gather_days=3)
    await days.live(date(2026, 10, 6))
    assert await kinds_by_day(office, cases) == []
    assert (await office.case(cases[0]))["next_step_date"].startswith("Fri, 09 Oct 2026")
    await days.live(date(2026, 10, 9))
    assert await kinds_by_day(office, cases) == [("09 Oct", 60), ("09 Oct", 0)]


async def test_without_a_sibling_within_its_days_it_does_not_wait(office: Office, days: Days) -> None:
    cases = await register_two(office, days, 22, "2026-10-05", gather_days=3)
    await days.live(date(2026, 10, 10))
    # The second is due on a Saturday, and is printed on the Monday.
    assert await kinds_by_day(office, cases) == [("06 Oct", 60), ("12 Oct", 60)]
