"""Complaints: how many came in a period, how they ended, and how many were answered in time, by year and outcome."""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from fordran.actions.reports.creditors import SECONDS, check_creditor
from fordran.domain.books.report import Report
from fordran.domain.service.complaints import ANSWER_DAYS, COMPLAINT_OUTCOMES
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

COMPLAINT_COLUMNS = ("year", "complaint_outcome", "complaints", "answered_in_time", "answered_late", "unanswered")


class _OutcomeRow(TypedDict):
    year: int
    outcome: str | None
    complaints: int
    in_time: int
    late: int


_BY_OUTCOME = """
select extract(year from c.received)::integer as year,
       case when c.answered is null then null when c.outcome = any($4::text[]) then c.outcome else 'other' end as outcome,
       count(*)::integer as complaints,
       count(*) filter (where c.answered <= c.received + $5::integer)::integer as in_time,
       count(*) filter (where c.answered > c.received + $5::integer)::integer as late
from complaints c
where c.received between $1 and $2 and ($3::text is null or c.creditor_id = $3)
group by 1, 2 order by 1, 2 nulls first
"""


async def complaints(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """Complaints that came in a period. Those without an outcome wait for an answer. Nothing in it names anybody."""
    await check_creditor(tx, creditor)
    found = await fetch_rows(
        tx, _OutcomeRow, _BY_OUTCOME, first, last, creditor, COMPLAINT_OUTCOMES, ANSWER_DAYS, seconds=SECONDS
    )
    return Report(
        "Complaints by outcome",
        COMPLAINT_COLUMNS,
        frozenset(),
        [
            (
                *(str(row["year"]), row["outcome"], row["complaints"]),
                *(row["in_time"], row["late"], row["complaints"] - row["in_time"] - row["late"]),
            )
            for row in found
        ],
        codes=frozenset({"complaint_outcome"}),
        name="complaints",
        days=(first, last),
    )
