"""State a case: what is owed on any day, with every line that leads there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import orjson

from fordran import clock
from fordran.actions.cases.case_facts import TERMS, TermsRow, from_json, terms_of
from fordran.actions.cases.known_facts import known_by, known_since, moment_known
from fordran.actions.cases.law_in_force import CLOSED_AT, LAW_ROWS, law_of, law_of_case
from fordran.actions.locale_texts import locale_text
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.claims.statement import DebtStatement, statement
from fordran.domain.languages import ENGLISH
from fordran.resources.cases import CASES
from fordran.shape.moments import iso_8601, midnight
from fordran.shape.wire import kronor, parsed, plain_number
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find


@dataclass(frozen=True)
class StatedCase:
    """The debt of a case on a day, by what was known at a moment."""

    case: str
    debt: DebtStatement
    known: datetime
    known_since: list[dict[str, Any]]
    """Facts that became known after that moment."""

    @property
    def owed(self) -> int:
        """The amount still owed, in öre."""
        return self.debt.remaining


class _StatedRow(TermsRow):
    id: str
    case_settings: orjson.Fragment
    facts: orjson.Fragment
    clock_offset_days: int
    law_rows: str
    closed_at: str | None


async def state_case(
    connection: Connection,
    caller: Caller,
    id_: str,
    at: date | None,
    now: datetime,
    known: date | datetime | None = None,
) -> StatedCase | None:
    """The statement of a case on a day, today by default, by what was known by a moment, by default now.

    None where the case is not the caller's.
    """
    if await find(connection, CASES, caller, id_) is None:
        return None
    row = await fetch_the_row(connection, _StatedRow, _STATED, [id_])
    return _stated(row, at, now, known)


async def state_seen_cases(connection: Connection, ids: Sequence[str], now: datetime) -> dict[str, StatedCase]:
    """The statements today of cases that the caller was found to see, by case, in one question however many they are."""
    rows = await fetch_rows(connection, _StatedRow, _STATED, ids)
    return {row["id"]: _stated(row, None, now, None) for row in rows}


_STATED = f"""
select k.id, {TERMS}, k.case_settings, k.facts,
       (select clock_offset_days from installation) as clock_offset_days,
       {LAW_ROWS}, {CLOSED_AT}
from cases k where k.id = any($1::text[])
"""


def _stated(row: _StatedRow, at: date | None, now: datetime, known: date | datetime | None) -> StatedCase:
    business_now = clock.business(now, row["clock_offset_days"])
    day = at or clock.stockholm_date(business_now)
    moment = moment_known(known, business_now)
    rows = parsed(row["facts"])
    # By default all that there is counts, without a look at when it was registered.
    facts = from_json(rows if known is None else known_by(rows, moment))
    # A row of the law counts from the moment at which it was approved, as a fact does from its registration.
    law = law_of_case(row["law_rows"], row["closed_at"]) if known is None else law_of(row["law_rows"], moment)
    terms = terms_of(row, parsed(row["case_settings"]), law)
    debt = statement([stored.fact for stored in facts], terms, day)
    return StatedCase(row["id"], debt, moment, [] if known is None else known_since(rows, moment))


def shown_statement(of: StatedCase) -> dict[str, Any]:
    """A statement as the interface shows it."""
    stated = of.debt
    document: dict[str, Any] = {
        "case": of.case,
        "at": iso_8601(midnight(stated.at))[:10],
        "currency": "SEK",
        "lines": [_shown_entry(entry) for entry in stated.lines],
        "refund_amount": kronor(stated.refund),
        "is_provisional": stated.provisional,
    }
    document |= {name: kronor(amount) for name, amount in stated.totals().items()}
    return document | {"known": iso_8601(of.known), "known_since": of.known_since}


def _shown_entry(entry: LedgerEntry) -> dict[str, Any]:
    document: dict[str, Any] = {
        "date": entry.date.isoformat(),
        "type": entry.type,
        "component": entry.component,
        "amount": kronor(entry.amount),
        "description": locale_text(entry.description, ENGLISH),
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
