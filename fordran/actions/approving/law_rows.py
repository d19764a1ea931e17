"""Rows of law that somebody proposed: approving lets a row hold, rejecting lets it never hold."""

from __future__ import annotations

from fordran.actions.approvals.four_eyes import NO_ACCOUNT
from fordran.actions.approving.to_approve import ApprovalDecision, ApprovalSource, ToApprove
from fordran.actions.law.law_rows import StoredLawRow, approve_law_row, law_rows_there, reject_law_row
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection


def _to_approve(row: StoredLawRow) -> ToApprove:
    details = {
        "article": row["article"],
        "from": row["begins"].isoformat(),
        "percent": None if row["percent"] is None else float(row["percent"]),
        "parts": None if row["parts"] is None else parsed(row["parts"]),
        "claim_kind": row["claim_kind"],
        "source": row["source"],
    }
    return ToApprove(
        row["id"],
        "law_row",
        NO_ACCOUNT,
        None,
        None,
        row["amount"] or 0,
        None,
        {},
        tuple(row["proposed_by"] or ()),
        row["created"],
        details={name: value for name, value in details.items() if value is not None},
    )


async def _proposed(connection: Connection, only: str | None) -> list[ToApprove]:
    found = await law_rows_there(connection, only)
    return [_to_approve(row) for row in found if row["status"] == "proposed"]


async def _approved(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    await approve_law_row(tx, one.id, decision.by, decision.now)


async def _rejected(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    await reject_law_row(tx, one.id, decision.by, decision.now)


LAW_ROWS = ApprovalSource("law_row", _proposed, _rejected, _approved)
