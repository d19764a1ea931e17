"""Objections to a claim: what is objected to is not collected until it is settled (inkassolag (1974:182) 4 och 8 §§).

An objection to all of the claim holds the case. One to a part of the capital leaves the case where it is: letters, fees and
applications are for the rest. No objection ends by a date. The rule is in docs/rules/objections.md.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, move, save
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.actions.flow.credit_case import credit
from fordran.actions.flow.dispute_records import (
    OpenDispute,
    end_dispute,
    keep_dispute,
    keep_open,
    open_disputes,
    was_asked_for_ground,
)
from fordran.actions.flow.plan_records import end_plans
from fordran.actions.flow.take_step import back_from_hold
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.actions.note_event import note_events
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.domain.claims.facts import Closing
from fordran.domain.claims.statement import booked
from fordran.domain.flow.case_flow import require
from fordran.domain.flow.next_step import pay_by_of
from fordran.domain.kinds.case_states import CasePosition
from fordran.domain.kinds.dispute_kinds import DISPUTE_KINDS, DisputeEnd, DisputeKind
from fordran.domain.message import Message
from fordran.resources.case_acts import DisputeAnswerInput, DisputeInput, SettlementInput
from fordran.shape.fields import Refused
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import OPERATOR, Caller
from fordran.store.rows.ids import new_id


async def open_dispute(
    tx: Connection, flowing: FlowingCase, given: DisputeInput, now: datetime, by: Caller | None = None
) -> str:
    """The debtor objects; the objection's id. `by` is the user who notes it, and nobody where the debtor does."""
    if DISPUTE_KINDS[given.kind].needs_second_person and (by is None or by.level != OPERATOR):
        raise NotAllowed("error.dispute_kind_of_staff")
    if not DISPUTE_KINDS[given.kind].holds:
        return await _note_hardship(tx, flowing, given, now, by)
    require(flowing.place, "dispute")
    kind: DisputeKind = given.kind
    if DISPUTE_KINDS[kind].asks_for_ground and await was_asked_for_ground(tx, flowing):
        # Asked once and still unclear: it is treated as one in substance.
        kind = "substance"
    amount = given.amount if given.amount is not None and given.amount < _undisputed_capital(flowing) else None
    dispute = await keep_dispute(
        tx,
        flowing,
        given.reason,
        now,
        kind=kind,
        amount=amount,
        explanation=given.explanation,
        noted_by=by.hands if by else (),
    )
    if amount is None:
        flowing.flow.dispute, flowing.flow.respite_until, flowing.flow.plan = given.reason, None, None
        flowing.flow.disputed_on = flowing.today.isoformat()
        await end_plans(tx, [flowing], "disputed")
        await move(tx, flowing, CasePosition(flowing.row["state"], "disputed"), "dispute", now)
    else:
        flowing.flow.disputed_amount += amount
        await save(tx, [flowing], now)
    details = {"reason": given.reason, "dispute": dispute, "kind": kind, "amount": amount}
    known = {name: value for name, value in details.items() if value is not None}
    await queue_letters(tx, [LetterWanted(flowing, "dispute", details=known)], now)
    if DISPUTE_KINDS[kind].needs_second_person:
        await put_on_work_list(
            tx, flowing.case, "dispute_to_confirm", Message("work.dispute_to_confirm"), now, subject=dispute
        )
    held: dict[str, Any] = {"hold": "disputed", "dispute": dispute, "kind": kind}
    if amount is not None:
        held["amount"] = kronor(amount)
    await note_events(tx, [flowing.case.event("case.held", held)], now)
    return dispute


async def _note_hardship(
    tx: Connection, flowing: FlowingCase, given: DisputeInput, now: datetime, by: Caller | None
) -> str:
    """The debtor cannot pay, or asks for mercy: a person decides what to offer, and the claim goes on."""
    if flowing.row["state"] == "closed":
        raise Conflict("error.case_closed")
    dispute = await keep_dispute(
        tx, flowing, given.reason, now, kind=given.kind, noted_by=by.hands if by is not None else ()
    )
    await end_dispute(tx, flowing, dispute, "noted")
    await put_on_work_list(tx, flowing.case, "debtor_hardship", Message("work.debtor_hardship"), now, subject=dispute)
    return dispute


