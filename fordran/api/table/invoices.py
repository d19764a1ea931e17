"""Invoices: read, held and ended, and as e-invoices."""

from __future__ import annotations

from fordran import clock
from fordran.actions.operator_configured import operator_is_configured
from fordran.actions.printing.print_invoice import print_invoice
from fordran.api.endpoint import Endpoint
from fordran.api.http.request import Request
from fordran.api.roles import EVERYBODY
from fordran.api.serving.invoices import XML_TYPE, e_invoice_of, post_release, post_void
from fordran.api.serving.reading import item_of, list_of
from fordran.api.table.rows import Rows
from fordran.outside.media import Media
from fordran.resources.invoices import INVOICES, InvoiceActed, InvoiceReleaseInput, InvoiceVoidInput
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.store.reading.documents import Document


def invoices(settings: Settings, media: Media) -> Rows:
    """Invoices, of which one that is not yet printed is printed when it is read."""

    async def print_if_missing(_request: Request, database: Database, invoice: Document) -> bool:
        """The worker prints an invoice within moments; a caller that asks sooner need not wait for its turn."""
        if "print" in invoice:
            return False
        async with database.transaction() as tx:
            if not await operator_is_configured(tx, settings.operator):
                return False
            return await print_invoice(tx, media.put, settings.operator, invoice["_id"], clock.now())

    read_invoice = item_of(INVOICES, complete=print_if_missing)
    return (
        Endpoint("GET", "/invoices", list_of(INVOICES), "List invoices.", EVERYBODY, INVOICES),
        Endpoint("GET", "/invoices/{id}", read_invoice, "Read one of invoices.", EVERYBODY, INVOICES),
        Endpoint(
            "GET",
            "/invoices/{id}/ubl",
            e_invoice_of(settings.operator),
            "An invoice as a Peppol e-invoice, UBL 2.1.",
            EVERYBODY,
            INVOICES,
            answers_as=XML_TYPE,
            refuses=(409,),
        ),
        Endpoint(
            "POST",
            "/invoices/{id}/release",
            post_release,
            "Let an invoice leave that was held.",
            EVERYBODY,
            INVOICES,
            takes=InvoiceReleaseInput,
            answers=InvoiceActed,
            sends=True,
        ),
        Endpoint(
            "POST",
            "/invoices/{id}/void",
            post_void,
            "End an invoice that has not left.",
            EVERYBODY,
            INVOICES,
            takes=InvoiceVoidInput,
            answers=InvoiceActed,
            sends=True,
        ),
    )
