"""State a case: what is owed on any day, with every line that leads there."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import orjson

from fordran import clock
from fordran.actions.cases.case_facts import TermsRow, from_json, terms_of
from fordran.actions.texts import TEXT_OF
from fordran.domain.entries import Entry
from fordran.domain.statement import Statement, statement
from fordran.resources.cases import CASES
from fordran.shape.moments import iso_8601, midnight
from fordran.shape.wire import kronor, parsed, plain_number
from fordran.store.database import Connection
from fordran.store.rows import find
from fordran.store.scope import Caller
from fordran.store.typed_rows import fetch_the_row


class _StatedRow(TermsRow):
    case_settings: orjson.Fragment
    facts: orjson.Fragment
    clock_offset_days: int


async def state_case(
    connection: Connection, caller: Caller, id_: str, at: date | None, now: datetime
) -> dict[str, Any] | None:
    """The statement of a case on a day, today by default; None where the case is not the caller's."""
    if await find(connection, CASES, caller, id_) is None:
        return None
    row = await fetch_the_row(
        connection,
        _StatedRow,
        """select k.invoice_date, k.invoice_due_days, k.interest_days, k.is_business, k.case_settings, k.facts,
                  (select clock_offset_days from installation) as clock_offset_days
           from cases k where k.id = $1""",
        id_,
    )
    day = at or clock.stockholm_date(clock.business(now, row["clock_offset_days"]))
    facts = from_json(parsed(row["facts"]))
    terms = terms_of(row, parsed(row["case_settings"]))
    return shown(id_, statement([stored.fact for stored in facts], terms, day))


def shown(case: str, stated: Statement) -> dict[str, Any]:
    """A statement as the interface shows it."""
    document: dict[str, Any] = {
        "case": case,
        "at": iso_8601(midnight(stated.at))[:10],
        "currency": "SEK",
        "lines": [_shown_entry(entry) for entry in stated.lines],
        "refund_amount": kronor(stated.refund),
        "is_provisional": stated.provisional,
    }
    return document | {name: kronor(amount) for name, amount in stated.totals().items()}


def _shown_entry(entry: Entry) -> dict[str, Any]:
    document: dict[str, Any] = {
        "date": entry.date.isoformat(),
        "type": entry.type,
        "component": entry.component,
        "amount": kronor(entry.amount),
        "description": TEXT_OF[entry.description].en,
        "description_locale_tag": entry.description,
        "fact": entry.fact,
        "law": entry.law,
    }
    if entry.days is not None and entry.rate_percent is not None and entry.base is not None:
        assert entry.from_date is not None
        assert entry.to_date is not None
        document |= {
            "days": entry.days,
            "rate_percent": plain_number(entry.rate_percent),
            "base": kronor(entry.base),
            "from": entry.from_date.isoformat(),
            "to": entry.to_date.isoformat(),
        }
        if entry.provisional:
            document["is_provisional"] = True
    return document
