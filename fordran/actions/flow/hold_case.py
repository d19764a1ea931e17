"""Hold a case: respite and instalment plan, and their ends. Letters and fees wait; interest runs on.

Objections are in dispute_case.py.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, move
from fordran.actions.cases.work_list import ASKS_FOR_RESPITE, WISHES, resolve_said
from fordran.actions.flow.plan_records import PlanProposal, end_plans, keep_plan, planned
from fordran.actions.flow.take_step import back_from_hold
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.actions.note_event import note_events
from fordran.domain.claims.facts import Fee
from fordran.domain.flow.case_flow import require
from fordran.domain.flow.debtors_own import MOST_RESPITE_DAYS
from fordran.domain.kinds.case_states import CasePosition
from fordran.domain.message import Message
from fordran.resources.case_acts import PlanInput, RespiteInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id

LONGEST_RESPITE = timedelta(days=MOST_RESPITE_DAYS)


def respite_day(flowing: FlowingCase, given: RespiteInput) -> date:
    """The last day of a respite; refused where the case cannot have one, or not until that day."""
    require(flowing.place, "respite")
    until = day_of(given.until)
    if until < flowing.today:
        raise Refused({"until": Message("issue.must_not_be_before_today")})
    if until > flowing.today + LONGEST_RESPITE:
        raise Refused({"until": Message("issue.must_be_within_days", days=LONGEST_RESPITE.days)})
    return until


async def give_respite(tx: Connection, flowing: FlowingCase, given: RespiteInput, now: datetime) -> None:
    """Give the debtor time until a day."""
    until = respite_day(flowing, given)
    flowing.flow.respite_until = until.isoformat()
    await move(tx, flowing, CasePosition(flowing.row["state"], "respite"), "respite", now)
    await queue_letters(tx, [LetterWanted(flowing, "respite", details={"until": until.isoformat()})], now)
    await resolve_said(tx, flowing.case.account, flowing.case.id, [ASKS_FOR_RESPITE], now)
    await note_events(tx, [flowing.case.event("case.held", {"hold": "respite", "until": until.isoformat()})], now)


async def lift_respite(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """End the respite today."""
    require(flowing.place, "respite_end")
    flowing.flow.respite_until, flowing.flow.held_until = None, flowing.today.isoformat()
    await move(tx, flowing, back_from_hold(flowing), "respite_end", now)
    await note_events(tx, [flowing.case.event("case.released", {"hold": "respite"})], now)


async def make_plan(tx: Connection, flowing: FlowingCase, given: PlanInput, now: datetime) -> None:
    """Agree on instalments: the fee for the plan is charged, and the schedule covers it and the interest to come."""
    await _go_by(tx, flowing, planned(flowing, given), now)


async def take_over_plan(tx: Connection, flowing: FlowingCase, given: PlanInput, now: datetime) -> None:
    """Go on with a plan that another collector agreed on: it charges no fee, and the schedule covers the interest to come."""
    await _go_by(tx, flowing, planned(flowing, given, is_new=False), now)


async def _go_by(tx: Connection, flowing: FlowingCase, plan: PlanProposal, now: datetime) -> None:
    case, today = flowing.case, flowing.today
    flowing.flow.respite_until = None
    await keep_plan(tx, flowing, plan.instalments, now)
    charged = [Fee(new_id(), today, article, amount) for article, amount in plan.fees]
    await book(tx, case, [StoredFact(fee, case.business_now, SYSTEM) for fee in charged], now)
    await move(tx, flowing, CasePosition(flowing.row["state"], "amortization"), "amortization_plan", now)
    await queue_letters(tx, [LetterWanted(flowing, "amortization_plan", fees=charged)], now)
    await resolve_said(tx, case.account, case.id, WISHES, now)
    await note_events(
        tx, [case.event("case.held", {"hold": "amortization", "instalments": len(plan.instalments)})], now
    )


async def lift_plan(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """End the plan today: the whole is owed again as it was."""
    require(flowing.place, "amortization_end")
    flowing.flow.plan, flowing.flow.held_until = None, flowing.today.isoformat()
    await end_plans(tx, [flowing], "lifted")
    await move(tx, flowing, back_from_hold(flowing), "amortization_end", now)
    await note_events(tx, [flowing.case.event("case.released", {"hold": "amortization"})], now)
