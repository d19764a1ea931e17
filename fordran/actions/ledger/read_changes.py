"""The feed of changes: cases of an account's ledgers that have changed, and payouts to them, in the order of the events."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.formats.ledger_contract import LedgerChanges
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import CREDITOR, Caller


class _ChangeRow(TypedDict):
    position: int
    created: datetime
    company: str
    kind: str
    ref: str


_CHANGES = """
select e.position, e.created, n.company, 'case' as kind, c.case_ref as ref from events e
join ledger_cases c on c.account_id = e.account_id and c.case_id = e.case_id
join ledger_connections n on n.account_id = c.account_id and n.id = c.connection_id
where e.account_id = $1 and e.position > $2 and ($4::text[] is null or n.creditor_id = any($4))
union all
select e.position, e.created, n.company, 'settlement', e.data ->> 'payout' from events e
join ledger_connections n on n.account_id = e.account_id and n.creditor_id = e.creditor_id
where e.account_id = $1 and e.position > $2 and e.type = 'payout.exported'
  and ($4::text[] is null or n.creditor_id = any($4))
order by position limit $3
"""


async def read_changes(connection: Connection, caller: Caller, given: LedgerChanges) -> dict[str, Any]:
    """The changes after a position that are the caller's, the first one first. Committed events are numbered first."""
    await sequence_events(connection)
    limit = given.limit
    creditors = list(caller.creditors) if caller.level == CREDITOR else None
    values = (caller.account, int(given.after or 0), limit + 1, creditors)
    rows = await fetch_rows(connection, _ChangeRow, _CHANGES, *values)
    shown = rows[:limit]
    return {
        "changes": [
            {
                "seq": str(row["position"]),
                "companyRef": row["company"],
                "kind": row["kind"],
                "ref": row["ref"],
                "changedAt": row["created"].isoformat(),
            }
            for row in shown
        ],
        "next": str(shown[-1]["position"]) if len(rows) > limit else None,
    }
