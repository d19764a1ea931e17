"""Closed periods: the months of the operator's ledger, who closed them, and the hashes of their exports."""

from __future__ import annotations

from datetime import date

from fordran.actions.books.close_period import closed_periods
from fordran.domain.books.report import Report
from fordran.store.connections.database import Connection

PERIODS = ("month", "closed_on", "proposed_by", "confirmed_by", "vouchers", "sha256")


async def periods(tx: Connection, first: date, last: date, _creditor: str | None = None) -> Report:
    """Months that ended in a period and are closed, or proposed to be closed."""
    rows = await closed_periods(tx, first, last)
    return Report(
        "Closed periods",
        PERIODS,
        frozenset(),
        [
            (
                *(f"{row['month']:%Y-%m}", row["closed_on"], row["proposer"], row["confirmer"]),
                *(row["vouchers"], row["file_hash"]),
            )
            for row in rows
        ],
        name="periods",
        days=(first, last),
    )
