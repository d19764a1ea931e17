"""Disputes on record: what the debtor objected to, what was answered, and the letters about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

import orjson

from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.kinds.dispute_kinds import DisputeEnd, DisputeKind
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import CaseDisputeRow


@dataclass(frozen=True)
class OpenDispute:
    """An objection that has not ended. `amount` is the part of the capital that it is about; None is all of it."""

    id: str
    kind: DisputeKind
    reason: str
    amount: int | None
    disputed_on: date
    explanation: str | None
    noted_by: tuple[str, ...]
    rejected_on: date | None


async def keep_dispute(
    tx: Connection,
    flowing: FlowingCase,
    reason: str,
    now: datetime,
    *,
    kind: DisputeKind = "substance",
    amount: int | None = None,
    explanation: str | None = None,
    noted_by: Sequence[str] = (),
    disputed_on: date | None = None,
) -> str:
    """Put an objection on record; its id."""
    row = {
        "account_id": flowing.case.account,
        "id": new_id(),
        "created": now,
        "creditor_id": flowing.case.creditor,
        "case_id": flowing.case.id,
        "reason": reason,
        "disputed_on": disputed_on or flowing.today,
        "kind": kind,
        "amount": amount,
        "explanation": explanation,
        "noted_by": list(noted_by),
    }
    await insert(tx, "case_disputes", row)
    return str(row["id"])


_OPEN = """
select id, kind, reason, amount, disputed_on, explanation, noted_by, rejected_on from case_disputes
where account_id = $1 and case_id = $2 and ended_on is null order by id
"""


async def open_disputes(tx: Connection, flowing: FlowingCase, now: datetime) -> list[OpenDispute]:
    """The objections to a case that have not ended, the first one first.

    A case that was disputed before there was a record gets one here.
    """
    rows = await fetch_rows(tx, CaseDisputeRow, _OPEN, flowing.case.account, flowing.case.id)
    if not rows and flowing.row["status"] == "disputed":
        flow = flowing.flow
        since = date.fromisoformat(flow.disputed_on) if flow.disputed_on else flowing.today
        await keep_dispute(tx, flowing, flow.dispute or "-", now, disputed_on=since)
        rows = await fetch_rows(tx, CaseDisputeRow, _OPEN, flowing.case.account, flowing.case.id)
    return [
        OpenDispute(
            id=row["id"],
            kind=row["kind"] or "substance",
            reason=row["reason"],
            amount=row["amount"],
            disputed_on=row["disputed_on"],
            explanation=row["explanation"],
            noted_by=tuple(row["noted_by"] or ()),
            rejected_on=row["rejected_on"],
        )
        for row in rows
    ]


async def has_dispute(tx: Connection, flowing: FlowingCase, dispute: str) -> bool:
    """Whether the case has an objection by that id, open or ended."""
    found: bool = await tx.fetchval(
        "select exists (select 1 from case_disputes where account_id = $1 and case_id = $2 and id = $3)",
        flowing.case.account,
        flowing.case.id,
        dispute,
    )
    return found


async def was_asked_for_ground(tx: Connection, flowing: FlowingCase) -> bool:
    """Whether the debtor was asked for the ground of an objection to this case before."""
    asked: bool = await tx.fetchval(
        "select exists (select 1 from case_disputes where account_id = $1 and case_id = $2 and kind = 'unclear')",
        flowing.case.account,
        flowing.case.id,
    )
    return asked


async def end_dispute(
    tx: Connection,
    flowing: FlowingCase,
    dispute: str,
    outcome: DisputeEnd,
    *,
    answer: str | None = None,
    credited: int = 0,
    evidence: str | None = None,
    confirmed_by: str | None = None,
) -> None:
    """Note how an objection ended today."""
    await tx.execute(
        """update case_disputes set outcome = $4, answer = coalesce($5, answer), credited_amount = credited_amount + $6,
               evidence = coalesce($7, evidence), confirmed_by = $8, ended_on = $9
           where account_id = $1 and case_id = $2 and id = $3""",
        flowing.case.account,
        flowing.case.id,
        dispute,
        outcome,
        answer or None,
        credited,
        evidence,
        confirmed_by,
        flowing.today,
    )


async def keep_open(
    tx: Connection,
    flowing: FlowingCase,
    dispute: str,
    outcome: Literal["rejected", "partly", "to_court"],
    *,
    answer: str | None = None,
    credited: int = 0,
    evidence: str | None = None,
) -> None:
    """Note the answer to an objection that goes on holding; of a part, what was credited of it is no longer disputed."""
    await tx.execute(
        """update case_disputes set outcome = $4, answer = coalesce($5, answer), credited_amount = credited_amount + $6,
               amount = amount - $6, evidence = coalesce($7, evidence), rejected_on = coalesce(rejected_on, $8)
           where account_id = $1 and case_id = $2 and id = $3""",
        flowing.case.account,
        flowing.case.id,
        dispute,
        outcome,
        answer or None,
        credited,
        evidence,
        flowing.today,
    )


class _DisputeRow(CaseDisputeRow):
    files: orjson.Fragment | None
    attachments: orjson.Fragment | None


_DISPUTES = """
select d.id, d.created, d.reason, d.disputed_on, d.outcome, d.answer, d.credited_amount, d.ended_on, d.kind, d.amount,
       d.explanation, d.rejected_on, d.evidence, d.confirmed_by,
       (select jsonb_agg(jsonb_build_object(
                   'letter', l.id, 'kind', l.kind, 'id', m.id, 'filename', m.filename, 'content_type', m.content_type,
                   'size', m.size) order by l.id)
        from letters l join media_files m on m.account_id = l.account_id and m.id = l.media_id
        where l.account_id = d.account_id and l.case_id = d.case_id and l.details ->> 'dispute' = d.id) as files,
       (select jsonb_agg(jsonb_build_object('id', m.id, 'filename', m.filename, 'content_type', m.content_type, 'size', m.size)
                         order by m.id)
        from media_files m where m.account_id = d.account_id and m.dispute_id = d.id) as attachments
from case_disputes d where d.account_id = $1 and d.case_id = $2 order by d.id
"""


_FILES: tuple[Literal["files", "attachments"], ...] = ("files", "attachments")


async def read_disputes(connection: Connection, account: str, case: str, *, is_closed: bool) -> list[dict[str, Any]]:
    """Every objection to a case, the first one first. Amounts are öre."""
    rows = await fetch_rows(connection, _DisputeRow, _DISPUTES, account, case)
    return [_shown(row, is_closed) for row in rows]


def _shown(row: _DisputeRow, is_closed: bool) -> dict[str, Any]:
    is_open = row["ended_on"] is None and not is_closed
    outcome = row["outcome"] if is_open or row["ended_on"] is not None else "closed"
    shown: dict[str, Any] = {
        "_id": row["id"],
        "_created": row["created"],
        "kind": row["kind"] or "substance",
        "reason": row["reason"],
        "amount": row["amount"],
        "explanation": row["explanation"],
        "disputed": row["disputed_on"],
        "status": "open" if is_open else "ended",
        "outcome": outcome,
        "answer": row["answer"],
        "rejected": row["rejected_on"],
        "evidence": row["evidence"],
        "confirmed_by": row["confirmed_by"],
        "credited_amount": row["credited_amount"] or None,
        "ended": row["ended_on"],
    }
    known = {name: value for name, value in shown.items() if value is not None}
    return known | {name: [] if (some := row[name]) is None else parsed(some) for name in _FILES}
