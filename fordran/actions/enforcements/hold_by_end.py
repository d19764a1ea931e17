"""Contested claims that no court judges are disputed, unless an order becomes known after all: inkassolag (1974:182) 4 §."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.cases.move_case import FlowingCase, go, move
from fordran.actions.enforcements.noted_replies import order_date
from fordran.actions.flow.dispute_records import end_dispute, keep_dispute, open_disputes
from fordran.domain.flow.case_flow import allowed
from fordran.domain.flow.enforcements import DatedReply
from fordran.domain.kinds.case_states import CasePosition
from fordran.store.connections.database import Connection

_REASON = "Bestridd hos Kronofogden."
_SURVEILLANCE = CasePosition("surveillance", "surveillance_active")
_CONTESTED = CasePosition("enforcement", "enforcement_contested")


async def hold_by_end(tx: Connection, flowing: FlowingCase, now: datetime) -> bool:
    """Hold a claim whose application ended although it was contested, unless it is held as disputed already; whether it did."""
    if flowing.place == _SURVEILLANCE:
        go(flowing, _CONTESTED, "enforcement_contested_late")
    target = CasePosition(flowing.place.state, "disputed")
    if not allowed(flowing.place, target, "dispute"):
        return False
    await keep_dispute(tx, flowing, _REASON, now)
    flowing.flow.dispute, flowing.flow.disputed_on = _REASON, flowing.today.isoformat()
    await move(tx, flowing, target, "dispute", now)
    return True


async def release_by_order(tx: Connection, flowing: FlowingCase, replies: Sequence[DatedReply], now: datetime) -> None:
    """Let a claim go on that was held since its application seemed to have ended without an order."""
    if order_date(replies) is None or flowing.place != CasePosition("enforcement", "disputed"):
        return
    disputes = await open_disputes(tx, flowing, now)
    ours = [one for one in disputes if one.reason == _REASON]
    for one in ours:
        await end_dispute(tx, flowing, one.id, "overtaken")
    if ours and len(ours) == len(disputes):
        flowing.flow.dispute = None
        go(flowing, CasePosition("surveillance", "disputed"), "enforcement_ended")
        go(flowing, _SURVEILLANCE, "dispute_answer")
