"""GET /cases/{id}/statement: every öre of a case explained."""

from __future__ import annotations

from datetime import date

from fordran import clock
from fordran.actions.cases.state_case import state_case
from fordran.api.answers import Answer, answer
from fordran.api.errors import not_found
from fordran.api.request import Request
from fordran.shape.moments import NotAMoment, day_of, moment_of
from fordran.store.database import Database
from fordran.store.where import BadQuery


async def read_statement(request: Request, database: Database) -> Answer:
    """The statement on the date that `at` says, today by default."""
    at = _day(request.query.get("at"))
    async with database.connection() as connection:
        document = await state_case(connection, request.signed_in, request.path["id"], at, clock.now())
    if document is None:
        raise not_found()
    return answer(document)


def _day(text: str | None) -> date | None:
    if not text:
        return None
    try:
        return day_of(moment_of(text))
    except NotAMoment:
        raise BadQuery("at must be a date, as 2026-03-03.") from None
