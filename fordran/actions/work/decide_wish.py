"""Decide on what a debtor asks for: grant it, which does it, refuse it, or offer something else. The debtor gets an answer."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from fordran.actions.bank.order_refund import order_refund
from fordran.actions.cases.keep_refunds import open_refunds, weighed
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.work_list import ASKS_FOR_PLAN, ASKS_FOR_RESPITE, NAMES_ACCOUNT
from fordran.actions.flow.hold_case import give_respite, make_plan
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.actions.work.case_notes import write_note
from fordran.actions.work.offer_instead import offer_of
from fordran.domain.message import Amount, ListValue, Message
from fordran.domain.numbers import bank_account
from fordran.resources.case_acts import NoteInput, PlanInput, RespiteInput
from fordran.resources.cases import CASES
from fordran.resources.refunds import RefundOrder
from fordran.resources.work_items import WorkItemChange
from fordran.shape.fields import read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find
from fordran.texts.catalogue import texts
from fordran.texts.languages import language_or_swedish


async def decide_wish(
    tx: Connection, caller: Caller, flowing: FlowingCase, wish: Message | None, given: WorkItemChange, now: datetime
) -> None:
    """Grant or refuse a wish about a locked case, or offer something else, and write to the debtor what was decided."""
    case = await find(tx, CASES, caller, flowing.case.id)
    assert case is not None, "a caller who sees the item sees its case"
    t = texts(language_or_swedish(flowing.row["default_letter_locale"]))
    sentences = []
    if given.decision == "grant":
        sentences.append(t.say(await _grant(tx, caller, flowing, wish, now)))
    elif given.decision == "propose":
        sentences.append(t.say(offer_of(flowing, wish, given)))
    if given.answer:
        sentences.append(given.answer)
    note = read(NoteInput, {"kind": "to_debtor", "text": "\n\n".join(sentences)})
    await write_note(tx, caller, case.document, note, now, is_answer=False)


async def _grant(tx: Connection, caller: Caller, flowing: FlowingCase, wish: Message | None, now: datetime) -> Message:
    """Do what the debtor asks for; the answer."""
    values = {} if wish is None else wish.values
    match None if wish is None else wish.code, values:
        case code, {"count": int(count), "day": date() as day} if code == ASKS_FOR_PLAN:
            plan = read(PlanInput, {"instalments": count, "first_date": day.isoformat()})
            await make_plan(tx, flowing, plan, now)
            return Message("work.answer.plan", count=count, day=day)
        case code, {"day": date() as day} if code == ASKS_FOR_RESPITE:
            await give_respite(tx, flowing, read(RespiteInput, {"until": day.isoformat()}), now)
            return Message("work.answer.respite", day=day)
        case code, {"kind": ListValue() as kind, "number": str(number)} if code == NAMES_ACCOUNT:
            return await _refund(tx, caller, flowing, kind, number, now)
    raise Conflict("error.wish_cannot_be_granted")


async def _refund(
    tx: Connection, caller: Caller, flowing: FlowingCase, kind: ListValue, number: str, now: datetime
) -> Message:
    """Order all that the case owes back to the account that the debtor named, as those may who order refunds."""
    if not caller.roles & {"operator", "finance"}:
        raise NotAllowed("error.refund_needs_finance")
    case = flowing.case
    free = weighed(case.before, (await open_refunds(tx, [case]))[case.id]).free
    amount = sum(free.values())
    if not amount:
        raise Conflict("error.case_owes_nothing_back")
    place = {kind.value: number}
    if kind.value == "bank_account":
        place = dict(zip(("clearing_number", "account_number"), bank_account.split(number), strict=True))
    await order_refund(tx, caller, case.id, read(RefundOrder, {"amount": Decimal(amount) / 100} | place), now)
    return Message("work.answer.refund", amount=Amount(amount), account=kind, number=number)
