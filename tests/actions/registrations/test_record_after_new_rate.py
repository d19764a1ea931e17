"""When a reference rate is published that was provisional, the next booking corrects what was booked under the old one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal

import pytest

from fordran.domain.law import reference_rates
from fordran.domain.law.reference_rates import ReferenceRate
from tests.actions.office import Office
from tests.published_rates import hold_rates, hold_the_tests_own


@pytest.fixture
def publish() -> Iterator[Callable[[str], None]]:
    """Publishes the rate of the half-year after the last published one."""

    def publish_rate(rate_percent: str) -> None:
        newest = ReferenceRate(reference_rates.FIRST_UNPUBLISHED_DAY, Decimal(rate_percent))
        hold_rates([*reference_rates.REFERENCE_RATES, newest])

    yield publish_rate
    hold_the_tests_own()


async def test_the_next_booking_corrects_the_provisional_interest(
    office: Office, publish: Callable[[str], None]
) -> None:
    assert date(2027, 1, 1) == reference_rates.FIRST_UNPUBLISHED_DAY, "the case below begins where rates end"
    async with office.app.database.transaction() as tx:
        # Greatest, since days that have come need no move: payments are of days that have come.
        await tx.execute("update installation set clock_offset_days = greatest(0, date '2027-03-01' - current_date)")
    case = await office.register_debt(36_500, invoice_date="2026-12-01", invoice_due_days_after_invoice_date=30)
    await office.pay(case, 10, "2027-01-31")
    assert (await office.case(case))["total_remaining_interest_amount"] == 300, "31 days at 10 kr, provisionally"
    assert (await office.statement(case, "2027-01-31"))["is_provisional"] is True
    assert await office.differences() == []
    publish("3.00")
    assert (await office.statement(case, "2027-01-31"))["total_remaining_interest_amount"] == 331, "31 days at 11 kr"
    assert (await office.case(case))["total_remaining_interest_amount"] == 300, "a case shows what is booked"
    assert await office.differences() == [], "and that is no difference"
    await office.pay(case, 10, "2027-02-10")
    assert (await office.case(case))["total_remaining_interest_amount"] == 431, "41 days at 11 kr, 20 kr paid"
    async with office.app.database.connection() as connection:
        booked = await connection.fetchval(
            """select sum((entry ->> 'amount')::bigint) from bookings, jsonb_array_elements(entries) entry
               where case_id = $1 and entry ->> 'component' = 'interest'""",
            case,
        )
    assert booked == 431_00, "everything booked sums to what is owed"
    assert await office.differences() == []
