"""Confirm closings: a debtor who has paid after a collection demand gets one letter that the matter is over."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.cases.move_case import lock_flowing, save
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.domain.claims.facts import Fee
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import CaseRow
from fordran.store.upkeep.installation import business_day

AT_A_TIME = 100
WITHIN = timedelta(days=30)
"""A closing is of the day on which the money was paid, of which the bank may tell later. One from before that is left alone."""


# As the index `cases_to_confirm` has it.
_TO_CONFIRM = """
select k.account_id, k.creditor_id, k.id from cases k
where k.closed >= $1::date and k.close_reason = 'paid' and k.erasure is null and k.flow -> 'sent' ? 'debt_collection'
  and not k.flow ? 'confirmed'
order by k.closed, k.id limit $2
"""


async def confirm_closings(tx: Connection, now: datetime) -> int:
    """Queue the confirmations of some cases; return how many, 0 when all are confirmed."""
    today = await business_day(tx, now)
    rows = await fetch_rows(tx, CaseRow, _TO_CONFIRM, today - WITHIN, AT_A_TIME)
    for row in rows:
        await _confirm(tx, row, today, now)
    return len(rows)


async def _confirm(tx: Connection, row: CaseRow, today: date, now: datetime) -> None:
    flowing = await lock_flowing(tx, row["id"], row["creditor_id"], row["account_id"], now)
    assert flowing is not None
    if flowing.row["close_reason"] != "paid" or flowing.flow.confirmed:
        return  # reopened, or confirmed by another, while we waited for it
    flowing.flow.confirmed = today.isoformat()
    await save(tx, [flowing], now)
    void = void_costs(flowing.case)
    details = {"reason": "paid"} | ({"void_costs": void} if void else {})
    await queue_letters(tx, [LetterWanted(flowing, "closing", details=details)], now)


def void_costs(case: LockedCase) -> int:
    """The costs of applications that a case does not bear: all was paid before they were sent, inkassolag (1974:182) 4 §."""
    owed = {line.fact for line in case.before.lines if line.kind == "added"}
    fees = [stored.fact for stored in case.facts if isinstance(stored.fact, Fee)]
    return sum(
        fee.amount
        for fee in fees
        if fee.article == "enforcement" and fee.withdrawn_on is None and fee.reversed_on is None and fee.id not in owed
    )
