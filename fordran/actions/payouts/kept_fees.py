"""Kept fees: what the operator keeps of the fees that were settled, line by line, of a creditor until a day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import TypedDict

from fordran.actions.cases.case_facts import entry_from_json
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.kinds.articles import ARTICLES, Article
from fordran.domain.payouts.operator_invoice import KeptFee
from fordran.domain.payouts.payout import authoritys_fees
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

LONG_SECONDS = 3600


class KeptFeeRow(TypedDict):
    """A specification of a kept fee that no invoice has yet."""

    id: str
    creditor_id: str
    case_id: str
    settles: str
    settled_type: Article
    amount: int
    credits: str | None


# The VAT of a share is deducted by the operator, which therefore keeps it too. What was kept before the first month, and is
# given back now, was on no invoice.
_KEPT = """
select s.id, owner_on(k.creditor_id, k.assignments, s.bank_date) as creditor_id, s.case_id, s.settles, s.settled_type,
       case s.finance_category when 'operator_fees' then s.amount else s.vat_amount end as amount, given.number as credits
from payout_specifications s
join cases k on k.account_id = s.account_id and k.id = s.case_id
left join lateral (
    select min(o.booking_date) as booking_date, min(i.number)::text as number from payout_specifications o
    left join operator_invoices i on i.account_id = o.account_id and i.id = o.operator_invoice_id
    where o.account_id = s.account_id and o.case_id = s.case_id and o.settles = s.settles
      and o.payment_id = s.payment_id and o.finance_category = s.finance_category and o.paid_invoice_id is null) given on true
where s.account_id = $1 and s.operator_invoice_id is null and s.paid_invoice_id is null
  and (s.finance_category = 'operator_fees' or s.vat_amount <> 0)
  and s.booking_date between $2 and $3 and given.booking_date >= $2
order by 2, s.id
"""

_ENTRIES = """
select b.case_id, b.entries from bookings b
join unnest($2::text[]) as g (case_id) on b.account_id = $1 and b.case_id = g.case_id order by b.case_id, b.position
"""


async def kept_fees(tx: Connection, account: str, first: date, last: date) -> dict[str, list[KeptFeeRow]]:
    """By creditor. The authority's fees are none: they are outlays that came back."""
    rows = await fetch_rows(tx, KeptFeeRow, _KEPT, account, first, last, seconds=LONG_SECONDS)
    authoritys = await authoritys_of(tx, account, rows)
    found: dict[str, list[KeptFeeRow]] = defaultdict(list)
    for row in rows:
        if (row["case_id"], row["settles"]) not in authoritys:
            found[row["creditor_id"]].append(row)
    return found


async def authoritys_of(tx: Connection, account: str, rows: Sequence[KeptFeeRow]) -> set[tuple[str, str]]:
    """The fees of the enforcement authority among these, by case and fee."""
    cases = sorted({row["case_id"] for row in rows if row["settled_type"] in ("enforcement", "attachment")})
    entries: dict[str, list[LedgerEntry]] = defaultdict(list)
    for booking in await tx.fetch(_ENTRIES, account, cases, timeout=LONG_SECONDS):
        entries[booking["case_id"]] += map(entry_from_json, parsed(booking["entries"]))
    return {(case, fee) for case, booked in entries.items() for fee in authoritys_fees(booked)}


def fee_of(row: KeptFeeRow) -> KeptFee:
    """A row as the rules take it."""
    credited = row["credits"] or "" if row["amount"] < 0 else ""
    return KeptFee(ARTICLES[row["settled_type"]].paid_out_as, row["amount"], credited)
