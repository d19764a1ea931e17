"""An invoice of the operator, as a version without deliveries made it."""

from __future__ import annotations

from datetime import date

from fordran import clock
from fordran.resources.operator_invoices import OPERATOR_INVOICES
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert, tally
from tests.api.world import World


async def issued(world: World, account: str, creditor: str, number: int) -> tuple[str, str]:
    """The ids of an invoice that a version without deliveries made, and of its document."""
    document = new_id()
    row = {
        "account_id": account,
        "id": (id_ := new_id()),
        "created": clock.now(),
        "updated": clock.now(),
        "creditor_id": creditor,
        "number": number,
        "period_start_date": date(2026, 2 + number % 11, 1),
        "period_end_date": date(2026, 12, 31),
        "invoice_date": date(2026, 12, 31),
        "due_date": date(2027, 1, 30),
        "lines": [{"article": "debt_collection", "count": 1, "amount": 180}],
        "kept_amount": 180_00,
        "net_amount": 180_00,
        "vat_percent": 25,
        "vat_amount": 45_00,
        "settled_amount": 0,
        "fee_vat": "on_top",
        "settle_fees": "net",
        "taxation": "swedish",
        "document_id": document,
        "bookings": 0,
        "head_hash": "",
    }
    file = {
        "account_id": account,
        "id": document,
        "created": clock.now(),
        "creditor_id": creditor,
        "filename": f"faktura-{number}.pdf",
        "content_type": "application/pdf",
        "size": 1,
        "sha256": b"0" * 32,
    }
    async with world.database.transaction() as tx:
        await insert(tx, "media_files", file)
        await insert(tx, "operator_invoices", row)
        partner = await tx.fetchval("select partner_id from accounts where id = $1", account)
        await tally(tx, OPERATOR_INVOICES, partner=partner, account=account, creditor=creditor)
    return id_, document
