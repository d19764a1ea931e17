"""Reverse reminder fees of open cases whose creditor no longer attests that the fee was agreed on."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import CASE_ROWS, FlowingCase, flowing
from fordran.actions.cases.situation import FlowingRow
from fordran.actions.letters.letter_checks import own_reminder_fees
from fordran.actions.letters.letter_not_left import withdraw_fees
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere
from fordran.store.connections.typed_rows import fetch_rows

AT_A_TIME = 100

_FIRST = "select account_id, id from creditors where reminder_fees_to_reverse order by id limit 1"
_CREDITOR = """
select reminder_fees_reversed_to from creditors where account_id = $1 and id = $2 and reminder_fees_to_reverse
for update skip locked
"""
_CASES = f"""
{CASE_ROWS} where k.account_id = $1 and k.creditor_id = $2 and k.id > $3 and k.closed is null
  and k.particulars ? 'rules_day' and k.facts @> '[{{"kind": "fee", "article": "reminder"}}]'
order by k.id limit {AT_A_TIME} for update of k
"""


async def reverse_reminder_fees(tx: Connection, now: datetime) -> int:
    """Reverse the fees of some cases of a creditor; how many cases were looked at, 0 when no creditor is left."""
    first = await tx.fetchrow(_FIRST)
    if first is None:
        return 0
    account, id_ = first["account_id"], first["id"]
    creditor = await tx.fetchrow(_CREDITOR, account, id_)
    if creditor is None:
        return 0  # another worker has it
    rows = await fetch_rows(
        tx, FlowingRow, everywhere(tx, _CASES, 1), account, id_, creditor["reminder_fees_reversed_to"] or ""
    )
    for row in rows:
        await _reverse(tx, await flowing(tx, row, now), now)
    is_done = len(rows) < AT_A_TIME
    await tx.execute(
        "update creditors set reminder_fees_to_reverse = $3, reminder_fees_reversed_to = $4 where account_id = $1 and id = $2",
        account,
        id_,
        None if is_done else True,
        None if is_done else rows[-1]["id"],
    )
    return len(rows) or 1


async def _reverse(tx: Connection, case: FlowingCase, now: datetime) -> None:
    """Let our reminder fees count as never charged, where nobody attests them: lag (1981:739) 2 §."""
    if case.settings.reminder_fee_agreed and case.situation().may_bear_reminder_fee:
        return
    fees = own_reminder_fees([stored.fact for stored in case.case.facts])
    if fees:
        await withdraw_fees(tx, case, [fee.id for fee in fees], now)
