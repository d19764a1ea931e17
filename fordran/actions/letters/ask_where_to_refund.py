"""Ask where to refund: a payer who is owed money, and whose account is unknown, gets one letter each time this occurs."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import CaseRow

AT_A_TIME = 100


# The item on the work list is what a letter is for, and names it. A person whose data is erased cannot be asked.
_UNASKED = """
select k.account_id, k.creditor_id, k.id from cases k
where k.refund_amount > 0 and k.erasure is null and exists (
    select 1 from work_items w where w.account_id = k.account_id and w.case_id = k.id and w.letter_id is null
      and w.resolved is null and w.kind in ('refund_owed', 'refund_returned') and w.message ->> 'code' = any($1::text[]))
"""
_TO_ASK = f"{_UNASKED} order by k.account_id, k.id limit $2"
_STILL_TO_ASK = f"{_UNASKED} and k.account_id = $2 and k.id = $3"
_REASONS = ["work.refund_without_account", "work.refund_came_back"]


async def ask_where_to_refund(tx: Connection, now: datetime) -> int:
    """Queue the letters of some cases; return how many, 0 when all are asked."""
    rows = await fetch_rows(tx, CaseRow, _TO_ASK, _REASONS, AT_A_TIME)
    for row in rows:
        await _ask(tx, row, now)
    return len(rows)


async def _ask(tx: Connection, row: CaseRow, now: datetime) -> None:
    flowing = await lock_flowing(tx, row["id"], row["creditor_id"], row["account_id"], now)
    assert flowing is not None
    if not await fetch_rows(tx, CaseRow, _STILL_TO_ASK, _REASONS, row["account_id"], row["id"]):
        return  # asked by another, or paid back, while we waited for it
    letter = LetterWanted(flowing, "refund_notice")
    await queue_letters(tx, [letter], now)
    await tx.execute(
        """update work_items set letter_id = $3, revision = revision + 1, updated = greatest(updated, $4)
           where account_id = $1 and case_id = $2 and letter_id is null and resolved is null
             and kind in ('refund_owed', 'refund_returned')""",
        row["account_id"],
        row["id"],
        letter.id,
        now,
    )
