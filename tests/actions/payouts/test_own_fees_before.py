"""Fees that were settled before what is left of them was paid out: the migration specifies them, in a database of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from fordran.api.app import Api
from fordran.store.upkeep.migrate import migrations
from tests.actions.payouts.payout_desk import open_desk
from tests.actions.payouts.test_own_fees import DECEMBER, NOVEMBER, SHARE, earn
from tests.citus.nodes import CLUSTER


@pytest.mark.skipif(bool(CLUSTER), reason="no cluster is as old as this migration")
async def test_fees_that_were_settled_before_there_were_such_payouts_are_specified_by_the_migration(
    app: Api, tmp_path: Path
) -> None:
    desk = await open_desk(app, tmp_path, **SHARE)
    case = await earn(desk, ("debt_collection", 180_00), ("reminder", 60_00))
    await earn(desk, ("enforcement", 300_00), ("enforcement", 380_00), ("attachment", 600_00))
    payment = await desk.paid(case, 10_00, NOVEMBER)
    await desk.taken_back(case, payment, 10_00, DECEMBER)
    (text,) = [text for name, text in migrations().items() if name.endswith("_own_money.sql")]
    statement = text[text.index("with settled as (") :].partition(";")[0]
    mine = """
        select case_id, booking_id, payment_id, settles, settled_type, bank_date, booking_date, article, amount, vat_amount,
               invoice_number, creditor_id
        from payout_specifications where finance_category = 'operator_fees' order by booking_id, settles, amount
    """
    async with desk.database.transaction() as tx:
        made = await tx.fetch(mine)
        gone = await tx.fetchval(
            """with gone as (delete from payout_specifications where finance_category = 'operator_fees' returning 1)
               select count(*) from gone"""
        )
        await tx.execute(
            "insert into tally_changes (resource, documents) values ('finance--payout-specifications', $1)", -gone
        )
        await tx.execute(statement)
        assert gone == len(made) > 4
        assert await tx.fetch(mine) == made
    assert await desk.office.differences() == []
