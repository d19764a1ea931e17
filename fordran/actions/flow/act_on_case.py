"""Acts on a case that hold nothing: start, close by decision, the authority's replies, marks on its customer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import TypedDict

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, move, save
from fordran.actions.flow.dispute_records import end_dispute
from fordran.actions.note_event import Event, note_events
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.domain.claims.facts import Closing
from fordran.domain.flow.case_flow import require
from fordran.domain.flow.case_states import Place, Reply
from fordran.resources.case_acts import CloseInput, ReplyInput, StartInput
from fordran.resources.customers import CUSTOMERS, CustomerMarks
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import CREDITOR, Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, find
from fordran.store.upkeep.installation import business_day

_REPLIES: dict[Reply, Place] = {
    "served": Place("enforcement", "enforcement_served"),
    "contested": Place("enforcement", "enforcement_contested"),
    "verdict": Place("enforcement", "enforcement_verdict"),
    "execution": Place("enforcement", "enforcement_execution"),
    "ended": Place("surveillance", "surveillance_active"),
}


async def start_flow(tx: Connection, flowing: FlowingCase, given: StartInput, now: datetime) -> None:
    """Let a case that waited begin to move."""
    if flowing.row["state"] == "closed":
        raise Conflict("The case is closed: it cannot be started.")
    if flowing.row["start_flow"]:
        raise Conflict("The case has been started already.")
    flowing.row["start_flow"] = True
    await save(tx, [flowing], now)
    await note_events(tx, [flowing.case.event("case.started")], now)


async def close_case(tx: Connection, flowing: FlowingCase, given: CloseInput, now: datetime) -> None:
    """Close the case by decision: whatever remains is booked off."""
    if flowing.row["state"] == "closed":
        raise Conflict("The case is closed already.")
    fact = Closing(new_id(), flowing.today, given.reason)
    await book(tx, flowing.case, [StoredFact(fact, flowing.case.business_now, SYSTEM)], now)


async def note_reply(tx: Connection, flowing: FlowingCase, given: ReplyInput, now: datetime) -> None:
    """Move the case as the authority says."""
    require(flowing.place, f"enforcement_{given.reply}")
    target = _REPLIES[given.reply]
    if flowing.place.status in ("respite", "disputed", "amortization") and given.reply == "ended":
        target = Place("surveillance", flowing.place.status)
    elif flowing.place.status == "disputed":
        await end_dispute(tx, flowing, "overtaken")
    flowing.flow.interrupted.append(flowing.today.isoformat())
    told = {"from": flowing.row["state"], "to": target.state, "status": target.status}
    await move(tx, flowing, target, f"enforcement_{given.reply}", now)
    await note_events(tx, [flowing.case.event("case.state_changed", told)], now)


class _CustomerRow(TypedDict):
    account_id: str
    deceased_on: date | None
    bankruptcy_on: date | None
    debt_restructuring_on: date | None


async def _holds_own_view(tx: Connection, caller: Caller, key: Mapping[str, str], etag: str) -> bool:
    """Whether a caller sees what its creditors have told alone, so that the tag is of that, and is held from here on."""
    if caller.level != CREDITOR:
        return False
    await tx.execute(
        "select from customer_details where account_id = $1 and customer_id = $2 for update", *key.values()
    )
    item = await find(tx, CUSTOMERS, caller, key["id"])
    if item is None or item.etag != etag:
        raise EtagDiffers
    return True


async def mark_customer(
    tx: Connection, caller: Caller, id_: str, etag: str, given: CustomerMarks, now: datetime
) -> None:
    """Note what stops collection from a customer, or that it no longer does; its cases are looked at again at once."""
    before = await fetch_the_row(
        tx,
        _CustomerRow,
        "select account_id, deceased_on, bankruptcy_on, debt_restructuring_on from customers where id = $1 for update",
        id_,
    )
    key = {"account_id": before["account_id"], "id": id_}
    is_own = await _holds_own_view(tx, caller, key, etag)
    today = await business_day(tx, now)
    changes = {
        "deceased_on": (before["deceased_on"] or today) if given.deceased else None,
        "bankruptcy_on": (before["bankruptcy_on"] or today) if given.bankruptcy else None,
        "debt_restructuring_on": (before["debt_restructuring_on"] or today) if given.debt_restructuring else None,
        "is_protected": given.protected_identity,
    }
    if not await change(tx, "customers", key, changes, now, None if is_own else etag):
        raise EtagDiffers
    # A mark is a fact about the person, which stops every creditor's claims: each of them sees it, and has a new tag.
    await tx.execute(
        """update customer_details set revision = revision + 1, updated = greatest(updated, $3)
           where account_id = $1 and customer_id = $2""",
        before["account_id"],
        id_,
        now,
    )
    await tx.execute(
        """update cases set revision = revision + 1, updated = greatest(updated, $4), next_step_date = $3
           where account_id = $1 and customer_id = $2 and closed is null and start_flow""",
        before["account_id"],
        id_,
        today,
        now,
    )
    await note_events(tx, [Event("customer.changed", before["account_id"], data={"customer": id_})], now)
