"""Hold a case: respite, dispute and instalment plan, and their ends. Letters and fees wait; interest runs on."""

from __future__ import annotations

from datetime import datetime, timedelta

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, move
from fordran.actions.flow.dispute_records import end_dispute, keep_dispute
from fordran.actions.flow.plan_records import end_plans, keep_plan, planned
from fordran.actions.flow.take_step import back_from_hold
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.actions.note_event import note_events
from fordran.actions.registrations.record_crediting import credit
from fordran.domain.claims.facts import Fee
from fordran.domain.claims.statement import booked
from fordran.domain.flow.case_flow import require
from fordran.domain.flow.debtors_own import MOST_RESPITE_DAYS
from fordran.domain.flow.next_step import pay_by_of
from fordran.domain.kinds.case_states import CasePosition
from fordran.domain.message import Message
from fordran.resources.case_acts import DisputeAnswerInput, DisputeInput, PlanInput, RespiteInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id

LONGEST_RESPITE = timedelta(days=MOST_RESPITE_DAYS)


async def give_respite(tx: Connection, flowing: FlowingCase, given: RespiteInput, now: datetime) -> None:
    """Give the debtor time until a day."""
    require(flowing.place, "respite")
    until = day_of(given.until)
    if until < flowing.today:
        raise Refused({"until": Message("issue.must_not_be_before_today")})
    if until > flowing.today + LONGEST_RESPITE:
        raise Refused({"until": Message("issue.must_be_within_days", days=LONGEST_RESPITE.days)})
    flowing.flow.respite_until = until.isoformat()
    await move(tx, flowing, CasePosition(flowing.row["state"], "respite"), "respite", now)
    await queue_letters(tx, [LetterWanted(flowing, "respite", details={"until": until.isoformat()})], now)
    await note_events(tx, [flowing.case.event("case.held", {"hold": "respite", "until": until.isoformat()})], now)


async def lift_respite(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """End the respite today."""
    require(flowing.place, "respite_end")
    flowing.flow.respite_until, flowing.flow.held_until = None, flowing.today.isoformat()
    await move(tx, flowing, back_from_hold(flowing), "respite_end", now)
    await note_events(tx, [flowing.case.event("case.released", {"hold": "respite"})], now)


async def open_dispute(tx: Connection, flowing: FlowingCase, given: DisputeInput, now: datetime) -> None:
    """The debtor objects on grounds: nothing is collected until it is answered (inkassolag (1974:182) 4 och 8 §§)."""
    require(flowing.place, "dispute")
    flowing.flow.dispute, flowing.flow.respite_until, flowing.flow.plan = given.reason, None, None
    flowing.flow.disputed_on = flowing.today.isoformat()
    await end_plans(tx, [flowing], "disputed")
    dispute = await keep_dispute(tx, flowing, given.reason, now)
    await move(tx, flowing, CasePosition(flowing.row["state"], "disputed"), "dispute", now)
    details = {"reason": given.reason, "dispute": dispute}
    await queue_letters(tx, [LetterWanted(flowing, "dispute", details=details)], now)
    await note_events(tx, [flowing.case.event("case.held", {"hold": "disputed"})], now)


async def withdraw_dispute(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """The debtor takes the objection back, or it was made by mistake."""
    require(flowing.place, "dispute_answer")
    flowing.flow.dispute, flowing.flow.held_until = None, flowing.today.isoformat()
    await end_dispute(tx, flowing, "withdrawn")
    await move(tx, flowing, back_from_hold(flowing), "dispute_answer", now)
    await note_events(tx, [flowing.case.event("case.released", {"hold": "disputed"})], now)


async def answer_dispute(tx: Connection, flowing: FlowingCase, given: DisputeAnswerInput, now: datetime) -> None:
    """The creditor answers: what is accepted is credited; what is not is to be paid within a new time."""
    require(flowing.place, "dispute_answer")
    today = flowing.today
    capital = booked([stored.fact for stored in flowing.case.facts], flowing.case.terms).capital.remaining
    if given.outcome == "partly" and given.amount is not None and given.amount >= capital:
        raise Refused({"amount": Message("issue.less_than_capital")})
    flowing.flow.dispute, flowing.flow.held_until = None, today.isoformat()
    credited = capital if given.outcome == "accepted" else given.amount or 0
    pay_by = pay_by_of("debt_collection", today, flowing.settings)
    assert pay_by is not None
    if given.outcome != "accepted":
        flowing.flow.leaving = "dispute_answer"
    dispute = await end_dispute(tx, flowing, given.outcome, given.answer, credited)
    if credited:
        await credit(tx, flowing.case, credited, now)
    if not flowing.case.is_closed:
        await move(tx, flowing, back_from_hold(flowing), "dispute_answer", now)
    details = {
        "outcome": given.outcome,
        "answer": given.answer or "",
        "credited": credited,
        "received": flowing.flow.disputed_on or today.isoformat(),
        "dispute": dispute,
    }
    is_open = given.outcome != "accepted"
    await queue_letters(
        tx, [LetterWanted(flowing, "dispute_answer", pay_by=pay_by if is_open else None, details=details)], now
    )
    event = {"hold": "disputed", "outcome": given.outcome, "credited": kronor(credited)}
    await note_events(tx, [flowing.case.event("case.released", event)], now)


async def make_plan(tx: Connection, flowing: FlowingCase, given: PlanInput, now: datetime) -> None:
    """Agree on instalments: the fee for the plan is charged, and the schedule covers it and the interest to come."""
    case, today = flowing.case, flowing.today
    plan = planned(flowing, given)
    flowing.flow.respite_until = None
    await keep_plan(tx, flowing, plan.instalments, now)
    charged = [Fee(new_id(), today, article, amount) for article, amount in plan.fees]
    await book(tx, case, [StoredFact(fee, case.business_now, SYSTEM) for fee in charged], now)
    await move(tx, flowing, CasePosition(flowing.row["state"], "amortization"), "amortization_plan", now)
    await queue_letters(tx, [LetterWanted(flowing, "amortization_plan", fees=charged)], now)
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
