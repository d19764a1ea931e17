"""Operator invoices over HTTP: noting that a creditor paid one."""

from __future__ import annotations

from fordran import clock
from fordran.actions.payouts.pay_invoice import pay_invoice
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.resources.operator_invoices import OPERATOR_INVOICES, PaidInput
from fordran.shape.resource import META
from fordran.store.connections.database import Connection, Database
from fordran.store.rows.rows import find


async def note_paid(request: Request, database: Database) -> Answer:
    """A payment of an invoice to the operator's own account."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        id_ = request.path["id"]
        found = await find(tx, OPERATOR_INVOICES, request.signed_in, id_)
        if found is None:
            raise not_found()
        given = await read_all_issues(tx, request.signed_in, PaidInput, document)
        await pay_invoice(tx, found.document["account"], id_, given, clock.now())
        after = await find(tx, OPERATOR_INVOICES, request.signed_in, id_)
        assert after is not None
        shown = {name: after.document[name] for name in (*META, "settled_amount", "status")}
        return answer(shown | {"_status": "OK"}, 201)

    return await once(request, database, work, document)