async def withdraw_dispute(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """The debtor takes the latest objection back before it is answered, or it was noted by mistake."""
    disputes = await _open(tx, flowing, now)
    dispute = next((one for one in reversed(disputes) if one.rejected_on is None), None)
    if dispute is None:
        raise Conflict("error.dispute_rejected")
    await end_dispute(tx, flowing, dispute.id, "withdrawn")
    await _release(tx, flowing, dispute, "withdrawn", now)


async def answer_dispute(tx: Connection, flowing: FlowingCase, given: DisputeAnswerInput, now: datetime) -> None:
    """The creditor answers the first objection that has no answer: what is accepted is credited, and the rest goes on holding."""
    disputes = await _open(tx, flowing, now)
    dispute = next((one for one in disputes if one.rejected_on is None), None)
    if dispute is None:
        raise Conflict("error.dispute_rejected")
    capital = _objected_to(flowing, dispute)
    if given.outcome == "partly" and given.amount is not None and given.amount >= capital:
        raise Refused({"amount": Message("issue.less_than_capital")})
    credited = capital if given.outcome == "accepted" else given.amount or 0
    details = {
        "outcome": given.outcome,
        "answer": given.answer or "",
        "credited": credited,
        "received": dispute.disputed_on.isoformat(),
        "dispute": dispute.id,
        "is_part": dispute.amount is not None,
    }
    if given.outcome == "accepted":
        await end_dispute(tx, flowing, dispute.id, "accepted", answer=given.answer, credited=credited)
        await _release(tx, flowing, dispute, "accepted", now, credited)
        await queue_letters(tx, [LetterWanted(flowing, "dispute_answer", details=details)], now)
        return
    # Inkassolag (1974:182) 4 §: whatever the creditor thinks of it, only a court, or the debtor, can end the objection now.
    await keep_open(tx, flowing, dispute.id, given.outcome, answer=given.answer, credited=credited)
    if dispute.amount is not None:
        flowing.flow.disputed_amount -= credited
    await save(tx, [flowing], now)
    if credited:
        await credit(tx, flowing.case, credited, now)
    await queue_letters(tx, [LetterWanted(flowing, "dispute_answer", details=details)], now)
    if flowing.case.is_closed:
        return
    await _note_answered(tx, flowing, now)
    await put_on_work_list(
        tx, flowing.case, "dispute_to_settle", Message("work.dispute_to_settle"), now, subject=dispute.id
    )
    event = {"dispute": dispute.id, "outcome": given.outcome, "credited": kronor(credited)}
    await note_events(tx, [flowing.case.event("dispute.rejected", event)], now)


async def confirm_dispute(tx: Connection, flowing: FlowingCase, dispute: str | None, now: datetime, by: Caller) -> None:
    """A second person of the staff confirms that an objection is evidently wrong: the case goes on after a new time to pay."""
    if await tx.fetchval('select "system_user" from users where id = $1', by.user) is not False:
        raise NotAllowed("error.dispute_confirmed_by_person")
    found = await _one_of(tx, flowing, dispute, now, kind="evidently_wrong")
    if set(by.hands) & set(found.noted_by):
        raise Conflict("error.dispute_confirmed_by_another")
    pay_by = pay_by_of("debt_collection", flowing.today, flowing.settings)
    details = {
        "outcome": "rejected",
        "answer": found.explanation or "",
        "credited": 0,
        "received": found.disputed_on.isoformat(),
        "dispute": found.id,
        "is_part": found.amount is not None,
    }
    await end_dispute(tx, flowing, found.id, "evidently_wrong", confirmed_by=by.user)
    flowing.flow.leaving = "dispute_answer"
    await _release(tx, flowing, found, "evidently_wrong", now)
    await queue_letters(tx, [LetterWanted(flowing, "dispute_answer", pay_by=pay_by, details=details)], now)


async def settle_dispute(
    tx: Connection, flowing: FlowingCase, dispute: str | None, given: SettlementInput, now: datetime
) -> None:
    """Settle an objection: the creditor credits, closes or goes to court, or the debtor has withdrawn it in writing."""
    found = await _one_of(tx, flowing, dispute, now)
    if given.outcome == "to_court":
        await keep_open(tx, flowing, found.id, "to_court", evidence=given.evidence)
        await _resolve_items(tx, flowing, found.id, now)
        await save(tx, [flowing], now)
        await note_events(
            tx, [flowing.case.event("dispute.settled", {"dispute": found.id, "outcome": "to_court"})], now
        )
        return
    if given.outcome == "closed" and found.amount is not None:
        raise Refused({"outcome": Message("issue.part_cannot_be_closed")})
    credited = _objected_to(flowing, found) if given.outcome == "credited" else 0
    await end_dispute(tx, flowing, found.id, given.outcome, credited=credited, evidence=given.evidence)
    if given.outcome == "closed":
        await _resolve_items(tx, flowing, found.id, now)
        fact = Closing(new_id(), flowing.today, "written_off")
        await book(tx, flowing.case, [StoredFact(fact, flowing.case.business_now, SYSTEM)], now)
        settled = {"dispute": found.id, "outcome": "closed"}
        await note_events(tx, [flowing.case.event("dispute.settled", settled)], now)
        return
    await _release(tx, flowing, found, given.outcome, now, credited)


async def _open(tx: Connection, flowing: FlowingCase, now: datetime) -> list[OpenDispute]:
    """The objections that can be answered or taken back; refused where there is none."""
    disputes = await open_disputes(tx, flowing, now) if flowing.row["state"] != "closed" else []
    if not disputes:
        require(flowing.place, "dispute_answer")
    return disputes


async def _one_of(
    tx: Connection, flowing: FlowingCase, dispute: str | None, now: datetime, kind: DisputeKind | None = None
) -> OpenDispute:
    """The open objection by that id; without an id the first one. Of a kind, where one is asked for."""
    found = await open_disputes(tx, flowing, now) if flowing.row["state"] != "closed" else ()
    fitting = [one for one in found if (dispute is None or one.id == dispute) and (kind is None or one.kind == kind)]
    if not fitting:
        raise Conflict("error.no_such_open_dispute")
    return fitting[0]


async def _release(
    tx: Connection, flowing: FlowingCase, dispute: OpenDispute, outcome: DisputeEnd, now: datetime, credited: int = 0
) -> None:
    """Let the case go on after an objection that has ended, unless another one holds it."""
    flow = flowing.flow
    flow.held_until = flowing.today.isoformat()
    if dispute.amount is None:
        flow.dispute = None
    else:
        flow.disputed_amount -= dispute.amount
    if credited:
        await save(tx, [flowing], now)
        await credit(tx, flowing.case, credited, now)
    if flowing.row["status"] == "disputed" and dispute.amount is None:
        await move(tx, flowing, back_from_hold(flowing), "dispute_answer", now)
    elif not flowing.case.is_closed:
        await save(tx, [flowing], now)
    await _resolve_items(tx, flowing, dispute.id, now)
    event = {"hold": "disputed", "dispute": dispute.id, "outcome": outcome, "credited": kronor(credited)}
    await note_events(tx, [flowing.case.event("case.released", event)], now)


async def _note_answered(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """Resolve what asks for an answer to the debtor, once every objection has one."""
    if all(one.rejected_on is not None for one in await open_disputes(tx, flowing, now)):
        await resolve_work(tx, flowing.case.account, ["debtor_objection"], now, case=flowing.case.id)


async def _resolve_items(tx: Connection, flowing: FlowingCase, dispute: str, now: datetime) -> None:
    """Resolve what the work list says of an objection that has been settled."""
    await _note_answered(tx, flowing, now)
    await resolve_work(
        tx,
        flowing.case.account,
        ["dispute_to_settle", "dispute_to_confirm"],
        now,
        case=flowing.case.id,
        subject=dispute,
    )


def _capital(flowing: FlowingCase) -> int:
    return booked([stored.fact for stored in flowing.case.facts], flowing.case.terms).capital.remaining


def _undisputed_capital(flowing: FlowingCase) -> int:
    """The capital that no earlier objection is about."""
    return _capital(flowing) - flowing.flow.disputed_amount


def _objected_to(flowing: FlowingCase, dispute: OpenDispute) -> int:
    """The capital that an objection is about, as far as it is still claimed."""
    capital = _capital(flowing)
    return capital if dispute.amount is None else min(dispute.amount, capital)
