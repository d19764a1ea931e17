"""Rent is paid on the day on which the payer's bank had the order, where the bank's file names it."""

from __future__ import annotations

from datetime import date

import pytest

from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.flow.conftest import app, days, office, quiet, settings  # noqa: F401  (fixtures)
from tests.actions.flow.days import Days
from tests.actions.office import Office


@pytest.mark.parametrize(("kind", "day"), [("rent", "2026-09-25"), ("membership", "2026-09-30")])
async def test_the_order_day_of_the_file_counts_for_rent_alone(
    office: Office,  # noqa: F811
    days: Days,  # noqa: F811
    kind: str,
    day: str,
) -> None:
    hall = BankHall(office.app.database, office)
    days.at(date(2026, 9, 1))
    case, number = await hall.debt(1000, claim_kind=kind, invoice_date="2026-07-16")
    file = camt054(deposit(paid(400_00, number), day=date(2026, 9, 30)))
    end = b"</RmtInf>"
    assert file.count(end) == 1
    accepted = b"<RltdDts><AccptncDtTm>2026-09-25T22:00:00</AccptncDtTm></RltdDts>"
    days.at(date(2026, 10, 1))
    assert (await hall.bring(file.replace(end, end + accepted)))["matched"] == 1
    await days.work(date(2026, 10, 1), only=("settle bank payments",))
    lines = (await office.statement(case))["lines"]
    assert {line["date"] for line in lines if line["amount"] < 0} == {day}
    assert await office.differences() == []
