"""Let invoices that have not left go by Kivra, where it reaches their customers and nobody asked for another channel."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran.actions.cases.situation import KIVRA_NUMBER
from fordran.domain.kinds.channels import ContactDetails, Distribution
from fordran.domain.service.delivery import choose
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

AT_A_TIME = 500


class _QueuedRow(TypedDict):
    account_id: str
    id: str
    preferred: str | None
    customers: Distribution | None
    creditors: Distribution | None
    email: str | None
    e_invoice_address: str | None
    id_number: str
    is_company: bool
    kivra_number: str


# What was tried by Kivra has that in its history, and is left alone. The rows are not locked: who moves one asks again.
_WAITS = """q.status = 'queued' and q.channel in ('email', 'print') and q.attempts = 0 and q.claimed_until is null
      and q.batch is null and q.history = '[]'"""
_QUEUED = f"""
select f.* from (
    select q.account_id, q.id, i.preferred_invoice_distribution as preferred, s.invoice_distribution as customers,
           d.default_invoice_distribution as creditors, s.email, s.e_invoice_address, s.id_number, s.is_company,
           {KIVRA_NUMBER} as kivra_number
    from deliveries q
    join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
    join creditors d on d.account_id = q.account_id and d.id = q.creditor_id
    join customer_details s
      on s.account_id = q.account_id and s.customer_id = q.customer_id and s.creditor_id = q.creditor_id
    where {_WAITS}) f
where f.kivra_number is not null and f.id > $1 order by f.id limit {AT_A_TIME}
"""
_MOVE = f"""
update deliveries q set channel = 'kivra', ways = $3, reason = null, updated = $4, revision = q.revision + 1
where q.account_id = $1 and q.id = $2 and {_WAITS}
returning 1
"""


async def route_invoices(tx: Connection, now: datetime) -> int:
    """Move invoices to Kivra that wait for another channel by default; how many."""
    moved, last = 0, ""
    while rows := await fetch_rows(tx, _QueuedRow, _QUEUED, last):
        last = rows[-1]["id"]
        for row in rows:
            ways = choose(row["preferred"], row["customers"], row["creditors"], _reach(row)).ways
            if ways[:1] == ("kivra",):
                moved += await tx.fetchval(_MOVE, row["account_id"], row["id"], list(ways[1:]), now) or 0
    return moved


def _reach(row: _QueuedRow) -> ContactDetails:
    return ContactDetails(
        email=row["email"] or "",
        e_invoice_address=row["e_invoice_address"] or "",
        id_number=row["id_number"],
        is_company=row["is_company"],
        kivra_number=row["kivra_number"],
    )
