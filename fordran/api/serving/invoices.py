"""Invoices over HTTP: one as a Peppol e-invoice, and a held one released or voided."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.delivery.e_invoice import read_e_invoice
from fordran.actions.undoing.held_invoices import release_invoice, void_invoice
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.acting import acts_on
from fordran.operator import Operator
from fordran.resources.invoices import INVOICES, InvoiceReleaseInput, InvoiceVoidInput
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller

XML_TYPE = "application/xml"


def e_invoice_of(operator: Operator) -> EndpointHandler:
    """The endpoint that answers UBL, of invoices that are paid to this operator."""

    async def serve(request: Request, database: Database) -> Answer:
        id_ = request.path["id"]
        async with database.connection() as connection:
            document = await read_e_invoice(connection, request.signed_in, id_, operator)
        if document is None:
            raise not_found()
        named = f"attachment; filename={id_}.xml".encode()
        return Answer(200, document, [(b"content-disposition", named)], XML_TYPE.encode())

    return serve


async def _release(tx: Connection, _: Caller, invoice: Item, __: InvoiceReleaseInput, now: datetime) -> None:
    await release_invoice(tx, invoice.document["account"], invoice.document["_id"], now)


async def _void(tx: Connection, caller: Caller, invoice: Item, _: InvoiceVoidInput, now: datetime) -> None:
    await void_invoice(tx, caller, invoice.document["account"], invoice.document["_id"], now)


def _shown(invoice: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"delivery_status": parsed(invoice["delivery"])["status"]}


post_release = acts_on(INVOICES, InvoiceReleaseInput, _release, _shown)
post_void = acts_on(INVOICES, InvoiceVoidInput, _void, _shown)
