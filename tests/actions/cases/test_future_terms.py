"""Terms that are decided for a later day, in the running service: settings, statements, letters and simulations."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from fordran import clock
from fordran.actions.demo.simulate import simulate
from fordran.actions.law.law_rows import GivenLawRow, propose_law_row
from fordran.operator import Operator
from fordran.store.connections.clock_lock import holding_the_clock
from tests.actions.flow.days import Days
from tests.actions.office import Office
from tests.conftest import copy_database, execute, named
from tests.dated_terms import decided

BEGINS = date(2026, 3, 4)
TRIED = "jfr utsökningsbalken 13 kap. 20 a § (rad på prov från 2026-03-04)"


async def setting(office: Office, case: str, name: str) -> Any:
    return (await office.get(f"cases/{case}/settings"))["settings"][name]["value"]


async def test_a_demand_and_its_setting_have_the_days_of_the_day(office: Office, days: Days) -> None:
    with decided(BEGINS, shortest_demand_days=21):
        given = {}
        for leaves in (date(2026, 3, 3), BEGINS):
            days.at(leaves - timedelta(days=1))
            case = await office.register_debt(1000, invoice_date="2026-01-02")
            await days.work(leaves)
            (letter,) = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
            given[leaves] = (await setting(office, case, "debt_collection_pay_days"), letter["pay_by"])
        assert given == {
            date(2026, 3, 3): (10, "Fri, 13 Mar 2026 00:00:00 GMT"),
            BEGINS: (21, "Wed, 25 Mar 2026 00:00:00 GMT"),
        }
        assert await office.differences() == []


async def test_a_statement_has_the_points_of_each_day(office: Office, days: Days) -> None:
    days.at(date(2026, 3, 2))
    case = await office.register_debt(100_000, invoice_date="2026-01-02")
    ask = [BEGINS - timedelta(days=1), BEGINS, date(2026, 3, 14)]
    own = [(await office.statement(case, at))["total_remaining_interest_amount"] for at in ask]
    with decided(BEGINS, points_above_reference_rate=9):
        new = [(await office.statement(case, at))["total_remaining_interest_amount"] for at in ask]
    assert new[0] == own[0]
    # Each sum is rounded by itself, so that they may be an öre further apart, or nearer.
    for place, later in ((1, 1), (2, 11)):
        assert abs(new[place] - own[place] - later * 100_000 / 100 / 365) <= 0.01


@pytest.mark.parametrize(("paid_on", "status"), [("2026-03-03", "debt_collection_active"), ("2026-03-04", "paid")])
async def test_a_rest_is_small_by_the_row_of_the_day_on_which_it_is_paid(
    office: Office, days: Days, paid_on: str, status: str
) -> None:
    days.at(date(2026, 3, 1))
    case = await office.register_debt(1000, invoice_date="2026-01-02", interest_days_after_invoice_date=300)
    async with days.transaction() as tx:
        await propose_law_row(tx, GivenLawRow("write_off_below", BEGINS, 40_00), None, clock.now())
    assert await setting(office, case, "write_off_below") == 25
    await days.work(date(2026, 3, 2))
    days.at(date(2026, 3, 5))
    assert await setting(office, case, "write_off_below") == 40
    owed = (await office.statement(case))["total_remaining_transaction_amount"]
    await office.pay(case, owed - 30, paid_on)
    assert (await office.case(case))["status"] == status
    laws = {line["law"] for line in (await office.statement(case))["lines"] if line["amount"] < 0}
    assert (TRIED in laws) is (status == "paid")
    assert await office.differences() == []


async def test_a_simulation_is_the_same_up_to_the_day_and_another_after_it(server: str, template: str) -> None:
    now, ahead = datetime(2026, 9, 1, 9, 0, tzinfo=UTC), 40
    journals = []
    for number, begins in enumerate((None, now.date() + timedelta(days=ahead + 1), now.date() + timedelta(days=3))):
        name = f"ahead_{number}"
        await copy_database(server, name, template)
        new_law = nullcontext() if begins is None else decided(begins, shortest_demand_days=21)
        with new_law:
            async with holding_the_clock(named(server, name)) as begin:
                found = await simulate(begin, {}.__setitem__, Operator(), now, ahead, 21)
        journals.append(found.journal_sha256)
        await execute(server, f"drop database {name} with (force)")
    own, later, sooner = journals
    assert later == own
    assert sooner != own
