"""Note what Kivra tells of a content: that it was read, or that the receiver declined it. A second callback changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from fordran.actions.cases.work_list import put_on_work_list
from fordran.domain.message import Message
from fordran.formats.kivra import KivraCallback
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.rows import change


class _DeliveryRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str
    case_id: str | None
    envelope_id: str | None
    read: datetime | None
    declined: datetime | None


_OF = f"""
select account_id, id, creditor_id, case_id, envelope_id, read, declined from deliveries q
where q.channel_reference = $1 and {of_one_account("q")} for update
"""


@dataclass(frozen=True)
class _Case:
    account: str
    creditor: str
    id: str | None
    partner: str | None


async def note_callback(tx: Connection, callback: KivraCallback, now: datetime) -> bool:
    """Note it; False where we gave Kivra no such content. Payments are noted by nobody: the bank's file books them."""
    rows = await fetch_locked(tx, _DeliveryRow, _OF, callback.content_key)
    if not rows:
        return False
    row = rows[0]
    if callback.kind == "other" or row[callback.kind] is not None:
        return True
    key = {"account_id": row["account_id"], "id": row["id"]}
    await change(tx, "deliveries", key, {callback.kind: callback.happened}, now)
    if row["envelope_id"] is not None:
        await tx.execute(
            """update envelopes set read = case when $4 then $3 else read end,
                   declined = case when $4 then declined else $3 end where account_id = $1 and id = $2""",
            row["account_id"],
            row["envelope_id"],
            callback.happened,
            callback.kind == "read",
        )
        await tx.execute(
            """update letters set updated = $3, revision = revision + 1
               where account_id = $1 and envelope_id = $2""",
            row["account_id"],
            row["envelope_id"],
            now,
        )
    if callback.kind == "declined":
        await _ask_somebody(tx, row, now)
    return True


class _CaseRow(TypedDict):
    case_id: str


async def _ask_somebody(tx: Connection, row: _DeliveryRow, now: datetime) -> None:
    """A person finds out why: who declines to pay may object to the claim."""
    cases = [row["case_id"]]
    if row["envelope_id"] is not None:
        found = await fetch_rows(
            tx,
            _CaseRow,
            "select distinct case_id from letters where account_id = $1 and envelope_id = $2 order by case_id",
            row["account_id"],
            row["envelope_id"],
        )
        cases = [one["case_id"] for one in found]
    partner = await tx.fetchval("select partner_id from accounts where id = $1", row["account_id"])
    for case in cases:
        subject = _Case(row["account_id"], row["creditor_id"], case, partner)
        await put_on_work_list(tx, subject, "kivra_declined", Message("work.kivra_declined"), now, row["id"])
