"""Whether a claim is for a parking belongs to the claim, and not to whoever owns the car."""

from __future__ import annotations

from datetime import date

from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office


async def test_another_claim_on_somebody_who_parked_is_no_parking(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    parked = person(31) | {"car_registration": {"number": "ABC 123"}}
    invoice = office.invoice_body(500.0, invoice_date="2026-09-01", invoice_due_date="2026-10-01", customer=parked)
    await office.post("invoice--registrations", invoice)
    debt = office.debt(1000, invoice_date="2026-07-16")
    body = office.case_body(debt, customer=person(31), first_action="debt_collection")
    (case,) = (await office.post("case--registrations", body))["_cases"]
    await days.work(date(2026, 9, 2))
    # Lag (1984:318) 8 § has a parking fee reminded of before it is collected; this is none.
    assert (await office.case(case))["state"] == "debt_collection"
