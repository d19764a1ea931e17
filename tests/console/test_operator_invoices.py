"""The list of the operator's invoices: for staff and for the creditor that is billed, each with its document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date

from fordran import clock
from fordran.resources.operator_invoices import OPERATOR_INVOICES
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert, tally
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def test_an_invoice_is_listed_for_staff_and_for_its_creditor(browse: Browse, world: World) -> None:
    account, creditor, document = world.account.id, world.creditor.id, new_id()
    row = {
        "account_id": account,
        "id": new_id(),
        "created": clock.now(),
        "updated": clock.now(),
        "creditor_id": creditor,
        "number": 4711,
        "period_start_date": date(2026, 12, 1),
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
        "filename": "faktura-4711.pdf",
        "content_type": "application/pdf",
        "size": 1,
        "sha256": b"0" * 32,
    }
    async with world.database.transaction() as tx:
        await insert(tx, "media_files", file)
        await insert(tx, "operator_invoices", row)
        partner = await tx.fetchval("select partner_id from accounts where id = $1", account)
        await tally(tx, OPERATOR_INVOICES, partner=partner, account=account, creditor=creditor)
    for name in ("finance", "creditor_user"):
        page = await (await browse(name)).get("/console/operator-invoices")
        assert page.h1 == "Våra fakturor"
        (listed,) = [row for row in page.tree.xpath("//main//table//tbody/tr") if "4711" in row.text_content()]
        shown = " ".join(listed.text_content().split())
        assert "4711" in shown
        assert "Obetald" in shown
        assert "225,00" in shown
        assert listed.xpath(f".//a[@href='/console/files/{document}']")
