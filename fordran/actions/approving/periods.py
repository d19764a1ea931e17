"""Months of the books that somebody proposed to close: approving closes the month, rejecting takes the proposal away."""

from __future__ import annotations

from datetime import date

from fordran.actions.approvals.four_eyes import NO_ACCOUNT
from fordran.actions.approving.to_approve import ApprovalDecision, ApprovalSource, ToApprove
from fordran.actions.books.close_period import confirm_period, take_back_proposal
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import ClosedPeriodRow


def period_id(month: date) -> str:
    """The id by which the closing of a month is approved.

    >>> period_id(date(2026, 11, 1))
    '000000000000000000202611'
    """
    return f"{month:%Y%m}".rjust(24, "0")


def _month(id_: str) -> date:
    return date(int(id_[18:22]), int(id_[22:]), 1)


async def _periods(connection: Connection, only: str | None) -> list[ToApprove]:
    rows = await fetch_rows(
        connection,
        ClosedPeriodRow,
        "select month, proposed, proposed_by from closed_periods where closed is null order by month",
    )
    found = [
        ToApprove(
            period_id(row["month"]),
            "period",
            NO_ACCOUNT,
            None,
            None,
            0,
            None,
            {},
            (row["proposed_by"],) if row["proposed_by"] else (),
            row["proposed"],
            details={"month": f"{row['month']:%Y-%m}", "proposed": row["proposed"].isoformat()},
        )
        for row in rows
    ]
    return [one for one in found if only in (None, one.id)]


async def _approved(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    await confirm_period(tx, decision.books, _month(one.id), decision.by, decision.now)


async def _rejected(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    await take_back_proposal(tx, _month(one.id))


PERIODS = ApprovalSource("period", _periods, _rejected, _approved)
