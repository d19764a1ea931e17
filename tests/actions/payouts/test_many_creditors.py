"""An account with many creditors: what each is owed is found by who it is, and not by holding it against all others."""

from __future__ import annotations

from datetime import date

import pytest

from fordran import clock
from fordran.actions.payouts.fill_payouts import PUT_INTO, PUT_INTO_BY_INVOICE
from fordran.api.app import Api
from tests.citus.nodes import plans_of_one_server


@plans_of_one_server
@pytest.mark.parametrize("statement", [PUT_INTO, PUT_INTO_BY_INVOICE])
async def test_a_specification_finds_its_payout_by_all_that_says_which(app: Api, statement: str) -> None:
    ids = ["0" * 24]
    async with app.database.transaction() as tx:
        await tx.execute("set local enable_nestloop = off")
        given = ("0" * 24, clock.now(), ids, ids, ["capital"], [date(2026, 11, 16)], ids)
        plan = "\n".join(row[0] for row in await tx.fetch(f"explain {statement}", *given))
    (joined,) = (line for line in plan.splitlines() if "Hash Cond" in line or "Merge Cond" in line)
    for column in ("creditor_id", "finance_category", "booking_date"):
        assert f"s.{column}" in joined, plan
