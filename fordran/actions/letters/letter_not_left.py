"""A letter that does not leave: its fee was never earned, nothing follows on it, and it is sent again when it may be."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import SYSTEM, FeeWithdrawn
from fordran.actions.cases.move_case import FlowingCase, go, look_ahead, save
from fordran.actions.letters.letter_left import STEP_LETTERS
from fordran.actions.note_event import note_events
from fordran.domain.case_states import HOLDS, Place, Status
from fordran.domain.letters import LetterKind
from fordran.store.database import Connection
from fordran.store.ids import new_id


async def note_not_left(
    tx: Connection, one: FlowingCase, kind: LetterKind, fees: Sequence[str], now: datetime, *, passes: bool
) -> None:
    """Let the case be as if the letter had not been queued, but for the state that its step brought.

    `fees` are the facts that charged for it: what is not sent costs nothing (lag (1981:739) 2 och 3 §§). `passes` says that
    what stopped it ends by itself, as a hold does; the letter is then sent again. Else whoever sees to the work list gives
    the debtor time, or lifts what holds the case, and it is sent after that.
    """
    flow = one.flow
    if flow.leaving == kind:
        flow.leaving = None
    if kind in STEP_LETTERS:
        flow.stopped = one.today.isoformat() if passes else None
        flow.held_until = flow.held_until if passes else None
    if kind == "enforcement" and one.row["state"] == "enforcement":
        # An application that was never made has ended: inkassolag (1974:182) 6 §.
        status: Status = one.row["status"] if one.row["status"] in HOLDS else "surveillance_active"
        told = {"from": one.row["state"], "to": "surveillance", "status": status}
        go(one, Place("surveillance", status), "enforcement_ended")
        await note_events(tx, [one.case.event("case.state_changed", told)], now)
    if not fees:
        await save(tx, [one], now)
        return
    facts = [FeeWithdrawn(new_id(), fee, one.today, one.case.business_now, SYSTEM) for fee in fees]
    one.change = change_of(one.case, facts, now)
    look_ahead(one)
    await write_changes(tx, [one.change], now)
    one.change = None
