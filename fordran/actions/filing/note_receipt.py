"""Note what the receiver did with a message: an application that it accepted is with the authority from that day on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.work_list import resolve_work
from fordran.actions.enforcements.post_application import let_leave
from fordran.actions.filing.show_trouble import hide_unsent, show_refused
from fordran.formats.enforcement import Receipt, ReceiptError, ReceiptOutcome
from fordran.resources.enforcements import ENFORCEMENTS
from fordran.shape.moments import midnight, rfc_1123
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.rows import change, find
from fordran.store.rows.schema_rows import EnforcementMessageRow, EnforcementRow
from fordran.store.upkeep.installation import business_now

MESSAGE = """
m.account_id, m.id, m.creditor_id, m.case_id, m.enforcement_id, m.kind, m.subject, m.message_key, m.made_on, m.content,
m.status, m.envelope_id, m.facts, m.tries, m.taken"""
"""The columns of a message that the work with it reads."""
_CONFIRMED = ("withdrawal", "reduction")


async def note_receipt(tx: Connection, row: EnforcementMessageRow, receipt: Receipt, now: datetime) -> None:
    """Note a receipt of a message, which is locked. One that is answered already stays as it is."""
    if row["status"] != "handed_over":
        return
    if receipt.outcome == "accepted":
        await _accept(tx, row, receipt.day, now)
    else:
        await refuse_message(tx, row, receipt.outcome, receipt.errors, now)


async def refuse_message(
    tx: Connection,
    row: EnforcementMessageRow,
    outcome: ReceiptOutcome,
    errors: Sequence[ReceiptError],
    now: datetime,
) -> None:
    """Note that a message is refused as it is: a person is asked to look, and an application may go on paper."""
    codes = ", ".join(dict.fromkeys(error.code for error in errors)) or outcome
    await _answer(tx, row, now, status="refused", reason=codes)
    if row["kind"] == "application":
        await tx.execute(
            """update enforcements set status = 'to_sign', channel = 'paper', revision = revision + 1, updated = $3
               where account_id = $1 and id = $2 and status = 'prepared'""",
            row["account_id"],
            row["enforcement_id"],
            now,
        )
    await show_refused(tx, row, "; ".join(map(str, errors)) or outcome, now)


async def _accept(tx: Connection, row: EnforcementMessageRow, day: date, now: datetime) -> None:
    if row["kind"] == "application":
        found = await find(tx, ENFORCEMENTS, SYSTEM, row["enforcement_id"])
        assert found is not None
        await let_leave(tx, found.document, max(day, row["made_on"]), now)
        # The authority learns of facts that came after it was handed over.
        await tx.execute(
            "update enforcements set answered_facts = $3 where account_id = $1 and id = $2",
            row["account_id"],
            row["enforcement_id"],
            parsed(row["facts"]) if row["facts"] is not None else [],
        )
    elif row["kind"] in _CONFIRMED:
        await _confirm(tx, row, day, now)
    await _answer(tx, row, now, status="accepted", reason=None)
    await resolve_work(tx, row["account_id"], ["enforcement_refused"], now, subject=row["enforcement_id"])


async def _confirm(tx: Connection, row: EnforcementMessageRow, day: date, now: datetime) -> None:
    """Let a withdrawal or reduction be confirmed by its receipt."""
    found = await fetch_the_row(
        tx,
        EnforcementRow,
        "select id, notices from enforcements where account_id = $1 and id = $2 for update",
        row["account_id"],
        row["enforcement_id"],
    )
    notices: list[dict[str, Any]] = [] if found["notices"] is None else parsed(found["notices"])
    for one in notices:
        if one["document"] == row["subject"]:
            one.setdefault("confirmed_date", rfc_1123(midnight(day)))
    await tx.execute(
        "update enforcements set notices = $3, revision = revision + 1, updated = $4 where account_id = $1 and id = $2",
        row["account_id"],
        row["enforcement_id"],
        notices,
        now,
    )
    if all("confirmed_date" in one for one in notices):
        await resolve_work(tx, row["account_id"], ["notice_unconfirmed"], now, subject=row["enforcement_id"])


async def _answer(tx: Connection, row: EnforcementMessageRow, now: datetime, **changes: Any) -> None:
    answered: dict[str, Any] = {"answered": await business_now(tx, now), "next_attempt": None, "claimed_until": None}
    key = {"account_id": row["account_id"], "id": row["id"]}
    await change(tx, "enforcement_messages", key, answered | changes, now)
    await hide_unsent(tx, row, now)
