"""Objections: how many came in a period and how they ended, by month, creditor, kind and outcome."""

from __future__ import annotations

from datetime import date

from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.report import Report
from fordran.domain.kinds.dispute_kinds import DisputeEnd, DisputeKind
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

DISPUTES = ("month", "creditor_number", "creditor", "dispute_kind", "dispute_end", "disputes", "credited")


class _DisputeRow(ReportCreditor):
    month: str
    kind: DisputeKind
    outcome: DisputeEnd | None
    disputes: int
    credited: int


_BY_KIND = """
select to_char(o.disputed_on, 'YYYY-MM') as month, d.creditor_number, d.name, coalesce(o.kind::text, 'substance') as kind,
       case when o.ended_on is not null then o.outcome end as outcome, count(*) as disputes,
       sum(o.credited_amount)::bigint as credited
from case_disputes o join creditors d on d.account_id = o.account_id and d.id = o.creditor_id
where o.disputed_on between $1 and $2 and ($3::text is null or o.creditor_id = $3)
group by 1, 2, 3, 4, 5 order by 1, 2, 4, 5 nulls first
"""


async def disputes(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """Objections that came in a period. Those without an outcome are open now."""
    await check_creditor(tx, creditor)
    found = await fetch_rows(tx, _DisputeRow, _BY_KIND, first, last, creditor, seconds=SECONDS)
    return Report(
        "Objections by kind and outcome",
        DISPUTES,
        frozenset({"credited"}),
        [
            (
                *(row["month"], row["creditor_number"], row["name"], row["kind"], row["outcome"]),
                *(row["disputes"], row["credited"]),
            )
            for row in found
        ],
        codes=frozenset({"dispute_kind", "dispute_end"}),
        is_summed=True,
        name="disputes",
        days=(first, last),
    )
