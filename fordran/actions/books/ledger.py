"""The operator's ledger: movements of all bookings, dated by the bank's days, and vouchers gathered of them.

A posting of a day whose period was already closed when it was booked is dated the first day of the next period.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from fordran.domain.books.ledger_accounts import CASE_LEDGER
from fordran.domain.books.vouchers import LedgerMovement, LedgerVoucher, gathered
from fordran.store.connections.database import Connection

LONG_SECONDS = 600
AHEAD_DAYS = 31
"""No order to the bank is made longer before its day than this."""
_CASE_LEDGER = f"'{{{','.join(map(str, sorted(CASE_LEDGER)))}}}'::integer[]"

ORDERED_AS = """
    left join bank_order_lines l on l.subject_id = b.payout_id and l.kind = 'payout' and b.act <> 'by_hand'
        and coalesce(l.attempt, 1) = (b.position + 1) / 2
"""
"""Joins to each booking of a payout the line of the order that it was paid by, or was to be: each try has two bookings."""

PAYOUT_DAY = """
    case b.act when 'rejected' then greatest(l.execution_date, b.booked_on) else coalesce(l.execution_date, b.booked_on) end
"""
"""The bank's day of such a booking."""

BOOKED = f"""
    select b.id, b.booked_on, b.booked_on as day, b.ledger_accounts, b.amounts, b.days
    from bookings b where not b.ledger_accounts <@ {_CASE_LEDGER}
    union all
    select b.id, b.booked_on, case when b.act = 'refunded' then coalesce(l.execution_date, b.booked_on) else t.booking_date end,
           b.ledger_accounts, b.amounts, null
    from bank_bookings b join bank_transactions t on t.id = b.transaction_id
    left join bank_order_lines l on l.subject_id = b.details ->> 'refund' and l.kind = 'suspense_refund'
    where cardinality(b.amounts) > 0
    union all
    select b.id, b.booked_on, {PAYOUT_DAY}, b.ledger_accounts, b.amounts, null
    from payout_bookings b {ORDERED_AS}
    union all
    select b.id, b.booked_on, b.day, b.ledger_accounts, b.amounts, null
    from operator_invoice_bookings b where cardinality(b.amounts) > 0
"""
"""A query of the bookings that move something in the operator's ledger."""

# A booking came after a closing if it was made on a later day. Of the last two days, the closing names those that it had.
OPENED = """
cross join lateral (
    select coalesce(max(p.last_day) + 1, '-infinity') as day from closed_periods p
    where p.closed_on <= moved.booked_on + 1 and not exists (
        select 1 from closed_period_bookings c where c.month = p.month and c.booking_id = moved.id)) opened
"""
"""Joins to each booking of `moved` the first day that was open when it was made."""

_MOVEMENTS = f"""
select greatest(moved.own_day, opened.day) as day, moved.own_day, moved.debit, moved.credit, sum(moved.amount)::bigint as amount
from (select b.id, b.booked_on, coalesce(b.days[place], b.day) as own_day, b.ledger_accounts[place] as debit,
             b.ledger_accounts[place + 1] as credit, b.amounts[place] as amount
      from ({BOOKED}) b cross join lateral generate_series(1, cardinality(b.amounts), 2) as place
      where b.booked_on between $1 and $4 and b.ledger_accounts[place] <> all ({_CASE_LEDGER})) moved
{OPENED}
where greatest(moved.own_day, opened.day) between $2 and $3
group by 1, 2, 3, 4
"""


async def vouchers(tx: Connection, first: date, last: date, booked_until: date = date.max) -> Sequence[LedgerVoucher]:
    """The vouchers of a period, in order of days and kinds. Of a closed one, nothing was booked after it was closed."""
    booked_from = first - timedelta(days=AHEAD_DAYS)
    rows = await tx.fetch(_MOVEMENTS, booked_from, first, last, booked_until, timeout=LONG_SECONDS)
    return gathered(LedgerMovement(**row) for row in rows)


async def first_day(tx: Connection) -> date | None:
    """The day of the first movement of all; None where there is none."""
    day: date | None = await tx.fetchval(
        f"select min(least(b.day, (select min(own) from unnest(b.days) own))) from ({BOOKED}) b", timeout=LONG_SECONDS
    )
    return day
