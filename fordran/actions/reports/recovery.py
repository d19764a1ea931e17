"""Recovery: what debtors paid, to us or to the creditor, by creditor and month of booking."""

from __future__ import annotations

from collections import Counter
from datetime import date

from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.cohorts import percent
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.claims.entries import COMPONENTS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

RECOVERY = (
    *("month", "creditor_number", "creditor", "capital_registered"),
    *("capital_recovered", "interest_recovered", "costs_recovered", "recovered", "recovered_percent_so_far"),
)


class _MonthRow(ReportCreditor):
    month: str
    kind: str
    component: str
    amount: int


async def recovery(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """Amounts recovered in each month of the period.

    The last column is the capital recovered up to the end of that month of all that had been registered by then.
    """
    await check_creditor(tx, creditor)
    rows = await fetch_rows(
        tx,
        _MonthRow,
        """select to_char(b.booked_on, 'YYYY-MM') as month, d.creditor_number, d.name, entry ->> 'kind' as kind,
                  entry ->> 'component' as component, sum((entry ->> 'amount')::bigint)::bigint as amount
           from bookings b cross join lateral jsonb_array_elements(b.entries) entry
           join creditors d on d.account_id = b.account_id and d.id = b.creditor_id
           where b.booked_on <= $1 and entry ->> 'kind' in ('added', 'settled') and ($2::text is null or b.creditor_id = $2)
           group by month, d.creditor_number, d.name, kind, component order by month, d.creditor_number""",
        last,
        creditor,
        seconds=SECONDS,
    )
    months: dict[tuple[str, int, str], Counter[tuple[str, str]]] = {}
    for row in rows:
        month = months.setdefault((row["month"], row["creditor_number"], row["name"]), Counter())
        month[row["kind"], row["component"]] += row["amount"]
    made = [row for row in _with_shares(months) if str(row[0]) >= f"{first:%Y-%m}"]
    amounts = frozenset(RECOVERY[3:8])
    days = (first, last)
    return Report("Recovery by creditor and month", RECOVERY, amounts, made, is_summed=True, name="recovery", days=days)


def _with_shares(months: dict[tuple[str, int, str], Counter[tuple[str, str]]]) -> list[tuple[ReportValue, ...]]:
    registered: Counter[int] = Counter()
    recovered: Counter[int] = Counter()
    made: list[tuple[ReportValue, ...]] = []
    for (name, number, creditor), sums in months.items():
        settled = [-sums["settled", component] for component in COMPONENTS]
        registered[number] += sums["added", "capital"]
        recovered[number] += settled[0]
        share = percent(recovered[number], registered[number])
        made.append((name, number, creditor, sums["added", "capital"], *settled, sum(settled), share))
    return made
