"""A customer: to named staff also with how it is reached while it is protected, and that reading is in the audit log."""

from __future__ import annotations

from fordran.actions.protected_details import read_shown
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, Headers, answer
from fordran.api.http.request import Request
from fordran.api.serving.reading import item_of
from fordran.resources.customers import CUSTOMERS
from fordran.shape.moments import rfc_1123
from fordran.store.connections.database import Database
from fordran.store.reading.projection import parse_projection
from fordran.store.rows.ids import is_id
from fordran.store.rows.rows import find
from fordran.web.pipeline import audit_record


def customer_item() -> EndpointHandler:
    """The endpoint that reads a customer."""
    serve_hidden = item_of(CUSTOMERS)

    async def serve(request: Request, database: Database) -> Answer:
        caller, id_ = request.signed_in, request.path["id"]
        if not caller.may_see_protected or not is_id(id_) or parse_projection(request.query.get("projection", "")):
            return await serve_hidden(request, database)
        async with database.connection() as connection:
            item = await find(connection, CUSTOMERS, caller, id_)
            shown = await read_shown(connection, id_) if item and item.document["protected_identity"] else None
        if item is None or shown is None:
            return await serve_hidden(request, database)
        assert request.readings is not None
        request.readings.note(audit_record(request, "api", "read", "protected_details", id_))
        headers: Headers = [
            (b"etag", f'"{item.etag}"'.encode()),
            (b"last-modified", rfc_1123(item.updated).encode()),
        ]
        return answer(item.document | shown, headers=headers)

    return serve
