"""Report days: what the business did on each, counted from what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import TypedDict

from fordran.domain.days import ONE_DAY
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


@dataclass(frozen=True)
class Day:
    """A business day. Amounts are öre."""

    date: date
    steps: int = 0
    letters: int = 0
    """That left, or would have."""
    fees: int = 0
    """That were charged on the day, less what was taken back."""
    interest: int = 0
    """That was booked on the day."""
    paid: int = 0
    closed: int = 0
    """Cases."""
    payouts: int = 0
    """The amount that is ready to be paid to creditors on a day."""


AMOUNTS = ("fees", "interest", "paid", "payouts")
COUNTS = ("steps", "letters", "closed")


class _DayRow(TypedDict):
    date: date
    steps: int
    letters: int
    fees: int
    interest: int
    paid: int
    closed: int
    payouts: int


_COUNTED = """
select day::date as date, sum(steps)::bigint as steps, sum(letters)::bigint as letters, sum(fees)::bigint as fees,
       sum(interest)::bigint as interest, sum(paid)::bigint as paid, sum(closed)::bigint as closed,
       sum(payouts)::bigint as payouts
from (
    select done_on as day, 1 as steps, 0 as letters, 0 as fees, 0 as interest, 0 as paid, 0 as closed, 0 as payouts
    from steps where done_on between $1 and $2
    union all
    select dated, 0, 1, 0, 0, 0, 0, 0 from letters where dated between $1 and $2 and status in ('sent', 'shown')
    union all
    select b.booked_on, 0, 0,
           case when e.component = 'costs' and e.kind = 'added' and e.by_creditor is not true then e.amount else 0 end,
           case when e.component = 'interest' and e.kind = 'added' then e.amount else 0 end,
           case when e.kind = 'settled' then -e.amount else 0 end, 0, 0
    from bookings b,
         jsonb_to_recordset(b.entries) as e (component text, kind text, amount bigint, by_creditor boolean)
    where b.booked_on between $1 and $2
    union all
    select (closed at time zone 'UTC')::date, 0, 0, 0, 0, 0, 1, 0 from cases
    where closed >= $1::date::timestamp at time zone 'UTC' and closed < ($2::date + 1)::timestamp at time zone 'UTC'
    union all
    select pay_on, 0, 0, 0, 0, 0, 0, amount + vat_amount from payouts
    where pay_on between $1 and $2 and (ready_for_payout or payout_date is not null)
) counted
group by day
"""


async def report_days(connection: Connection, first: date, last: date) -> list[Day]:
    """Every day from the first to the last, also those on which nothing happened."""
    counted = {row["date"]: Day(**row) for row in await fetch_rows(connection, _DayRow, _COUNTED, first, last)}
    days = [first + ONE_DAY * number for number in range((last - first).days + 1)]
    return [counted.get(day, Day(day)) for day in days]


def totals(days: Sequence[Day]) -> dict[str, int]:
    """The totals of the days, by name."""
    names = [entry.name for entry in fields(Day) if entry.name != "date"]
    return {name: sum(getattr(day, name) for day in days) for name in names}
