"""Figures for the supervisor of collectors, year by year: cases and their capital, objections, applications, and orders."""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from fordran.actions.reports.creditors import SECONDS
from fordran.domain.books.report import Report
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

SUPERVISOR = ("year", "cases", "capital", "closed_cases", "disputes", "applications", "applied_for", "orders")


class _YearRow(TypedDict):
    year: int
    cases: int
    capital: int
    closed_cases: int
    disputes: int
    applications: int
    applied_for: int
    orders: int


_BY_YEAR = """
with counted as (
    select (created at time zone 'Europe/Stockholm')::date as day, 1 as cases, capital_to_claim as capital, 0 as closed_cases,
           0 as disputes, 0 as applications, 0::bigint as applied_for, 0 as orders
    from cases
    union all select (closed at time zone 'Europe/Stockholm')::date, 0, 0, 1, 0, 0, 0, 0 from cases where closed is not null
    union all select disputed_on, 0, 0, 0, 1, 0, 0, 0 from case_disputes
    union all select sent_date, 0, 0, 0, 0, 1, coalesce(asked_capital_amount + asked_interest_amount + asked_costs_amount, 0), 0
    from enforcements where sent_date is not null
    union all select order_date, 0, 0, 0, 0, 0, 0, 1 from enforcements where order_date is not null)
select extract(year from day)::integer as year, sum(cases)::integer as cases, sum(capital)::bigint as capital,
       sum(closed_cases)::integer as closed_cases, sum(disputes)::integer as disputes,
       sum(applications)::integer as applications, sum(applied_for)::bigint as applied_for, sum(orders)::integer as orders
from counted where day between $1 and $2 group by 1 order by 1
"""


async def supervisor(tx: Connection, first: date, last: date, _creditor: str | None = None) -> Report:
    """Each year, or the part of it that is in the period. Nothing in it names a debtor."""
    found = await fetch_rows(tx, _YearRow, _BY_YEAR, first, last, seconds=SECONDS)
    return Report(
        "Figures for the supervisor",
        SUPERVISOR,
        frozenset({"capital", "applied_for"}),
        [
            (
                *(str(row["year"]), row["cases"], row["capital"], row["closed_cases"], row["disputes"]),
                *(row["applications"], row["applied_for"], row["orders"]),
            )
            for row in found
        ],
        is_summed=True,
        name="supervisor",
        days=(first, last),
    )
