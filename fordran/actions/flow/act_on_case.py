"""Acts on a case that hold nothing: start, close by decision, the authority's replies."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, move, save
from fordran.actions.flow.dispute_records import end_dispute
from fordran.actions.note_event import note_events
from fordran.actions.refusals import Conflict
from fordran.domain.claims.facts import Closing
from fordran.domain.flow.case_flow import require
from fordran.domain.kinds.case_states import CasePosition, Reply
from fordran.resources.case_acts import CloseInput, ReplyInput, StartInput
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id

_REPLIES: dict[Reply, CasePosition] = {
    "served": CasePosition("enforcement", "enforcement_served"),
    "contested": CasePosition("enforcement", "enforcement_contested"),
    "verdict": CasePosition("enforcement", "enforcement_verdict"),
    "execution": CasePosition("enforcement", "enforcement_execution"),
    "ended": CasePosition("surveillance", "surveillance_active"),
}


async def start_flow(tx: Connection, flowing: FlowingCase, given: StartInput, now: datetime) -> None:
    """Let a case that waited begin to move."""
    if flowing.row["state"] == "closed":
        raise Conflict("error.closed_case_not_started")
    if flowing.row["start_flow"]:
        raise Conflict("error.case_started_already")
    flowing.row["start_flow"] = True
    await save(tx, [flowing], now)
    await note_events(tx, [flowing.case.event("case.started")], now)


async def close_case(tx: Connection, flowing: FlowingCase, given: CloseInput, now: datetime) -> None:
    """Close the case by decision: whatever remains is booked off."""
    if flowing.row["state"] == "closed":
        raise Conflict("error.case_closed_already")
    fact = Closing(new_id(), flowing.today, given.reason)
    await book(tx, flowing.case, [StoredFact(fact, flowing.case.business_now, SYSTEM)], now)


async def note_reply(tx: Connection, flowing: FlowingCase, given: ReplyInput, now: datetime) -> None:
    """Move the case as the authority says."""
    require(flowing.place, f"enforcement_{given.reply}")
    target = _REPLIES[given.reply]
    if flowing.place.status in ("respite", "disputed", "amortization") and given.reply == "ended":
        target = CasePosition("surveillance", flowing.place.status)
    elif flowing.place.status == "disputed":
        await end_dispute(tx, flowing, "overtaken")
    flowing.flow.interrupted.append(flowing.today.isoformat())
    details = {"from": flowing.row["state"], "to": target.state, "status": target.status}
    await move(tx, flowing, target, f"enforcement_{given.reply}", now)
    await note_events(tx, [flowing.case.event("case.state_changed", details)], now)
