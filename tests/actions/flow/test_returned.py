"""A letter that came back interrupts no limitation: it did not reach the debtor, preskriptionslag (1981:130) 5 §."""

from __future__ import annotations

from datetime import date

import pytest

from fordran.shape.wire import parsed
from tests.actions.flow.days import Days
from tests.actions.flow.test_dispatch import SUNDAY, reached_by, registered
from tests.actions.office import Office

MONDAY = date(2026, 10, 5)


@pytest.mark.parametrize(("address", "counted"), [("kim@kund.example", ["2026-10-05"]), ("kim@bounce.example", [])])
async def test_only_a_letter_that_did_not_come_back_counts_towards_limitation(
    office: Office, days: Days, address: str, counted: list[str]
) -> None:
    case = await registered(office, days, SUNDAY, 720 + len(counted))
    await reached_by(office, case, address)
    await days.work(MONDAY)
    async with days.transaction() as tx:
        demands = await tx.fetchval("select flow -> 'demands' from cases where id = $1", case)
    assert (parsed(demands) if demands is not None else []) == counted
