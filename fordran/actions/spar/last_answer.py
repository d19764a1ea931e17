"""The last answer of SPAR about a customer, as pages show it beside its address."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypedDict

from fordran.domain.spar.outcome import SparOutcome
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row


class LastAnswerRow(TypedDict):
    """The last answer, or how far asking has come."""

    outcome: SparOutcome
    answered_on: date | None
    next_try: datetime | None
    trouble: str | None


async def last_answer(connection: Connection, customer: str) -> LastAnswerRow | None:
    """The last answer about a customer whom the caller sees; None where it was never asked for."""
    statement = "select outcome, answered_on, next_try, trouble from spar_answers where id = $1"
    return await fetch_row(connection, LastAnswerRow, statement, customer)
