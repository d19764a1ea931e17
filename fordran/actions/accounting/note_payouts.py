"""Note payouts to a creditor: one entry for each time that one was paid, or was rejected by the bank.

The lines are kept as they are then, since a payout that the bank rejected is open again and may become another.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, TypedDict

from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.actions.payouts.journal import REJECTED
from fordran.domain.payouts.payout import PayoutAct
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert


class _PaidRow(TypedDict):
    booking: str
    payout_id: str
    act: PayoutAct
    booked_on: date
    position: int


_PAID = """
select b.id as booking, b.payout_id, b.act, b.booked_on, b.position
from payout_bookings b join payouts p on p.account_id = b.account_id and p.id = b.payout_id
where p.account_id = $1 and p.creditor_id = $2 and b.at >= $3 and not exists (
    select 1 from accounting_entries e where e.account_id = $1 and e.booking_id = b.id)
order by b.payout_id, b.position
"""
# Capital goes against the account of the payments that were sent there; other capital against the receivables.
_LINES = """
select case when s.paid_invoice_id is not null then 'operator_invoices'
            when s.finance_category = 'capital' and e.id is not null then 'paid_capital'
            when s.finance_category = 'capital' then 'other_capital' else s.finance_category end as use,
       sum(s.amount)::bigint as amount, sum(s.vat_amount)::bigint as vat
from payout_specifications s
left join accounting_entries e on e.account_id = $1 and e.booking_id = s.booking_id and e.kind = 'payment'
where s.account_id = $1 and s.payout_id = $2 group by 1
"""
_EARLIER = """
select lines from accounting_entries where account_id = $1 and payout_id = $2 order by id desc limit 1
"""


async def note_payouts(tx: Connection, of: AccountingCreditor, since: datetime, now: datetime) -> None:
    """Note what was paid out since a moment, and is not noted yet. What was rejected by now has never been paid."""
    paid = await fetch_rows(tx, _PaidRow, _PAID, of.account, of.creditor, since)
    found = {(row["payout_id"], row["position"]): row for row in paid}
    for (payout, position), row in found.items():
        is_back = row["act"] == REJECTED
        before, after = found.get((payout, position - 1)), found.get((payout, position + 1))
        if (before if is_back else after) is not None:
            continue
        lines = await _lines(tx, of, payout, is_back=is_back)
        if not lines:
            # It was paid before entries were sent: the creditor has booked it, and takes it back.
            continue
        entry = {
            "account_id": of.account,
            "id": new_id(),
            "created": now,
            "updated": now,
            "creditor_id": of.creditor,
            "kind": "payout",
            "booking_id": row["booking"],
            "payout_id": payout,
            "amount": sum(lines.values()),
            "day": row["booked_on"],
            "lines": lines,
            "state": "waiting",
        }
        await insert(tx, "accounting_entries", entry, "on conflict (account_id, booking_id, kind) do nothing")


async def _lines(tx: Connection, of: AccountingCreditor, payout: str, *, is_back: bool) -> dict[str, int]:
    """Öre by what they are for, which sum to what was paid; the opposite of what was noted where it came back."""
    if is_back:
        noted: dict[str, Any] = parsed(await tx.fetchval(_EARLIER, of.account, payout)) or {}
        return {use: -amount for use, amount in noted.items()}
    lines: dict[str, int] = {}
    for row in await tx.fetch(_LINES, of.account, payout):
        lines[row["use"]] = row["amount"]
        if row["vat"]:
            lines["vat"] = lines.get("vat", 0) + row["vat"]
    return {use: amount for use, amount in lines.items() if amount}
