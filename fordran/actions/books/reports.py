"""Reports: how old open claims are, and what was recovered. Amounts are öre. Client funds are in reconciliation.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, TypedDict

from fordran.domain.claims.entries import COMPONENTS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


@dataclass(frozen=True)
class Report:
    """A table with names for its columns. Those named in `amounts` are öre."""

    title: str
    columns: tuple[str, ...]
    amounts: frozenset[str]
    rows: Sequence[tuple[Any, ...]]


AGES = ("not_due", "1_30", "31_60", "61_90", "91_180", "181_365", "over_365")
"""Days past the due date."""

AGEING = ("creditor_number", "creditor", "cases", *AGES, "remaining")


class _AgeRow(TypedDict):
    creditor_number: int
    name: str
    age: int
    """The place in `AGES`."""
    cases: int
    remaining: int


async def ageing(tx: Connection, at: date) -> Report:
    """What remains of open claims, as booked, by creditor and by how long it has been due."""
    rows = await fetch_rows(
        tx,
        _AgeRow,
        """select d.creditor_number, d.name, o.age, count(*) as cases, sum(o.remaining)::bigint as remaining
           from (select k.account_id, k.creditor_id,
                        k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount
                            as remaining,
                        width_bucket($1::date - ((k.invoice_date at time zone 'Europe/Stockholm')::date + k.invoice_due_days),
                                     array[1, 31, 61, 91, 181, 366]) as age
                 from cases k where k.closed is null) o
           join creditors d on d.account_id = o.account_id and d.id = o.creditor_id
           group by d.creditor_number, d.name, o.age order by d.creditor_number""",
        at,
        seconds=600,
    )
    by_creditor: dict[tuple[int, str], list[_AgeRow]] = {}
    for row in rows:
        by_creditor.setdefault((row["creditor_number"], row["name"]), []).append(row)
    made = []
    for creditor, found in by_creditor.items():
        ages = [sum(row["remaining"] for row in found if row["age"] == place) for place in range(len(AGES))]
        made.append((*creditor, sum(row["cases"] for row in found), *ages, sum(ages)))
    return Report("Open claims by days past due", AGEING, frozenset((*AGES, "remaining")), made)


RECOVERY = (
    *("month", "creditor_number", "creditor", "capital_registered"),
    *("capital_recovered", "interest_recovered", "costs_recovered", "recovered", "recovered_percent_so_far"),
)


class _MonthRow(TypedDict):
    month: str
    creditor_number: int
    name: str
    kind: str
    component: str
    amount: int


async def recovery(tx: Connection, first: date, last: date) -> Report:
    """What debtors paid, to us or to the creditor, by creditor and month of booking.

    The last column is the capital recovered up to the end of that month of all that had been registered by then.
    """
    rows = await fetch_rows(
        tx,
        _MonthRow,
        """select to_char(b.booked_on, 'YYYY-MM') as month, d.creditor_number, d.name, entry ->> 'kind' as kind,
                  entry ->> 'component' as component, sum((entry ->> 'amount')::bigint)::bigint as amount
           from bookings b cross join lateral jsonb_array_elements(b.entries) entry
           join creditors d on d.account_id = b.account_id and d.id = b.creditor_id
           where b.booked_on <= $1 and entry ->> 'kind' in ('added', 'settled')
           group by month, d.creditor_number, d.name, kind, component order by month, d.creditor_number""",
        last,
        seconds=600,
    )
    months: dict[tuple[str, int, str], Counter[tuple[str, str]]] = {}
    for row in rows:
        month = months.setdefault((row["month"], row["creditor_number"], row["name"]), Counter())
        month[row["kind"], row["component"]] += row["amount"]
    registered: Counter[int] = Counter()
    recovered: Counter[int] = Counter()
    made = []
    for (name, number, creditor), sums in months.items():
        settled = [-sums["settled", component] for component in COMPONENTS]
        registered[number] += sums["added", "capital"]
        recovered[number] += settled[0]
        if name >= f"{first:%Y-%m}":
            share = Decimal(recovered[number]) * 100 / registered[number] if registered[number] else Decimal(0)
            amounts = (sums["added", "capital"], *settled, sum(settled))
            made.append((name, number, creditor, *amounts, round(share, 1)))
    return Report("Recovery by creditor and month", RECOVERY, frozenset(RECOVERY[3:8]), made)
