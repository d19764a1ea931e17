"""Acts on a case that hold nothing: start, close by decision, the authority's replies, marks on its customer."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, move, save
from fordran.actions.note_event import Event, note_events
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.domain.case_flow import require
from fordran.domain.case_states import Place, Reply
from fordran.domain.facts import Closing
from fordran.resources.case_acts import CloseInput, ReplyInput, StartInput
from fordran.resources.customers import CustomerMarks
from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.installation import business_day
from fordran.store.rows import change
from fordran.store.scope import Caller

_REPLIES: dict[Reply, Place] = {
    "served": Place("enforcement", "enforcement_served"),
    "contested": Place("enforcement", "enforcement_contested"),
    "verdict": Place("enforcement", "enforcement_verdict"),
    "execution": Place("enforcement", "enforcement_execution"),
    "ended": Place("surveillance", "surveillance_active"),
}


async def start_flow(tx: Connection, one: FlowingCase, given: StartInput, now: datetime) -> None:
    """Let a case that waited begin to move."""
    if one.row["state"] == "closed":
        raise Conflict("The case is closed: it cannot be started.")
    if one.row["start_flow"]:
        raise Conflict("The case has been started already.")
    one.row["start_flow"] = True
    await save(tx, [one], now)
    await note_events(tx, [one.case.event("case.started")], now)


async def close_case(tx: Connection, one: FlowingCase, given: CloseInput, now: datetime) -> None:
    """Close the case by decision: whatever remains is booked off."""
    if one.row["state"] == "closed":
        raise Conflict("The case is closed already.")
    fact = Closing(new_id(), one.today, given.reason)
    await book(tx, one.case, [StoredFact(fact, one.case.business_now, SYSTEM)], now)


async def note_reply(tx: Connection, one: FlowingCase, given: ReplyInput, now: datetime) -> None:
    """Move the case as the authority says."""
    require(one.place, f"enforcement_{given.reply}")
    target = _REPLIES[given.reply]
    if one.place.status in ("respite", "disputed", "amortization") and given.reply == "ended":
        target = Place("surveillance", one.place.status)
    one.flow.interrupted.append(one.today.isoformat())
    told = {"from": one.row["state"], "to": target.state, "status": target.status}
    await move(tx, one, target, f"enforcement_{given.reply}", now)
    await note_events(tx, [one.case.event("case.state_changed", told)], now)


async def mark_customer(
    tx: Connection, caller: Caller, id_: str, etag: str, given: CustomerMarks, now: datetime
) -> None:
    """Note what stops collection from a customer, or that it no longer does; its cases are looked at again at once."""
    before = await tx.fetchrow(
        "select account_id, deceased_on, bankruptcy_on, debt_restructuring_on from customers where id = $1", id_
    )
    today = await business_day(tx, now)
    changes: dict[str, object] = {
        column: (before[column] or today) if getattr(given, name) else None
        for name, column in (
            ("deceased", "deceased_on"),
            ("bankruptcy", "bankruptcy_on"),
            ("debt_restructuring", "debt_restructuring_on"),
        )
    }
    changes["is_protected"] = given.protected_identity
    if not await change(tx, "customers", {"account_id": before["account_id"], "id": id_}, changes, now, etag):
        raise EtagDiffers
    await tx.execute(
        """update cases set revision = revision + 1, updated = greatest(updated, $4), next_step_date = $3
           where account_id = $1 and customer_id = $2 and closed is null and start_flow""",
        before["account_id"],
        id_,
        today,
        now,
    )
    await note_events(tx, [Event("customer.changed", before["account_id"], data={"customer": id_})], now)
