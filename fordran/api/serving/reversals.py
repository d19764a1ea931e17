"""Reversals over HTTP: a payment that a creditor reported by mistake."""

from __future__ import annotations

from fordran import clock
from fordran.actions.answer_warnings import status_fields
from fordran.actions.registrations.reverse_payment import reverse_payment
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.resources.creditor_payments import CREDITOR_PAYMENTS, ReversalInput
from fordran.shape.resource import META
from fordran.store.connections.database import Connection, Database
from fordran.store.rows.rows import find


async def post_reversal(request: Request, database: Database) -> Answer:
    """The reversal of a payment."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        found = await find(tx, CREDITOR_PAYMENTS, request.signed_in, request.path["id"])
        if found is None:
            raise not_found()
        given = await read_all_issues(tx, request.signed_in, ReversalInput, document)
        await reverse_payment(tx, found, given, clock.now())
        after = await find(tx, CREDITOR_PAYMENTS, request.signed_in, request.path["id"])
        assert after is not None
        shown = {name: after.document[name] for name in (*META, "_payment_status", "settled_amount")}
        return answer(shown | status_fields(after.document["status_reason_locale"]) | {"_status": "OK"}, 201)

    return await once(request, database, work, document)
