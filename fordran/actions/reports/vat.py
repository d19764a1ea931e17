"""VAT: what was invoiced in creditors' names and what they were paid in commission, by month, creditor and rate.

Invoices count by their own date, credit invoices against it, and their VAT is the creditor's to pay. Commission counts
when it is paid, which is when its self-billed invoice is made; its VAT is the creditor's to pay and ours to deduct.
"""

from __future__ import annotations

from datetime import date

from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.report import Report, ReportValue
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

VAT = ("month", "creditor_number", "creditor", "invoiced", "vat_percent", "documents", "vat_base", "vat")


class _RateRow(ReportCreditor):
    month: str
    invoiced: str
    vat_percent: int
    documents: int
    vat_base: int
    vat: int


_INVOICES = """
select i.account_id, i.creditor_id, i.id as document_id, (i.invoice_date at time zone 'Europe/Stockholm')::date as day,
       'invoices' as invoiced, i.vat_percent, i.base * i.sign as vat_base,
       case i.vat_percent when 25 then i.total_vat_25_percent when 12 then i.total_vat_12_percent
                          when 6 then i.total_vat_6_percent else 0 end * i.sign as vat
from (
    -- Grouped here, and not for each invoice by itself, which a cluster does not take.
    select i.account_id, i.creditor_id, i.id, i.invoice_date, i.total_vat_25_percent, i.total_vat_12_percent,
           i.total_vat_6_percent, case i.invoice_type when 'credit_invoice' then -1 else 1 end as sign,
           rtrim(coalesce(line.item ->> 'unit_vat_percent', '25%'), '%')::integer as vat_percent,
           sum(round((line.item ->> 'total_price_excluding_vat')::numeric * 100))::bigint as base
    from invoices i, jsonb_array_elements(i.matrix) as line (item)
    group by i.account_id, i.creditor_id, i.id, i.invoice_date, i.total_vat_25_percent, i.total_vat_12_percent,
             i.total_vat_6_percent, sign, vat_percent) i
"""

_COMMISSION = """
select s.account_id, s.creditor_id, s.payout_id as document_id, paid.booked_on as day, 'commission' as invoiced, s.vat_percent,
       s.amount * sign.of as vat_base, s.vat_amount * sign.of as vat
from payout_specifications s
join payout_bookings paid on paid.account_id = s.account_id and paid.payout_id = s.payout_id
cross join lateral (select case paid.act when 'rejected' then -1 else 1 end as of) sign
where s.finance_category = 'creditor_commission'
"""

_BY_RATE = f"""
select to_char(v.day, 'YYYY-MM') as month, d.creditor_number, d.name, v.invoiced, v.vat_percent,
       count(distinct v.document_id) as documents, sum(v.vat_base)::bigint as vat_base, sum(v.vat)::bigint as vat
from ({_INVOICES} union all {_COMMISSION}) v
join creditors d on d.account_id = v.account_id and d.id = v.creditor_id
where v.day between $1 and $2 and ($3::text is null or d.id = $3)
group by month, d.creditor_number, d.name, v.invoiced, v.vat_percent
order by month, d.creditor_number, v.invoiced, v.vat_percent desc
"""


async def vat(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """The VAT of a period. That on commission is what the journal has as input VAT (2641)."""
    await check_creditor(tx, creditor)
    rows: list[tuple[ReportValue, ...]] = [
        (
            *(row["month"], row["creditor_number"], row["name"], row["invoiced"]),
            *(row["vat_percent"], row["documents"], row["vat_base"], row["vat"]),
        )
        for row in await fetch_rows(tx, _RateRow, _BY_RATE, first, last, creditor, seconds=SECONDS)
    ]
    return Report(
        "VAT", VAT, frozenset({"vat_base", "vat"}), rows, codes=frozenset({"invoiced"}), name="vat", days=(first, last)
    )
