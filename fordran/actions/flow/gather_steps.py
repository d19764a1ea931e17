"""Gather steps: a step that is due waits some days for the same step of another claim, so that both go in one letter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TypedDict

from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.days import days_after
from fordran.domain.kinds.steps import STEPS, Step
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

GATHERED: tuple[Step, ...] = tuple(
    step.code for step in STEPS.values() if step.letter is not None and step.state is not None
)
"""Steps whose letters are one where they fall on one day."""


class _LaterRow(TypedDict):
    creditor_id: str
    customer_id: str
    next_step: Step
    next_step_date: date


async def later_steps(tx: Connection, cases: Sequence[FlowingCase]) -> dict[tuple[str, str, Step], list[date]]:
    """Creditor, customer and step → the days after today on which it falls for other claims on the same debtors."""
    rows = await fetch_rows(
        tx,
        _LaterRow,
        """select creditor_id, customer_id, next_step, next_step_date from cases
           where account_id = $1 and customer_id = any($2::text[]) and next_step_date > $3 and next_step = any($4::text[])""",
        cases[0].case.account,
        list({flowing.row["customer_id"] for flowing in cases}),
        cases[0].today,
        list(GATHERED),
    )
    found: dict[tuple[str, str, Step], list[date]] = defaultdict(list)
    for row in rows:
        found[row["creditor_id"], row["customer_id"], row["next_step"]].append(row["next_step_date"])
    return found


def wait_until(due: date, gather_days: int, later: Iterable[date]) -> date | None:
    """The last of the days, within so many of the step's own, on which another falls; None where it need not wait.

    >>> wait_until(date(2026, 9, 2), 5, [date(2026, 9, 4), date(2026, 9, 7), date(2026, 9, 8)])
    datetime.date(2026, 9, 7)
    """
    return max((day for day in later if day <= days_after(due, gather_days)), default=None)
