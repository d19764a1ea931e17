"""The operator's VAT: output VAT of its invoices to creditors, and input VAT of their shares with VAT, as the ledger has them.

Invoices count on the day of their booking in the ledger, and shares on the day on which their payout leaves. So the report
agrees with accounts 2611 and 2641 of the export of the same days.
"""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias, TypedDict

from fordran.actions.books.ledger import OPENED, ORDERED_AS, PAYOUT_DAY
from fordran.actions.reports.creditors import SECONDS
from fordran.domain.books.report import Report
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

OPERATOR_VAT = ("month", "vat_item", "vat_percent", "documents", "vat_base", "output_vat", "input_vat", "vat_to_pay")

VatItem: TypeAlias = Literal["sales", "reverse_charge", "outside_eu", "deducted"]


class _ItemRow(TypedDict):
    month: str
    vat_item: VatItem
    vat_percent: int
    documents: int
    vat_base: int
    output_vat: int
    input_vat: int


_ITEMS = f"""
select to_char(greatest(moved.own_day, opened.day), 'YYYY-MM') as month, moved.vat_item, moved.vat_percent,
       count(distinct moved.id) as documents, sum(moved.vat_base)::bigint as vat_base,
       sum(moved.output_vat)::bigint as output_vat, sum(moved.input_vat)::bigint as input_vat
from (
    select b.id, b.booked_on, b.day as own_day, case i.taxation when 'swedish' then 'sales' else i.taxation::text end as vat_item,
           i.vat_percent, i.net_amount as vat_base, i.vat_amount as output_vat, 0 as input_vat
    from operator_invoice_bookings b
    join operator_invoices i on i.account_id = b.account_id and i.id = b.operator_invoice_id where b.act = 'issued'
    union all
    select b.id, b.booked_on, {PAYOUT_DAY}, 'deducted', s.vat_percent, s.amount * sign.of, 0, s.vat_amount * sign.of
    from payout_bookings b
    join payout_specifications s on s.account_id = b.account_id and s.payout_id = b.payout_id and s.vat_amount <> 0
    cross join lateral (select case b.act when 'rejected' then -1 else 1 end as of) sign
    {ORDERED_AS}) moved
{OPENED}
where greatest(moved.own_day, opened.day) between $1 and $2
group by 1, 2, 3 order by 1, 2 desc, 3 desc
"""


async def operator_vat(tx: Connection, first: date, last: date, _creditor: str | None = None) -> Report:
    """The VAT of a period: `output_vat` is that of 2611, and `input_vat` that of 2641."""
    rows = [
        (
            *(row["month"], row["vat_item"], row["vat_percent"], row["documents"], row["vat_base"]),
            *(row["output_vat"], row["input_vat"], row["output_vat"] - row["input_vat"]),
        )
        for row in await fetch_rows(tx, _ItemRow, _ITEMS, first, last, seconds=SECONDS)
    ]
    return Report(
        "Operator VAT",
        OPERATOR_VAT,
        frozenset({"vat_base", "output_vat", "input_vat", "vat_to_pay"}),
        rows,
        codes=frozenset({"vat_item"}),
        name="operator-vat",
        days=(first, last),
    )
