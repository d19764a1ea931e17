"""The search box, with what only a computation finds: the amount that is owed today, interest until today included."""

from __future__ import annotations

from datetime import datetime

from fordran import clock
from fordran.actions.cases.state_case import state_seen_cases
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.reading.search import SearchHit, cases_owing_nearly, parse_search, search


async def search_everything(connection: Connection, caller: Caller, text: str, now: datetime) -> list[SearchHit]:
    """The hits of the text within the caller's scope; of an amount, also the cases that owe it today."""
    today = clock.stockholm_date(now)
    found = await search(connection, caller, text, today)
    ore = parse_search(text, today).ore
    if not ore:
        return found
    nearly = await cases_owing_nearly(connection, caller, ore)
    stated = await state_seen_cases(connection, [one["id"] for one in nearly], now) if nearly else {}
    known = {one["id"] for one in found}
    return found + [one for one in nearly if stated[one["id"]].owed == ore and one["id"] not in known]
