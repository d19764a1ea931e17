"""Outlays: what the operator pays to the authority is no cost of its own, and no income when it comes back."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from fordran.actions.books.ledger import vouchers
from fordran.actions.enforcements.open_outlays import outlays
from fordran.actions.reports.fees import fees
from tests.actions.enforcements.test_replies import reply, sent
from tests.actions.flow.days import Days
from tests.actions.office import APPLYING, Office
from tests.actions.payouts.payout_desk import PayoutDesk
from tests.actions.work.test_read_back import demanded

OUTLAYS, OWN_BANK, OWN_CLAIM, FEE_INCOME = 1681, 1930, 1685, 3590
ACCOUNTS = (OUTLAYS, OWN_BANK, OWN_CLAIM, FEE_INCOME)
PAID_ON = date(2026, 9, 19)


@pytest.fixture
async def desk(office: Office, tmp_path: Path) -> PayoutDesk:
    return PayoutDesk(office, tmp_path)


async def moved(desk: PayoutDesk, before: dict[int, int]) -> list[int]:
    balances = await desk.balances()
    return [balances[account] - before[account] for account in ACCOUNTS]


async def aged(office: Office, at: date) -> list[object]:
    """The number of a creditor's open outlays, their amounts by age, and the sum."""
    async with office.app.database.transaction() as tx:
        report = await outlays(tx, at, office.creditor)
    return [value for row in report.rows for value in row[2:]]


async def test_the_authority_is_paid_on_the_application_day(office: Office, desk: PayoutDesk, days: Days) -> None:
    before = await desk.balances()
    await sent(office, days)
    assert await moved(desk, before) == [300_00, -300_00, 0, 0]
    async with office.app.database.transaction() as tx:
        made = [one for one in await vouchers(tx, PAID_ON, PAID_ON) if one.kind == "outlays"]
    assert [one.rows for one in made] == [((OUTLAYS, 300_00), (OWN_BANK, -300_00))]
    assert await office.differences() == []


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (date(2026, 10, 19), [1, 300_00, 0, 0, 0, 300_00]),
        (date(2026, 10, 20), [1, 0, 300_00, 0, 0, 300_00]),
        (date(2026, 12, 18), [1, 0, 300_00, 0, 0, 300_00]),
        (date(2026, 12, 19), [1, 0, 0, 300_00, 0, 300_00]),
        (date(2027, 9, 19), [1, 0, 0, 300_00, 0, 300_00]),
        (date(2027, 9, 20), [1, 0, 0, 0, 300_00, 300_00]),
    ],
)
async def test_the_report_has_the_age_of_what_is_open(office: Office, days: Days, at: date, expected: object) -> None:
    await sent(office, days)
    assert await aged(office, at) == expected
    assert await aged(office, date(2026, 9, 1)) == []


async def test_what_the_debtor_repays_is_no_income(office: Office, desk: PayoutDesk, days: Days) -> None:
    case = await sent(office, days)
    before = await desk.balances()
    remaining = (await office.case(case))["total_remaining_transaction_amount"]
    day = date(2026, 10, 1)
    payment = await desk.paid(case, round(remaining * 100), day)
    assert await moved(desk, before) == [-300_00, 0, 860_00, -560_00], "180 + 380 are income, 300 came back"
    assert await aged(office, day) == []
    async with office.app.database.transaction() as tx:
        report = await fees(tx, day, day, office.creditor)
    assert report.total("fee_income") == 560_00
    await desk.taken_back(case, payment, round(remaining * 100), date(2026, 10, 5))
    assert await moved(desk, before) == [0, 0, 0, 0]
    assert await aged(office, date(2026, 10, 5)) == [1, 300_00, 0, 0, 0, 300_00]
    # The desk pays without a notice to the authority.
    assert [one for one in await office.differences() if one.what != "notices"] == []


async def test_the_outlay_stays_where_the_debtor_owes_it_no_longer(
    office: Office, desk: PayoutDesk, days: Days
) -> None:
    before = await desk.balances()
    case = await sent(office, days)
    await reply(office, case, reply="dismissed", date="2026-09-30")
    assert (await office.case(case))["total_remaining_costs_amount"] == 180
    assert await moved(desk, before) == [300_00, -300_00, 0, 0]
    assert await office.differences() == []


async def test_an_application_that_costs_the_debtor_nothing_is_paid_for(
    office: Office, desk: PayoutDesk, days: Days
) -> None:
    before = await desk.balances()
    await office.give_mandate()
    case = await demanded(office, days, case_settings=APPLYING | {"enforcement_fee": 0})
    await days.live(date(2026, 9, 25))
    assert (await office.case(case))["total_added_costs_amount"] == 180
    assert await moved(desk, before) == [300_00, -300_00, 0, 0]
    assert await office.differences() == []


async def test_the_yearly_fee_is_an_outlay_as_well(office: Office, desk: PayoutDesk, days: Days) -> None:
    case = await sent(office, days)
    before = await desk.balances()
    await reply(office, case, reply="verdict", date="2026-09-28")
    await reply(office, case, reply="execution", date="2026-09-29")
    await reply(office, case, reply="new_fee", date="2026-09-30")
    assert await moved(desk, before) == [600_00, -600_00, 0, 0]
    assert await aged(office, date(2026, 10, 1)) == [2, 900_00, 0, 0, 0, 900_00]
    assert await office.differences() == []


@pytest.mark.parametrize("order", [("2026-09-30", "2026-10-02"), ("2026-10-02", "2026-09-30")])
async def test_a_yearly_fee_that_is_told_twice_is_one_outlay(
    office: Office, desk: PayoutDesk, days: Days, order: tuple[str, str]
) -> None:
    case = await sent(office, days)
    before = await desk.balances()
    await reply(office, case, reply="verdict", date="2026-09-28")
    await reply(office, case, reply="execution", date="2026-09-29")
    days.at(date(2026, 10, 5))
    for day in order:
        await reply(office, case, reply="new_fee", date=day)
    assert await moved(desk, before) == [600_00, -600_00, 0, 0]
    assert await aged(office, date(2026, 10, 5)) == [2, 900_00, 0, 0, 0, 900_00]
    remaining = (await office.case(case))["total_remaining_transaction_amount"]
    await desk.paid(case, round(remaining * 100), date(2026, 10, 5))
    assert await aged(office, date(2026, 10, 5)) == []
    assert [one for one in await office.differences() if one.what != "notices"] == []
