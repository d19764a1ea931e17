"""Applications to the enforcement authority that were made in a period, by creditor and status."""

from __future__ import annotations

from datetime import date

from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.report import Report
from fordran.domain.kinds.enforcement_kinds import EnforcementStatus
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

APPLICATIONS = (
    *("creditor_number", "creditor", "enforcement_status", "applications", "first_sent"),
    *("asked", "awarded"),
)


class _ApplicationRow(ReportCreditor):
    status: EnforcementStatus
    applications: int
    first_sent: date | None
    asked: int
    awarded: int


_BY_STATUS = """
select d.creditor_number, d.name, e.status, count(*) as applications, min(e.sent_date) as first_sent,
       coalesce(sum(e.asked_capital_amount + e.asked_interest_amount + e.asked_costs_amount), 0)::bigint as asked,
       coalesce(sum(e.awarded_capital_amount + e.awarded_interest_amount + e.awarded_costs_amount), 0)::bigint as awarded
from enforcements e join creditors d on d.account_id = e.account_id and d.id = e.creditor_id
where coalesce(e.sent_date, e.created::date) between $1 and $2 and ($3::text is null or e.creditor_id = $3)
group by 1, 2, 3 order by 1, 3
"""


async def applications(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """Applications that were sent in a period, and those that were made in it and are not sent."""
    await check_creditor(tx, creditor)
    found = await fetch_rows(tx, _ApplicationRow, _BY_STATUS, first, last, creditor, seconds=SECONDS)
    return Report(
        "Applications by status",
        APPLICATIONS,
        frozenset({"asked", "awarded"}),
        [
            (
                *(row["creditor_number"], row["name"], row["status"], row["applications"], row["first_sent"]),
                *(row["asked"], row["awarded"]),
            )
            for row in found
        ],
        codes=frozenset({"enforcement_status"}),
        is_summed=True,
        name="applications",
        days=(first, last),
    )
