"""Outlays that a creditor owes: what the authority was paid on its cases, and no debtor owes or has paid to the operator."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any, TypedDict

from fordran.domain.books.journal import OUTLAYS
from fordran.shape.moments import midnight, rfc_1123
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

LONG_SECONDS = 3600


class OutlayRow(TypedDict):
    """An outlay that is billed, or given back since its debtor owes it again."""

    creditor_id: str
    case_id: str
    outlay: str
    paid_on: date
    amount: int


# A debtor who paid the creditor itself owes no more either: then the creditor has the money.
_TO_BILL = f"""
with booked as (
    select b.creditor_id, b.case_id, b.facts, b.entries from bookings b
    where b.account_id = $1 and b.booked_on <= $2 and b.case_id in (
        select o.case_id from bookings o where o.account_id = $1 and {OUTLAYS} = any (o.ledger_accounts) and o.booked_on <= $2)
)
select creditor_id, case_id, outlay, paid_on, amount from (
    select moved.creditor_id, moved.case_id, moved.outlay, min(moved.paid_on) as paid_on,
           (sum(moved.open) - sum(moved.owed))::bigint as amount
    from (
        select b.creditor_id, b.case_id, coalesce(f.fee, f.id) as outlay, f.date as paid_on, f.outlay as open, 0 as owed
        from booked b cross join lateral jsonb_to_recordset(b.facts) as f (id text, fee text, date date, outlay bigint)
        where f.outlay is not null
        union all
        select b.creditor_id, b.case_id, case e.kind when 'added' then e.fact else e.settles end, null,
               case when e.kind = 'settled' and e.reached_us then e.amount else 0 end, e.amount
        from booked b cross join lateral jsonb_to_recordset(b.entries)
            as e (kind text, fact text, settles text, amount bigint, reached_us boolean, outlay boolean)
        where e.outlay
        union all
        select i.creditor_id, o."case", o.outlay, null, -round(100 * o.amount)::bigint, 0
        from operator_invoices i cross join lateral jsonb_to_recordset(i.outlays) as o ("case" text, outlay text, amount numeric)
        where i.account_id = $1
    ) moved
    group by moved.creditor_id, moved.case_id, moved.outlay
) outlays
where amount <> 0 order by creditor_id, paid_on, outlay
"""


async def outlays_to_bill(tx: Connection, account: str, last: date) -> dict[str, list[OutlayRow]]:
    """By creditor, of an account until a day, less those on its invoices."""
    found: dict[str, list[OutlayRow]] = defaultdict(list)
    for row in await fetch_rows(tx, OutlayRow, _TO_BILL, account, last, seconds=LONG_SECONDS):
        found[row["creditor_id"]].append(row)
    return found


def shown_outlay(row: OutlayRow) -> dict[str, Any]:
    """An outlay as its invoice shows it."""
    return {
        "case": row["case_id"],
        "outlay": row["outlay"],
        "date": rfc_1123(midnight(row["paid_on"])),
        "amount": kronor(row["amount"]),
    }
