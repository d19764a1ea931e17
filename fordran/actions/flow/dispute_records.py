"""Disputes on record: what the debtor objected to, what was answered, and the letters about it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import orjson

from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.kinds.case_states import DisputeEnd
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import CaseDisputeRow


async def keep_dispute(tx: Connection, flowing: FlowingCase, reason: str, now: datetime) -> str:
    """Put an objection of today on record; its id."""
    row = {
        "account_id": flowing.case.account,
        "id": new_id(),
        "created": now,
        "creditor_id": flowing.case.creditor,
        "case_id": flowing.case.id,
        "reason": reason,
        "disputed_on": flowing.today,
    }
    await insert(tx, "case_disputes", row)
    return str(row["id"])


async def end_dispute(
    tx: Connection, flowing: FlowingCase, outcome: DisputeEnd, answer: str | None = None, credited: int = 0
) -> str | None:
    """Note how the objection to a case ended today; its id, or None where it was made before there was a record."""
    ended: str | None = await tx.fetchval(
        """update case_disputes set outcome = $3, answer = $4, credited_amount = $5, ended_on = $6
           where account_id = $1 and case_id = $2 and ended_on is null returning id""",
        flowing.case.account,
        flowing.case.id,
        outcome,
        answer or None,
        credited,
        flowing.today,
    )
    return ended


class _DisputeRow(CaseDisputeRow):
    files: orjson.Fragment | None
    attachments: orjson.Fragment | None


_DISPUTES = """
select d.id, d.created, d.reason, d.disputed_on, d.outcome, d.answer, d.credited_amount, d.ended_on,
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
    shown: dict[str, Any] = {
        "_id": row["id"],
        "_created": row["created"],
        "reason": row["reason"],
        "disputed": row["disputed_on"],
        "status": "open" if is_open else "ended",
    }
    if not is_open:
        shown["outcome"] = row["outcome"] or "closed"
    if row["answer"] is not None:
        shown["answer"] = row["answer"]
    if row["credited_amount"]:
        shown["credited_amount"] = row["credited_amount"]
    if row["ended_on"] is not None:
        shown["ended"] = row["ended_on"]
    return shown | {name: [] if (some := row[name]) is None else parsed(some) for name in _FILES}
