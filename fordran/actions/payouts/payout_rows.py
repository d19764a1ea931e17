"""A payout as it is read from its row, and the lock under which an account's payouts are changed."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypedDict

from fordran.domain.books.journal import Category
from fordran.domain.days import Interval
from fordran.store.connections.database import Connection

LONG_SECONDS = 3600
"""How long a statement over a million specifications may take."""


class PayoutRow(TypedDict):
    """A payout, by the columns of `PAYOUT_COLUMNS`."""

    account_id: str
    id: str
    creditor_id: str | None
    """None of our own fees."""
    case_id: str | None
    payout_reference: str
    finance_category: Category
    finance_interval: Interval
    finance_period_start_date: date
    finance_period_end_date: date
    pay_on: date
    amount: int
    vat_amount: int
    payout_date: datetime | None
    bookings: int
    head_hash: str


PAYOUT_COLUMNS = """
account_id, id, creditor_id, case_id, payout_reference, finance_category, finance_interval, finance_period_start_date,
finance_period_end_date, pay_on, amount, vat_amount, payout_date, bookings, head_hash
"""


async def lock_payouts(tx: Connection, account: str) -> None:
    """Be the only one who gathers or orders an account's payouts, until this transaction ends."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('payouts ' || $1, 0))", account, timeout=LONG_SECONDS
    )
