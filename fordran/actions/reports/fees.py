"""Fees: what we earned of debtors' payments, and the creditors' share of it, by month, creditor and kind of fee.

A fee is income when it is paid, in the month in which that is booked, and the creditor's share of it is owed from then
on. What is taken back, as by a recall, counts against the month in which that is booked.
"""

from __future__ import annotations

from datetime import date

from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.report import Report, ReportValue
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

FEES = (
    *("month", "creditor_number", "creditor", "fee"),
    *("fee_income", "commission", "commission_vat", "fee_income_after_commission"),
)


class _FeeRow(ReportCreditor):
    month: str
    fee: str
    income: int
    commission: int
    commission_vat: int


_BY_FEE = """
select to_char(booked_on, 'YYYY-MM') as month, d.creditor_number, d.name, fee, sum(income)::bigint as income,
       sum(commission)::bigint as commission, sum(commission_vat)::bigint as commission_vat
from (
    select b.account_id, b.creditor_id, b.booked_on, e.type as fee, -e.amount as income, 0 as commission, 0 as commission_vat
    from bookings b cross join lateral jsonb_to_recordset(b.entries)
        as e (component text, kind text, type text, amount bigint, reached_us boolean, by_creditor boolean, outlay boolean)
    where b.booked_on between $1 and $2 and e.component = 'costs' and e.kind = 'settled' and e.reached_us
      and e.by_creditor is not true and e.outlay is not true
    union all
    select account_id, creditor_id, booking_date, settled_type, 0, amount, vat_amount from payout_specifications
    where booking_date between $1 and $2 and finance_category = 'creditor_commission'
) fees
join creditors d on d.account_id = fees.account_id and d.id = fees.creditor_id
where $3::text is null or d.id = $3
group by month, d.creditor_number, d.name, fee order by month, d.creditor_number, fee
"""


async def fees(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """The fees that were paid in a period. Their sum is what the journal has as fee income (3590)."""
    await check_creditor(tx, creditor)
    rows: list[tuple[ReportValue, ...]] = [
        (
            *(row["month"], row["creditor_number"], row["name"], row["fee"]),
            *(row["income"], row["commission"], row["commission_vat"], row["income"] - row["commission"]),
        )
        for row in await fetch_rows(tx, _FeeRow, _BY_FEE, first, last, creditor, seconds=SECONDS)
    ]
    return Report(
        "Fee income and commission",
        FEES,
        frozenset(FEES[4:]),
        rows,
        codes=frozenset({"fee"}),
        is_summed=True,
        name="fees",
        days=(first, last),
    )
