"""Offers to a debtor instead of what they asked for: read, and answered once, until the last day of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.flow.hold_case import give_respite, make_plan, respite_day
from fordran.actions.flow.read_plans import quote
from fordran.actions.refusals import EtagDiffers
from fordran.actions.work.case_notes import note_from_debtor
from fordran.domain.flow.case_flow import NotATransition
from fordran.domain.kinds.work_item_kinds import OfferOutcome
from fordran.domain.message import Message
from fordran.resources.case_acts import PlanInput, RespiteInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import WorkItemRow

_OPEN = """
select id, resolved, offered_instalments, offered_first_date, offered_respite_until, offered_until from work_items
where account_id = $1 and case_id = $2 and kind = 'debtor_request'
  and (resolved is null or (offered_until >= $3 and offer_outcome is null)) order by id
"""


@dataclass(frozen=True)
class Offer:
    """An offer that the debtor can accept today: a plan as it would be, or a respite."""

    item: str
    good_until: date
    respite_until: date | None
    plan: PlanInput | None
    quoted: dict[str, Any] | None
    """The plan as it would be if it were made today, in öre."""


@dataclass(frozen=True)
class OpenWishes:
    """The wishes of a debtor about a case that nobody has decided on, and the offers that the debtor can answer."""

    undecided: int
    offers: Sequence[WorkItemRow]


async def open_wishes(connection: Connection, account: str, case: str, today: date) -> OpenWishes:
    """The undecided wishes about a case, and the offers that are good today and have no answer."""
    rows = await fetch_rows(connection, WorkItemRow, _OPEN, account, case, today)
    offers = [row for row in rows if row["resolved"] is not None]
    return OpenWishes(len(rows) - len(offers), offers)


def as_offer(row: WorkItemRow, flowing: FlowingCase) -> Offer | None:
    """An offer with what it comes to; None where the case cannot have it any more."""
    until = row["offered_until"]
    assert until is not None
    try:
        if row["offered_respite_until"] is not None:
            day = respite_day(flowing, _respite(row["offered_respite_until"]))
            return Offer(row["id"], until, day, None, None)
        assert row["offered_first_date"] is not None
        first = row["offered_first_date"].isoformat()
        plan = read(PlanInput, {"instalments": row["offered_instalments"], "first_date": first})
        return Offer(row["id"], until, None, plan, quote(flowing, plan))
    except (NotATransition, Refused):
        return None


def _respite(until: date) -> RespiteInput:
    return read(RespiteInput, {"until": until.isoformat()})


async def answer_offer(
    tx: Connection, flowing: FlowingCase, item: str, *, accepts: bool, words: str, now: datetime
) -> None:
    """Accept an offer, which does it, or decline it, which is put on the work list. `words` are kept as the debtor's own."""
    case = flowing.case
    rows = (await open_wishes(tx, case.account, case.id, flowing.today)).offers
    offers = [as_offer(row, flowing) for row in rows if row["id"] == item]
    if not offers or offers[0] is None:
        raise EtagDiffers
    (offer,) = offers
    assert offer is not None
    outcome: OfferOutcome = "accepted" if accepts else "declined"
    await change(tx, "work_items", {"account_id": case.account, "id": item}, {"offer_outcome": outcome}, now)
    await note_from_debtor(tx, case, words, now)
    if not accepts:
        await put_on_work_list(tx, case, "debtor_message", Message("work.debtor_declined_offer"), now)
    elif offer.plan is not None:
        await make_plan(tx, flowing, offer.plan, now)
    else:
        assert offer.respite_until is not None
        await give_respite(tx, flowing, _respite(offer.respite_until), now)
