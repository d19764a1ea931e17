"""GET /cases/{id}/trace: where a case's money came from and where it went."""

from __future__ import annotations

from fordran.actions.books.trace import trace_case
from fordran.api.answers import Answer, answer
from fordran.api.errors import not_found
from fordran.api.request import Request
from fordran.store.database import Database


async def read_trace(request: Request, database: Database) -> Answer:
    """Every payment on the case, from the bank's line to the payout's line."""
    async with database.connection() as connection:
        document = await trace_case(connection, request.signed_in, request.path["id"])
    if document is None:
        raise not_found()
    return answer(document)
