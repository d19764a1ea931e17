"""A rate that was provisional is published: open cases are restated, and closed ones stay as they were closed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from fordran import clock
from fordran.actions.cases.law_in_force import law_in_force
from fordran.actions.law.law_rows import GivenLawRow, propose_law_row
from fordran.actions.proof.letters.letters_above_law import letters_above_law
from fordran.api.app import Api
from fordran.domain.law.reference_rates import rate_on
from tests.actions.flow.days import Days
from tests.actions.office import Office, open_office

BEGINS = date(2027, 1, 1)
JANUARY = date(2027, 1, 31)


async def publish(days: Days, percent: str) -> None:
    """Let the rate of the half-year be published, in one step, as in a sandbox."""
    async with days.transaction() as tx:
        given = GivenLawRow("reference_rate", BEGINS, percent=Decimal(percent), source="SFS 2026:1500")
        await propose_law_row(tx, given, None, clock.now())


async def invoiced(office: Office, capital: float = 36_500) -> str:
    return await office.register_invoice(
        capital, invoice_date="2026-12-01", invoice_due_date="2026-12-31", due_date_basis="agreed_date"
    )


async def booked_interest(office: Office, case: str) -> Any:
    return (await office.case(case))["total_remaining_interest_amount"]


async def test_open_cases_are_restated_and_closed_ones_are_not(office: Office, days: Days) -> None:
    days.at(date(2026, 12, 1))
    open_case, paid_case = await invoiced(office), await invoiced(office)
    days.at(JANUARY)
    for case in (open_case, paid_case):
        await office.pay(case, 10, "2027-01-31")
    owed = (await office.statement(paid_case, JANUARY))["total_remaining_transaction_amount"]
    await office.pay(paid_case, owed, "2027-01-31")
    closed = await office.statement(paid_case)
    assert (await office.case(paid_case))["status"] == "paid"
    assert await booked_interest(office, open_case) == 300, "31 days at 10 kr, provisionally, 10 kr paid"
    assert (await office.statement(open_case, JANUARY))["is_provisional"] is True
    days.at(date(2027, 2, 1))
    await publish(days, "3.00")
    stated = await office.statement(open_case, JANUARY)
    assert (stated["total_remaining_interest_amount"], stated["is_provisional"]) == (331, False), "at 11 kr a day"
    assert await booked_interest(office, open_case) == 300, "nothing is booked yet"
    assert await office.differences() == []
    await days.work(date(2027, 2, 1), only=("restate open cases",))
    assert await booked_interest(office, open_case) == 331
    assert (await office.statement(paid_case))["lines"] == closed["lines"], "what was paid in full stays so"
    assert await office.differences() == []
    # By what was known before it was published, all is as it was stated then.
    before = await office.statement(open_case, JANUARY, known="2027-01-31")
    assert (before["total_remaining_interest_amount"], before["is_provisional"]) == (300, True)
    await office.credit(paid_case, 100)
    assert (await office.case(paid_case))["status"] == "paid"
    assert await office.differences() == []


async def test_a_row_is_worked_off_once(office: Office, days: Days) -> None:
    days.at(date(2026, 12, 1))
    case = await invoiced(office)
    days.at(JANUARY)
    await office.pay(case, 10, "2027-01-31")
    await publish(days, "3.00")
    await days.work(date(2027, 2, 1), only=("restate open cases",))
    async with days.transaction() as tx:
        assert await tx.fetchval("select count(*) from law_rows where restated is null") == 0
        bookings = await tx.fetchval("select count(*) from bookings")
    await days.work(date(2027, 2, 2), only=("restate open cases",))
    async with days.transaction() as tx:
        assert await tx.fetchval("select count(*) from bookings") == bookings


async def test_an_order_of_payment_counts_for_payments_since_its_day(office: Office, days: Days) -> None:
    days.at(date(2026, 11, 18))
    case = await office.register_debt(1000, invoice_date="2026-09-01", due_date_basis="agreed_date")
    async with days.transaction() as tx:
        parts = ("capital", "interest", "costs", "authority_costs")
        given = GivenLawRow("order_of_payment", date(2026, 11, 20), parts=parts, is_for_consumers=True, source="SFS 1")
        await propose_law_row(tx, given, None, clock.now())
    days.at(date(2026, 11, 20))
    await office.pay(case, 5, "2026-11-19")
    after = await office.statement(case, "2026-11-19")
    assert after["total_remaining_capital_amount"] == 1000, "interest first, by the order of that day"
    await office.pay(case, 100, "2026-11-20")
    later = await office.statement(case, "2026-11-20")
    assert later["total_remaining_capital_amount"] == 900
    assert {line["law"] for line in later["lines"] if line["date"] == "2026-11-20" and line["amount"] < 0} == {"SFS 1"}
    assert await office.differences() == []


async def test_letters_that_asked_for_more_than_the_published_rate_gives_are_listed(app: Api, days: Days) -> None:
    office = await open_office(app)
    days.at(date(2027, 7, 11))
    case = await office.register_debt(365_000, invoice_date="2027-05-01", due_date_basis="agreed_date")
    await days.live(date(2027, 7, 20))
    async with days.transaction() as tx:
        (letter,) = await tx.fetch("select id, dated from letters where case_id = $1 and status = 'shown'", case)
        assert (await letters_above_law(tx, BEGINS, date(2027, 12, 31))).rows == []
        provisional, _ = rate_on(letter["dated"], (await law_in_force(tx)).rates)
        given = GivenLawRow("reference_rate", date(2027, 7, 1), percent=provisional - 1, source="SFS 2027:700")
        await propose_law_row(tx, given, None, clock.now())
        (row,) = (await letters_above_law(tx, BEGINS, date(2027, 12, 31), office.creditor)).rows
    assert row[0] == letter["id"]
    above = row[-1]
    assert isinstance(above, int)
    # One point of 365,000 kr is 10 kr a day. Both sums are rounded.
    assert abs(above - (letter["dated"] - date(2027, 6, 30)).days * 10_00) <= 1
    assert await office.differences() == []
