"""Note a delivery report: it names a notice by a key that nobody else knows, and the provider's id of it."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran.formats.sms import DeliveryReport
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.upkeep.installation import business_now


class _NoticeRow(TypedDict):
    account_id: str
    id: str
    status: str
    provider_id: str | None


_OF = f"""
select n.account_id, n.id, n.status, n.provider_id from sms_notices n
where n.callback_key = $1 and {of_one_account("n")} for update
"""


async def note_report(tx: Connection, key: str, report: DeliveryReport, now: datetime) -> bool:
    """Note it; False where there is no such notice. A notice that has arrived or failed stays so."""
    rows = await fetch_locked(tx, _NoticeRow, _OF, key)
    if not rows or rows[0]["provider_id"] not in (None, report.id):
        return False
    row = rows[0]
    if row["status"] in ("delivered", "failed") or report.status == "sent":
        return True
    await tx.execute(
        """update sms_notices set status = $3::text, delivered = case when $3::text = 'delivered' then $4::timestamptz end,
               reason = case when $3::text = 'failed' then 'the operator could not deliver it' end, provider_id = $5,
               claimed_until = null, updated = $6, revision = revision + 1
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        report.status,
        await business_now(tx, now),
        report.id,
        now,
    )
    return True
