"""GET /invoices/{id}/ubl: an invoice as a Peppol e-invoice."""

from __future__ import annotations

from fordran.actions.delivery.e_invoice import read_e_invoice
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.operator import Operator
from fordran.store.connections.database import Database

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
