"""The differences that can be repaired: the tables and columns that follow from other data.

Facts, bookings, seals, and rows of money on its way (bank transactions, refunds, payouts, orders) are not among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fordran.actions.proof.case import AMOUNT_COLUMNS
from fordran.actions.proof.differences import Discrepancy
from fordran.actions.proof.registration import MADE_OF_REGISTRATION

TALLIES, FILES = "tallies", "media_files"
_OUTCOME = frozenset(("settled_amount", "payment_status", "status_reason_locale"))
_FIGURES = frozenset((*AMOUNT_COLUMNS, "transactions"))
DERIVED: dict[str, frozenset[str]] = {
    "cases": _FIGURES | {"refund_amount", "closed", "close_reason", "facts"},
    "creditor_payments": _OUTCOME,
    "creditor_creditings": _OUTCOME,
    "creditor_cancellations": frozenset(("cancellation_status", "status_reason_locale")),
    "invoices": frozenset(MADE_OF_REGISTRATION),
}
"""Table → its columns that can be computed from other rows."""
REWRITTEN = DERIVED | {"cases": _FIGURES, "invoices": frozenset()}
"""The same, where the service itself wrote another value: the end of a case and a refund have rows and events of their own,
and an invoice has been sent."""


@dataclass(frozen=True)
class Repair:
    """A row that can perhaps be repaired; a count has its name and scope as its id, a file its own."""

    table: str
    id: str


def repairs_of(found: Sequence[Discrepancy], strays: Sequence[str], *, is_complete: bool = True) -> list[Repair]:
    """The repairs that differences and stray files allow, before a closer look at each.

    A count is evidence where rows are missing: it is repaired only if nothing else differs in its table. That is unknown
    where not every difference was named (`is_complete`).
    """
    otherwise = {one.table for one in found if one.what != "number of rows"}
    tables = {(one.id, one.expected, one.found): one.table for one in found if one.what == "number of rows"}
    counts = [
        Repair(TALLIES, one.id)
        for one in found
        if is_complete
        and one.table == TALLIES
        and tables.get((one.id.rpartition("/")[2], one.found, one.expected)) not in otherwise
    ]
    rows = [Repair(one.table, one.id) for one in found if one.what in DERIVED.get(one.table, ())]
    return list(dict.fromkeys([*counts, *rows, *(Repair(FILES, file) for file in strays)]))
