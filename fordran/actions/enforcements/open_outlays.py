"""Outlays: what the operator has paid to the enforcement authority for creditors and has not got back, by creditor and age."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from datetime import date

from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.journal import OUTLAYS
from fordran.domain.books.report import Report
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

OUTLAY_AGES = ("open_0_30", "open_31_90", "open_91_365", "open_over_365")
"""Days since the authority was paid."""
_FIRST_DAYS = (31, 91, 366)

OUTLAY_COLUMNS = ("creditor_number", "creditor", "outlays", *OUTLAY_AGES, "outlays_open")


class _OutlayRow(ReportCreditor):
    paid_on: date
    open: int


_OPEN = f"""
select d.creditor_number, d.name, moved.paid_on, moved.open
from (
    select account_id, creditor_id, outlay, min(paid_on) as paid_on, sum(amount)::bigint as open
    from (
        select b.account_id, b.creditor_id, coalesce(f.fee, f.id) as outlay, f.date as paid_on, f.outlay as amount
        from bookings b cross join lateral jsonb_to_recordset(b.facts) as f (id text, fee text, date date, outlay bigint)
        where {OUTLAYS} = any(b.ledger_accounts) and b.booked_on <= $1 and f.outlay is not null
        union all
        select b.account_id, b.creditor_id, e.settles, null, e.amount
        from bookings b cross join lateral jsonb_to_recordset(b.entries)
            as e (kind text, settles text, amount bigint, reached_us boolean, outlay boolean)
        where {OUTLAYS} = any(b.ledger_accounts) and b.booked_on <= $1 and e.kind = 'settled' and e.reached_us and e.outlay
        union all
        select i.account_id, i.creditor_id, o.outlay, null, -round(100 * o.amount)::bigint
        from operator_invoices i
        join operator_invoice_bookings b on b.account_id = i.account_id and b.operator_invoice_id = i.id and b.act = 'issued'
        cross join lateral jsonb_to_recordset(i.outlays) as o (outlay text, amount numeric)
        where b.booked_on <= $1
    ) each_one
    where $2::text is null or creditor_id = $2
    group by account_id, creditor_id, outlay having sum(amount) <> 0
) moved
join creditors d on d.account_id = moved.account_id and d.id = moved.creditor_id
order by d.creditor_number, moved.paid_on
"""


async def outlays(tx: Connection, at: date, creditor: str | None = None) -> Report:
    """Open outlays at the end of a day; they sum to the ledger's outlays (1681)."""
    await check_creditor(tx, creditor)
    by_creditor: dict[tuple[int, str], list[list[int]]] = defaultdict(lambda: [[] for _ in OUTLAY_AGES])
    for row in await fetch_rows(tx, _OutlayRow, _OPEN, at, creditor, seconds=SECONDS):
        age = bisect_right(_FIRST_DAYS, (at - row["paid_on"]).days)
        by_creditor[row["creditor_number"], row["name"]][age].append(row["open"])
    return Report(
        "Open outlays",
        OUTLAY_COLUMNS,
        frozenset({*OUTLAY_AGES, "outlays_open"}),
        [
            (*whose, sum(map(len, ages)), *map(sum, ages), sum(map(sum, ages)))
            for whose, ages in sorted(by_creditor.items())
        ],
        is_summed=True,
        name="outlays",
        days=(at,),
    )
