"""The feed of changes: which cases of the ledgers of an account have changed, in the order of the stream of events."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.formats.ledger_contract import LedgerChanges
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


class _ChangeRow(TypedDict):
    position: int
    created: datetime
    company: str
    case_ref: str


_CHANGES = """
select e.position, e.created, n.company, c.case_ref from events e
join ledger_cases c on c.account_id = e.account_id and c.case_id = e.case_id
join ledger_connections n on n.account_id = c.account_id and n.id = c.connection_id
where e.account_id = $1 and e.position > $2 order by e.position limit $3
"""


async def read_changes(connection: Connection, account: str, given: LedgerChanges) -> dict[str, Any]:
    """The changes after a position, the first one first. Committed events are numbered first."""
    await sequence_events(connection)
    limit = given.limit
    rows = await fetch_rows(connection, _ChangeRow, _CHANGES, account, int(given.after or 0), limit + 1)
    shown = rows[:limit]
    return {
        "changes": [
            {
                "seq": str(row["position"]),
                "companyRef": row["company"],
                "kind": "case",
                "ref": row["case_ref"],
                "changedAt": row["created"].isoformat(),
            }
            for row in shown
        ],
        "next": str(shown[-1]["position"]) if len(rows) > limit else None,
    }
