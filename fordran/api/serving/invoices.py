"""Invoices over HTTP: one as a Peppol e-invoice, and a held one released or voided."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

from fordran import clock
from fordran.actions.delivery.e_invoice import read_e_invoice
from fordran.actions.delivery.held_invoices import release_invoice, void_invoice
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.operator import Operator
from fordran.resources.invoices import INVOICES, InvoiceReleaseInput, InvoiceVoidInput
from fordran.shape.fields import Shape
from fordran.shape.resource import META
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find

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


Act = Callable[[Connection, Caller, str, str, datetime], Awaitable[None]]


def _acts(shape: type[Shape], act: Act) -> EndpointHandler:
    """The endpoint of an act on an invoice that has not left."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json()

        async def work(tx: Connection) -> Answer:
            found = await find(tx, INVOICES, request.signed_in, request.path["id"])
            if found is None:
                raise not_found()
            await read_all_issues(tx, request.signed_in, shape, document)
            await act(tx, request.signed_in, found.document["account"], request.path["id"], clock.now())
            after = await find(tx, INVOICES, request.signed_in, request.path["id"])
            assert after is not None
            status = {"delivery_status": parsed(after.document["delivery"])["status"]}
            return answer({name: after.document[name] for name in META} | status | {"_status": "OK"}, 201)

        return await once(request, database, work, document)

    return serve


async def _release(tx: Connection, _: Caller, account: str, id_: str, now: datetime) -> None:
    await release_invoice(tx, account, id_, now)


post_release = _acts(InvoiceReleaseInput, _release)
post_void = _acts(InvoiceVoidInput, void_invoice)
