"""A receipt of an e-invoice: what was accepted is delivered, what was rejected goes the next way."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

from fordran.actions.delivery.claimed import COLUMNS, ClaimedDeliveryRow
from fordran.actions.delivery.next_way import next_way
from fordran.actions.delivery.note_outcome import Counts
from fordran.actions.put_aside import put_account_aside
from fordran.formats.e_invoices.receipts import (
    ACCEPTED,
    MOST_BYTES,
    REJECTED,
    BadReceipt,
    EInvoiceReceipt,
    read_receipt,
)
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.upkeep.installation import business_now

MOST_OF_RECEIPT = MOST_BYTES
"""A file with more is no receipt."""

Seen: TypeAlias = Literal["noted", "known", "unknown"]

# By the id that we gave its file, else by the invoice's number and its seller's. An operator invoice's seller is the operator.
_OF = f"""
select {COLUMNS} from deliveries q
join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
join creditors d on d.account_id = q.account_id and d.id = q.creditor_id
where q.channel = 'e_invoice' and q.status in ('queued', 'sent', 'delivered') and (
    q.id = $1 or (i.invoice_number = $1 and ($2 = '' or right(regexp_replace(d.organization_no, '[^0-9]', '', 'g'), 10) = $2)))
union
select {COLUMNS} from deliveries q
join operator_invoices o on o.account_id = q.account_id and o.id = q.operator_invoice_id
where q.channel = 'e_invoice' and q.status in ('queued', 'sent', 'delivered')
  and (q.id = $1 or (o.number::text = $1 and $2 = any(array['', $3])))
order by id limit 2
"""
_LOCKED = f"""
select {COLUMNS} from deliveries q
where q.account_id = $1 and q.id = $2 and q.channel = 'e_invoice' and q.status in ('queued', 'sent', 'delivered') for update
"""
_GONE_ON = """
select exists (select 1 from deliveries q join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
               where (q.id = $1 or i.invoice_number = $1) and q.history @> '[{"channel": "e_invoice"}]')
    or exists (select 1 from deliveries q
               join operator_invoices o on o.account_id = q.account_id and o.id = q.operator_invoice_id
               where (q.id = $1 or o.number::text = $1) and q.history @> '[{"channel": "e_invoice"}]')
"""


async def take_receipt(tx: Connection, name: str, content: bytes, now: datetime, operator_no: str = "") -> bool:
    """Act on a receipt; False where nobody can, and it is put on the work list by its file's name."""
    try:
        seen = await note_receipt(tx, read_receipt(content), now, operator_no)
    except BadReceipt as bad:
        await _set_aside(tx, name, bad.reason, now)
        return False
    if seen == "unknown":
        await _set_aside(tx, name, "it is of no e-invoice that waits for one", now)
    return seen != "unknown"


async def note_receipt(tx: Connection, receipt: EInvoiceReceipt, now: datetime, operator_no: str = "") -> Seen:
    """Note what a receipt says; `unknown` where it is of nothing that was sent, or of more than one thing."""
    rows = await fetch_rows(
        tx, ClaimedDeliveryRow, _OF, receipt.document, _ten_digits(receipt.seller), _ten_digits(operator_no)
    )
    if len(rows) > 1:
        return "unknown"
    # Found first: the receipt does not name its account, and a row is locked where it lies.
    row = await fetch_row(tx, ClaimedDeliveryRow, _LOCKED, rows[0]["account_id"], rows[0]["id"]) if rows else None
    if row is None:
        return "known" if await tx.fetchval(_GONE_ON, receipt.document) else "unknown"
    then = await business_now(tx, now)
    counts = Counts()
    if receipt.code == REJECTED:
        why = f": {receipt.reason}" if receipt.reason else ""
        await next_way(tx, row, f"the receiver rejected it{why}", counts.happened, now, then)
    elif receipt.code == ACCEPTED and row["status"] == "sent":
        await _deliver(tx, row, now, then)
        counts.happened["e_invoice", "delivered"] += 1
    await counts.keep(tx, now)
    return "noted"


def _ten_digits(number: str) -> str:
    return "".join(sign for sign in number if sign.isdigit())[-10:]


async def _deliver(tx: Connection, row: ClaimedDeliveryRow, now: datetime, then: datetime) -> None:
    await tx.execute(
        """update deliveries set status = 'delivered', delivered = $3, updated = $4, revision = revision + 1
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        then,
        now,
    )


async def _set_aside(tx: Connection, name: str, reason: str, now: datetime) -> None:
    """Put a receipt that nobody can act on on the work list. Its account is unknown, so the first account gets it."""
    account: str | None = await tx.fetchval("select min(id) from accounts")
    if account is not None:
        await put_account_aside(tx, account, f"receipt {name}", reason, now)
