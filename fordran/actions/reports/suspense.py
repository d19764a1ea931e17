"""Suspense: payments whose case is not known, payment by payment with its age and reason."""

from __future__ import annotations

from bisect import bisect_right
from datetime import date
from typing import Literal, TypeAlias, TypedDict, get_args

from fordran.actions.reports.creditors import SECONDS
from fordran.domain.bank.bank_states import SuspenseReason
from fordran.domain.books.report import Report, ReportValue
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

SuspenseAge: TypeAlias = Literal["0_7", "8_30", "31_90", "over_90", "over_365"]
"""Days since the bank's booking date. Money that nobody claims for a year is a group of its own."""
SUSPENSE_AGES: tuple[SuspenseAge, ...] = get_args(SuspenseAge)
_FIRST_DAYS = (8, 31, 91, 366)

SUSPENSE_COLUMNS = ("suspense_age", "bank_date", "bank_reference", "suspense_reason", "waiting")


class _WaitingRow(TypedDict):
    bank_date: date
    bank_reference: str
    reason: SuspenseReason | None
    amount: int


# A transaction waits from the booking of its receipt to the booking that ends it. A refund that is decided has not left.
_WAITING = """
select t.booking_date as bank_date, t.bank_reference, t.reason, b.amounts[1] as amount
from bank_bookings b join bank_transactions t on t.id = b.transaction_id
where b.act = 'received' and b.booked_on <= $1 and not exists (
    select 1 from bank_bookings after where after.transaction_id = b.transaction_id and after.booked_on <= $1
        and after.act in ('itemised', 'matched', 'recalled', 'refunded'))
order by t.booking_date, t.id
"""


def suspense_age(bank_date: date, at: date) -> SuspenseAge:
    """The age on a day of a payment that waits since the bank's date.

    >>> suspense_age(date(2026, 11, 1), date(2026, 11, 8)), suspense_age(date(2026, 11, 1), date(2026, 11, 9))
    ('0_7', '8_30')
    """
    return SUSPENSE_AGES[bisect_right(_FIRST_DAYS, (at - bank_date).days)]


async def suspense(tx: Connection, at: date, _creditor: str | None = None) -> Report:
    """Payments that wait for their case at the end of a day, the oldest first; they sum to the ledger's suspense (2490)."""
    rows: list[tuple[ReportValue, ...]] = [
        (
            *(suspense_age(row["bank_date"], at), row["bank_date"], row["bank_reference"]),
            *(row["reason"], row["amount"]),
        )
        for row in await fetch_rows(tx, _WaitingRow, _WAITING, at, seconds=SECONDS)
    ]
    return Report(
        "Payments without a case",
        SUSPENSE_COLUMNS,
        frozenset({"waiting"}),
        rows,
        codes=frozenset({"suspense_age", "suspense_reason"}),
        is_summed=True,
        name="suspense",
        days=(at,),
    )
