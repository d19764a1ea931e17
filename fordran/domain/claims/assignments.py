"""Assignments of claims: from which creditor a claim came to which, and whose it was on a day.

The rule is in docs/rules/assignment.md. A payment belongs to the creditor who owned the claim on the day of the payment.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ClaimAssignment:
    """A claim that came from one creditor to another, whose it is from that day on."""

    former: str
    former_name: str
    new: str
    date: dt.date
    document: str | None = None
    """The file that proves it."""

    def shown(self) -> dict[str, str]:
        """The assignment as it is kept with its case."""
        kept = {"from": self.former, "former_name": self.former_name, "to": self.new, "date": self.date.isoformat()}
        return kept if self.document is None else kept | {"document": self.document}


def assignments_of(stored: Iterable[Mapping[str, Any]] | None) -> tuple[ClaimAssignment, ...]:
    """The assignments of a case as they are kept, the first one first."""
    return tuple(
        ClaimAssignment(
            one["from"], one["former_name"], one["to"], dt.date.fromisoformat(one["date"]), one.get("document")
        )
        for one in stored or ()
    )


def owner_on(creditor: str, assignments: Sequence[ClaimAssignment], day: dt.date) -> str:
    """The creditor whose the claim was on a day, where it is one creditor's now.

    >>> owner_on("new", [ClaimAssignment("old", "Gamla AB", "new", dt.date(2026, 9, 10))], dt.date(2026, 9, 9))
    'old'
    >>> owner_on("new", [ClaimAssignment("old", "Gamla AB", "new", dt.date(2026, 9, 10))], dt.date(2026, 9, 10))
    'new'
    """
    return next((one.former for one in assignments if day < one.date), creditor)
