"""A letter that does not leave: its fee was never earned, nothing follows on it, and it is sent again when it may be."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.cases.case_facts import SYSTEM, FeeWithdrawn
from fordran.actions.cases.move_case import FlowingCase, book_and_save, go, save
from fordran.actions.note_event import note_events
from fordran.actions.outbox.keep_application import withdraw_unsent
from fordran.domain.kinds.case_states import HOLDS, CasePosition
from fordran.domain.kinds.letter_kinds import STEP_LETTERS, LetterKind
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id


async def note_not_left(
    tx: Connection, flowing: FlowingCase, kind: LetterKind, fees: Sequence[str], now: datetime, *, passes: bool
) -> None:
    """Let the case be as if the letter had not been queued, but for the state that its step brought.

    `fees` are the facts that charged for it: what is not sent costs nothing (lag (1981:739) 2 och 3 §§). `passes` says that
    the obstacle ends by itself, as a hold does; the letter is then sent again. Otherwise a person who handles the work list
    gives the debtor time, or lifts the hold, and it is sent after that.
    """
    flow = flowing.flow
    if flow.leaving == kind:
        flow.leaving = None
    if kind in STEP_LETTERS:
        flow.stopped = flowing.today.isoformat() if passes else None
        flow.held_until = flow.held_until if passes else None
    if kind == "enforcement":
        await withdraw_unsent(tx, flowing.case, now)
    if kind == "enforcement" and flowing.row["state"] == "enforcement":
        # An application that was never made has ended: inkassolag (1974:182) 6 §.
        status = flowing.row["status"] if flowing.row["status"] in HOLDS else "surveillance_active"
        details = {"from": flowing.row["state"], "to": "surveillance", "status": status}
        go(flowing, CasePosition("surveillance", status), "enforcement_ended")
        await note_events(tx, [flowing.case.event("case.state_changed", details)], now)
    if not fees:
        await save(tx, [flowing], now)
        return
    await withdraw_fees(tx, flowing, fees, now)


async def withdraw_fees(tx: Connection, flowing: FlowingCase, fees: Sequence[str], now: datetime) -> None:
    """Let fees of the case count as never charged."""
    facts = [FeeWithdrawn(new_id(), fee, flowing.today, flowing.case.business_now, SYSTEM) for fee in fees]
    await book_and_save(tx, flowing, facts, now)
