"""Acts on a case that hold nothing: start, close by decision, the authority's replies."""

from __future__ import annotations

from datetime import date, datetime

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, move, save
from fordran.actions.cases.work_list import resolve_work
from fordran.actions.note_event import note_events
from fordran.actions.refusals import Conflict
from fordran.domain.claims.facts import Closing
from fordran.domain.flow.case_flow import require
from fordran.domain.kinds.case_states import CasePosition, MovingReply
from fordran.resources.case_acts import CloseInput, StartInput
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id

_REPLIES: dict[MovingReply, CasePosition] = {
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
    await resolve_work(tx, flowing.case.account, ["name_differs"], now, case=flowing.case.id)
    await note_events(tx, [flowing.case.event("case.started")], now)


async def close_case(tx: Connection, flowing: FlowingCase, given: CloseInput, now: datetime) -> None:
    """Close the case by decision: whatever remains is booked off."""
    if flowing.row["state"] == "closed":
        raise Conflict("error.case_closed_already")
    fact = Closing(new_id(), flowing.today, given.reason)
    await book(tx, flowing.case, [StoredFact(fact, flowing.case.business_now, SYSTEM)], now)


async def move_by_reply(tx: Connection, flowing: FlowingCase, reply: MovingReply, now: datetime) -> None:
    """Move the case as the authority says."""
    require(flowing.place, f"enforcement_{reply}")
    target = _REPLIES[reply]
    if flowing.place.status in ("respite", "disputed", "amortization") and reply == "ended":
        target = CasePosition("surveillance", flowing.place.status)
    is_disputed = flowing.place.status == "disputed"
    details = {"from": flowing.row["state"], "to": target.state, "status": target.status}
    await move(tx, flowing, target, f"enforcement_{reply}", now)
    if is_disputed and target.status != "disputed":
        # The reply is in the history, and the objection still holds: inkassolag (1974:182) 4 §.
        await move(tx, flowing, CasePosition(target.state, "disputed"), "dispute", now)
    await note_events(tx, [flowing.case.event("case.state_changed", details)], now)


def note_interruption_by_reply(flowing: FlowingCase, reply: MovingReply, day: date | None, began: date | None) -> None:
    """Let the reply interrupt limitation; the end of the authority's case begins a new term: preskriptionslag (1981:130) 7 §.

    The authority's case ends once, on the first day that is noted. A case without a kind of limitation counts from the day on
    which the reply is noted.
    """
    flow = flowing.flow
    if day is None or flowing.case.terms.particulars.limitation_kind is None:
        flow.interrupted.append(flowing.today.isoformat())
    elif reply == "ended" and began is not None:
        others = [one for one in flow.proceedings if one[0] != began.isoformat()]
        flow.proceedings = sorted([*others, [began.isoformat(), day.isoformat()]])
    else:
        flow.interrupted.append(day.isoformat())
