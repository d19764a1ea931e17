"""Cohorts: of what was registered in each month, the share that debtors had paid after so many days."""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from fordran.actions.reports.creditors import SECONDS, check_creditor
from fordran.domain.books.cohorts import AFTER_DAYS, Cohort
from fordran.domain.books.report import Report, ReportValue
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

SHARES = tuple(f"recovered_percent_after_{days}_days" for days in AFTER_DAYS)
COHORTS = ("month", "cases", "capital_registered", *SHARES)


class _DelayRow(TypedDict):
    month: date
    days: int
    """Past the registration; 0 for what came before it too, and one more than is asked about for what came later."""
    cases: int
    registered: int
    recovered: int


_BY_DELAY = """
select date_trunc('month', registered_on)::date as month,
       least(greatest(coalesce(paid_on - registered_on, 0), 0), $3::integer) as days,
       count(distinct case_id) filter (where is_capital) as cases,
       coalesce(sum(amount) filter (where is_capital), 0)::bigint as registered,
       coalesce(-sum(amount) filter (where not is_capital), 0)::bigint as recovered
from (
    select first.booked_on as registered_on, b.case_id, e.kind = 'added' as is_capital, e.amount,
           case when e.kind = 'settled' then e.date end as paid_on
    from bookings b
    join bookings first on first.account_id = b.account_id and first.case_id = b.case_id and first.position = 1
    cross join lateral jsonb_to_recordset(b.entries) as e (component text, kind text, amount bigint, date date)
    where b.booked_on <= $1 and ($2::text is null or b.creditor_id = $2)
      and e.component = 'capital' and e.kind in ('added', 'settled')
) capital
group by 1, 2 order by 1, 2
"""


async def cohorts(tx: Connection, at: date, creditor: str | None = None) -> Report:
    """A row a month of registration, with the capital that was paid by the bank's date, by what was booked up to a day."""
    await check_creditor(tx, creditor)
    found: dict[date, Cohort] = {}
    for row in await fetch_rows(tx, _DelayRow, _BY_DELAY, at, creditor, AFTER_DAYS[-1] + 1, seconds=SECONDS):
        cohort = found.setdefault(row["month"], Cohort(row["month"]))
        cohort.cases += row["cases"]
        cohort.registered += row["registered"]
        cohort.pay(row["days"], row["recovered"])
    rows: list[tuple[ReportValue, ...]] = [
        (f"{cohort.month:%Y-%m}", cohort.cases, cohort.registered, *cohort.curve(at)) for cohort in found.values()
    ]
    amounts = frozenset({"capital_registered"})
    return Report("Recovery by month of registration", COHORTS, amounts, rows, name="cohorts", days=(at,))
