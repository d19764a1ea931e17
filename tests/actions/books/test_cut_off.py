"""Cut-off at a year's end: what the bank and the books had on different sides of it."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.books.cut_off import cut_off
from fordran.actions.books.ledger import vouchers
from fordran.api.app import Api
from fordran.domain.books.journal import CLIENT_FUNDS
from tests.actions.books.test_close_period import close
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk

YEAR_END, NEW_YEAR = date(2026, 12, 31), date(2027, 1, 1)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path, case_config={"payout_frequency": "daily"})


async def rows(desk: PayoutDesk, at: date) -> list[tuple[Any, ...]]:
    async with desk.database.transaction() as tx:
        return list((await cut_off(tx, at)).rows)


async def by_bank_date(desk: PayoutDesk, at: date) -> int:
    """The balance of 1990 at the end of a day, of the ledger's own days."""
    async with desk.database.transaction() as tx:
        made = await vouchers(tx, date(2020, 1, 1), date(2030, 1, 1))
    return sum(amount for one in made if one.own_day <= at for account, amount in one.rows if account == CLIENT_FUNDS)


async def by_booking_date(desk: PayoutDesk, at: date) -> int:
    async with desk.database.connection() as connection:
        found: int = await connection.fetchval(
            """select coalesce(sum(amount), 0)::bigint from (
                   select booked_on, unnest(ledger_accounts) as account, unnest(amounts) as amount from bookings
                   union all select booked_on, unnest(ledger_accounts), unnest(amounts) from payout_bookings) p
               where booked_on <= $1 and account = $2""",
            at,
            CLIENT_FUNDS,
        )
    return found


async def test_money_across_the_years_end_is_shown_on_both_sides(desk: PayoutDesk) -> None:
    case = await desk.debt(1000)
    await desk.paid(case, 300_00, date(2026, 12, 30))
    await desk.prepare(YEAR_END)
    await desk.export(YEAR_END)
    late = date(2027, 1, 4)
    await desk.paid(case, 200_00, date(2026, 12, 30), booked_on=late)
    found = await rows(desk, YEAR_END)
    came = (date(2026, 12, 30), late, date(2026, 12, 30))
    assert [row for row in found if row[1] == late] == [
        (*came, "received", 200_00, 200_00),
        (*came, "settled", 200_00, 0),
    ]
    ordered = [row for row in found if row[1] <= YEAR_END]
    assert ordered == [(late, YEAR_END, late, "paid_out", 300_00, -300_00)], "banks are closed until then"
    across = sum(row[5] if row[0] <= YEAR_END else -row[5] for row in found)
    assert await by_bank_date(desk, YEAR_END) == await by_booking_date(desk, YEAR_END) + across
    assert await rows(desk, date(2026, 6, 30)) == []


async def test_money_of_a_closed_year_is_dated_in_the_new_one(desk: PayoutDesk) -> None:
    # The first test left the books of the year open.
    await close(desk, date(2026, 12, 1), date(2027, 1, 10))
    case = await desk.debt(1000)
    await desk.paid(case, 70_00, date(2026, 12, 29), booked_on=NEW_YEAR + timedelta(days=19))
    found = [row for row in await rows(desk, YEAR_END) if row[4] == 70_00 and row[3] == "received"]
    assert found == [(date(2026, 12, 29), date(2027, 1, 20), NEW_YEAR, "received", 70_00, 70_00)]
