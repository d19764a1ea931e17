"""Ageing: what was owed at the end of a day by what was known then, by creditor and by how long it had been due.

Every case that was open by the facts known then is replayed, as its statement with that day for both of its times. So the
report about a past day equals the report that would have come on it. Cases are read in portions, so that memory does not
grow with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import date, datetime

import orjson

from fordran import clock
from fordran.actions.cases.case_facts import TERMS, TermsRow, from_json, terms_of
from fordran.actions.cases.law_in_force import law_of, law_rows
from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.ages import AGES, Age, age_of
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.claims.statement import statement
from fordran.domain.law.law import Law
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

CASES_AT_A_TIME = 500

AGEING = ("creditor_number", "creditor", "cases", *AGES, "remaining")

Tell = Callable[[int, int], None]
"""How many cases have been replayed, and of how many."""

# A case of which nothing was booked after the day is known as it was then: where it was closed by then, nothing was owed.
_OPEN_THEN = """
from cases k join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
join bookings first on first.account_id = k.account_id and first.case_id = k.id and first.position = 1
join bookings last on last.account_id = k.account_id and last.case_id = k.id and last.position = k.bookings
where first.booked_on <= $1 and (k.closed is null or k.closed::date > $1 or last.booked_on > $1)
  and ($2::text is null or k.creditor_id = $2)
"""

_PORTION = f"""
select k.account_id, k.id, d.creditor_number, d.name, {TERMS},
       k.case_settings, k.facts
{_OPEN_THEN} and (k.account_id, k.id) > ($3, $4)
order by k.account_id, k.id limit {CASES_AT_A_TIME}
"""


class _CaseRow(ReportCreditor, TermsRow):
    account_id: str
    id: str
    case_settings: orjson.Fragment
    facts: orjson.Fragment


@dataclass
class _Ages:
    """The totals of a creditor's open claims."""

    cases: int = 0
    remaining: Counter[Age] = field(default_factory=Counter)


async def ageing(tx: Connection, at: date, creditor: str | None = None, tell: Tell = lambda *_: None) -> Report:
    """The rest of open claims, interest up to the day included."""
    await check_creditor(tx, creditor)
    # By what was known then, the law too.
    law = law_of(await law_rows(tx), clock.end_of_day(at))
    found: dict[tuple[int, str], _Ages] = {}
    async for row in _open_then(tx, at, creditor, tell):
        age, remaining = _stated(row, law, at)
        if remaining:
            ages = found.setdefault((row["creditor_number"], row["name"]), _Ages())
            ages.cases += 1
            ages.remaining[age] += remaining
    rows: list[tuple[ReportValue, ...]] = [
        (*of, ages.cases, *(ages.remaining[age] for age in AGES), ages.remaining.total())
        for of, ages in sorted(found.items())
    ]
    amounts = frozenset((*AGES, "remaining"))
    return Report("Open claims by days past due", AGEING, amounts, rows, is_summed=True, name="ageing", days=(at,))


async def _open_then(tx: Connection, at: date, creditor: str | None, tell: Tell) -> AsyncIterator[_CaseRow]:
    total: int = await tx.fetchval(f"select count(*) {_OPEN_THEN}", at, creditor, timeout=SECONDS)
    done, after = 0, ("", "")
    while rows := await fetch_rows(tx, _CaseRow, _PORTION, at, creditor, *after, seconds=SECONDS):
        for row in rows:
            yield row
        done, after = done + len(rows), (rows[-1]["account_id"], rows[-1]["id"])
        tell(done, total)


def _stated(row: _CaseRow, law: Law, at: date) -> tuple[Age, int]:
    """How old the claim was, and what remained of it."""
    terms = terms_of(row, parsed(row["case_settings"]), law)
    end = clock.end_of_day(at)
    known = [fact for fact in parsed(row["facts"]) if datetime.fromisoformat(fact["registered"]) <= end]
    stated = statement([stored.fact for stored in from_json(known)], terms, at)
    return age_of(terms.due_date, at), stated.remaining
