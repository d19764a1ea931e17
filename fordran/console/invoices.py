"""Invoices: what was invoiced, how it was sent, and what has become of it."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.registrations.print_invoice import print_invoice
from fordran.console.listing import listed
from fordran.console.terms import STATUS_KINDS, STATUSES
from fordran.outside.media import MediaFolder
from fordran.resources.invoices import INVOICES
from fordran.shape.wire import parsed
from fordran.store.reading.listing import Document
from fordran.store.rows.rows import find
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


async def invoices_page(visit: Visit) -> Response:
    """The latest first, of one creditor or of all."""
    where: dict[str, Any] = {name: visit.query[name] for name in ("creditor", "customer") if visit.query.get(name)}
    async with visit.database.connection() as connection:
        invoices, pager = await listed(visit, connection, INVOICES, where or None)
    return visit.render(
        "invoices.html",
        invoices=[_with_file(invoice) for invoice in invoices],
        pager=pager,
        statuses=STATUSES,
        status_kinds=STATUS_KINDS,
    )


async def invoice_page(visit: Visit) -> Response:
    """An invoice, which is printed where it has not been yet, as it is when the interface is asked for it."""
    invoice = await _found(visit)
    if "print" not in invoice:
        media = MediaFolder(visit.settings.data / "media")
        async with visit.database.transaction() as tx:
            await print_invoice(tx, media.put, visit.settings.operator, invoice["_id"], clock.now())
        invoice = await _found(visit)
    visit.note_reading(INVOICES.name, invoice["_id"])
    return visit.render(
        "invoice.html",
        invoice=_with_file(invoice),
        rows=parsed(invoice["matrix"]) if invoice.get("matrix") else [],
        statuses=STATUSES,
        status_kinds=STATUS_KINDS,
    )


async def _found(visit: Visit) -> Document:
    async with visit.database.connection() as connection:
        item = await find(connection, INVOICES, visit.signed_in, visit.path["id"])
    if item is None:
        raise NoSuchPage
    return item.document


def _with_file(invoice: Document) -> Document:
    document = parsed(invoice["print_document"]) if invoice.get("print_document") else {}
    return invoice | {"file": document.get("id")}
