"""Find what is made: deliveries whose documents are there and that nobody let leave.

The code that makes a document lets its delivery leave in the same transaction. An earlier version of the service does not; it
may still run while it is replaced.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import change_found, fetch_locked, of_one_account
from fordran.store.rows.recordset import recordset

MOST = 500

_FOUND = f"""
select q.account_id, q.id from deliveries q
where q.status = 'queued' and q.made is null and {of_one_account("q")}
  and (q.envelope_id is not null or exists (
      select 1 from invoices i where i.account_id = q.account_id and i.id = q.invoice_id and i.print_id is not null))
order by q.account_id, q.id limit $1 for update of q skip locked
"""


class _FoundRow(TypedDict):
    account_id: str
    id: str


_LET_LEAVE = f"""
update deliveries q set made = $1, revision = q.revision + 1
from {recordset(_FoundRow, 2, "g")} where q.account_id = g.account_id and q.id = g.id
"""


async def find_made(tx: Connection, now: datetime) -> int:
    """Let made documents leave, where nobody did; return how many there were."""
    found = await fetch_locked(tx, _FoundRow, _FOUND, MOST)
    await change_found(tx, _LET_LEAVE, found, now)
    return len(found)
