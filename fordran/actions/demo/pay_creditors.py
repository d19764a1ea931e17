"""Pay the creditors of an invented business: what the demo's finance person does each week of its year."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.demo.staff import PEOPLE, demo_people
from fordran.actions.payouts.approve_payout import approve_payout
from fordran.actions.payouts.export_payouts import Exporter, export_step
from fordran.resources.finance_payouts import ApproveInput
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import OPERATOR, Caller


async def pay_creditors(tx: Connection, exporter: Exporter, now: datetime) -> None:
    """Approve what waits for it, and write the order."""
    finance = Caller(user=(await demo_people(tx))["finance"], name=PEOPLE["finance"][0], level=OPERATOR)
    waiting = await tx.fetch(
        """select _id from fordran_api.finance_payouts
           where ready_for_payout and payout_date is null and approvals_missing > 0 order by _id"""
    )
    for row in waiting:
        await approve_payout(tx, finance, row["_id"], ApproveInput(), now)
    is_unfinished = True
    while is_unfinished:
        is_unfinished = isinstance(await export_step(tx, exporter, now), str)
