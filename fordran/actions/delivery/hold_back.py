"""Hold back: an invoice that has not left does not leave once its case was taken back or credited whole, or was
against the wrong person.

Nor does the credit invoice of one that never left: the customer would hear twice of what it owes nothing for.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import change_found, fetch_locked, of_one_account
from fordran.store.rows.recordset import recordset

MOST = 500

HELD_BACK = """(
    coalesce(k.close_reason, '') in ('cancelled', 'credited', 'wrong_person')
    and (q.kind = 'invoice' or not exists (
        select 1 from deliveries o where o.account_id = q.account_id and o.case_id = q.case_id and o.kind = 'invoice'
        and o.status in ('sent', 'delivered', 'not_ours', 'shown'))))"""
"""Whether an invoice's delivery `q`, of a case `k`, is no longer to leave. What is paid is sent all the same, as a receipt;
a credit invoice leaves if its invoice has left, or if we do not send its invoice."""

# Deliveries that are being handed over are waited for.
_FOUND = f"""
select q.account_id, q.id, k.close_reason from deliveries q
join cases k on k.account_id = q.account_id and k.id = q.case_id
where q.status = 'queued' and q.claimed_until is null and q.invoice_id is not null and {of_one_account("q")} and {HELD_BACK}
order by q.account_id, q.id limit $1 for update of q skip locked
"""


class _FoundRow(TypedDict):
    account_id: str
    id: str
    close_reason: str


_HOLD_BACK = f"""
update deliveries q set status = 'failed', updated = $1, revision = q.revision + 1,
    reason = 'held back: the case was closed as ' || g.close_reason || ' before it left'
from {recordset(_FoundRow, 2, "g")} where q.account_id = g.account_id and q.id = g.id
"""


async def hold_back_deliveries(tx: Connection, now: datetime) -> int:
    """Hold back invoices that were cancelled or credited before they left; return how many."""
    found = await fetch_locked(tx, _FoundRow, _FOUND, MOST)
    await change_found(tx, _HOLD_BACK, found, now)
    return len(found)
