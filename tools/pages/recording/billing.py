"""What is recorded of the operator's invoices to creditors."""

from __future__ import annotations

from datetime import date

from fordran.domain.books.chain import GENESIS
from fordran.resources.operator_invoices import OPERATOR_INVOICES
from fordran.shape.moments import midnight, rfc_1123
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert, tally
from tools.pages.recording.cases import Owner
from tools.pages.recording.place import TODAY, Place
from tools.pages.recording.tape import Tape


async def be_billed(tape: Tape, place: Place, owner: Owner) -> None:
    """An invoice for the fees of a month, which the creditor paid in part. The recording is of a day before fees are invoiced."""
    invoice = new_id()
    row = {
        "account_id": owner.account,
        "id": invoice,
        "created": TODAY,
        "updated": TODAY,
        "creditor_id": owner.creditor,
        "number": 1,
        "period_start_date": date(2026, 5, 1),
        "period_end_date": date(2026, 5, 31),
        "invoice_date": date(2026, 5, 31),
        "due_date": date(2026, 6, 30),
        "lines": [
            {"article": "debt_collection", "count": 3, "amount": 540},
            {"article": "reminder", "count": 1, "amount": -60, "credits": ["1"]},
        ],
        "kept_amount": 480_00,
        "net_amount": 480_00,
        "vat_percent": 25,
        "vat_amount": 120_00,
        "settled_amount": 0,
        "fee_vat": "on_top",
        "settle_fees": "invoice",
        "taxation": "swedish",
        "bookings": 0,
        "head_hash": GENESIS,
        "outlay_amount": 300_00,
    }
    async with place.database.transaction() as tx:
        case = await tx.fetchval("select min(id) from cases where creditor_id = $1", owner.creditor)
        paid = {"case": case, "outlay": case, "date": rfc_1123(midnight(date(2026, 5, 4))), "amount": 300}
        file = await tx.fetchval("select min(id) from media_files where account_id = $1", owner.account)
        await insert(tx, "operator_invoices", row | {"document_id": file, "ubl_id": file, "outlays": [paid]})
        partner = await tx.fetchval("select partner_id from accounts where id = $1", owner.account)
        await tally(tx, OPERATOR_INVOICES, partner=partner, account=owner.account, creditor=owner.creditor)
    await tape.do("POST /operator--invoices/{id}/paid", invoice, body={"amount": 100, "date": "2026-06-15"})
