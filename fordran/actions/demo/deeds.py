"""Acts of people in a demo story: pay, object, ask for time, keep or break a plan.

Each deed is one of the verbs, done as the interface would have it done. One that no longer fits, since the case is closed
or has gone elsewhere by then, is refused as everywhere, and passed over by the player (player.py).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.enforcements.note_reply import note_reply
from fordran.actions.flow import act_on_case, dispute_case, hold_case
from fordran.actions.keep_file import Put
from fordran.actions.parties.wrong_person import note_wrong_person
from fordran.actions.refusals import Conflict
from fordran.actions.registrations.record_cancellation import record_cancellation
from fordran.actions.registrations.record_crediting import record_crediting
from fordran.actions.registrations.record_payment import record_payment
from fordran.actions.work.change_customer import change_customer
from fordran.domain.claims.statement import statement
from fordran.domain.days import days_after
from fordran.formats.making import DemoTransaction
from fordran.resources import case_acts
from fordran.resources.creditor_cancellations import CancellationInput
from fordran.resources.creditor_creditings import CreditingInput
from fordran.resources.creditor_payments import PaymentInput
from fordran.resources.customers import CUSTOMERS, CustomerChange
from fordran.shape.fields import Shape, read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.rows import find


class CaseIsClosed(Conflict):
    """Nobody does anything to a case of a story once it is closed."""

    def __init__(self, case: str) -> None:
        super().__init__("error.case_closed")
        self.case = case


@dataclass
class StoryDay:
    """A case of a story on a day of it, and what its people hand to the bank that day."""

    account: str
    creditor: str
    case: str
    receipts: list[DemoTransaction] = field(default_factory=list)
    reference: str = ""
    """The number to pay with, and below what the invoice asks for, where they are known without looking."""
    amount: int = 0
    payer: str = ""
    put: Put | None = None
    """Where files go that people send."""

    async def locked(self, tx: Connection, now: datetime) -> FlowingCase:
        """The case, which nobody does anything to once it is closed."""
        flow_case = await lock_flowing(tx, self.case, self.creditor, self.account, now)
        assert flow_case is not None
        if flow_case.row["state"] == "closed":
            raise CaseIsClosed(self.case)
        return flow_case

    def body(self, **more: Any) -> dict[str, Any]:
        """The fields that every report of a creditor's system has, and more."""
        return {"creditor": self.creditor, "case": self.case, "origin": "creditor_system"} | more


Deed = Callable[[Connection, StoryDay, datetime], Awaitable[None]]
By = Literal["bank", "creditor"]


def pay(percent: int, by: By = "bank") -> Deed:
    """The customer pays a share of what is owed that day."""

    async def deed(tx: Connection, played: StoryDay, now: datetime) -> None:
        flow_case = await played.locked(tx, now)
        owed = statement(
            [stored.fact for stored in flow_case.case.facts], flow_case.case.terms, flow_case.today
        ).remaining
        await _paid(tx, played, flow_case, owed * percent // 100, by, now)

    return deed


def pay_instalment(number: int) -> Deed:
    """The customer pays what an instalment of the plan asks for, to the bank."""

    async def deed(tx: Connection, played: StoryDay, now: datetime) -> None:
        flow_case = await played.locked(tx, now)
        if flow_case.flow.plan and number <= len(flow_case.flow.plan["instalments"]):
            await _paid(tx, played, flow_case, flow_case.flow.plan["instalments"][number - 1][1], "bank", now)

    return deed


async def _paid(tx: Connection, played: StoryDay, flow_case: FlowingCase, amount: int, by: By, now: datetime) -> None:
    if by == "bank":
        played.receipts.append(DemoTransaction(amount, flow_case.row["ocr_number"]))
        return
    body = played.body(account=played.account, currency="SEK", amount=_kronor(amount))
    given = read(PaymentInput, body | {"bank_transaction_date": flow_case.today.isoformat()})
    await record_payment(tx, SYSTEM, given, now)


def credit(percent: int) -> Deed:
    """The creditor no longer claims a share of the capital."""

    async def deed(tx: Connection, played: StoryDay, now: datetime) -> None:
        flow_case = await played.locked(tx, now)
        body = played.body(account=played.account, currency="SEK")
        amount = flow_case.case.before.capital.remaining * percent // 100
        await record_crediting(tx, SYSTEM, read(CreditingInput, body | {"amount": _kronor(amount)}), now)

    return deed


async def cancel(tx: Connection, played: StoryDay, now: datetime) -> None:
    """The creditor takes the case back."""
    await played.locked(tx, now)
    await record_cancellation(tx, SYSTEM, read(CancellationInput, played.body()), now)


def _on_case(
    verb: Callable[[Connection, FlowingCase, Any, datetime], Awaitable[object]],
    shape: type[Shape],
    body: Callable[[FlowingCase], dict[str, Any]],
) -> Deed:
    async def deed(tx: Connection, played: StoryDay, now: datetime) -> None:
        flow_case = await played.locked(tx, now)
        await verb(tx, flow_case, read(shape, body(flow_case)), now)

    return deed


def respite(days: int) -> Deed:
    """The customer is given time."""
    until = lambda flow_case: {"until": days_after(flow_case.today, days).isoformat()}  # noqa: E731
    return _on_case(hold_case.give_respite, case_acts.RespiteInput, until)


def dispute(reason: str) -> Deed:
    """The customer objects."""
    return _on_case(dispute_case.open_dispute, case_acts.DisputeInput, lambda _: {"reason": reason})


def answer(outcome: Literal["rejected", "accepted"], text: str) -> Deed:
    """The creditor answers an objection."""
    body = {"outcome": outcome, "answer": text}
    return _on_case(dispute_case.answer_dispute, case_acts.DisputeAnswerInput, lambda _: body)


def partly(percent: int, text: str) -> Deed:
    """The creditor accepts an objection to a share of the capital."""

    def body(flow_case: FlowingCase) -> dict[str, Any]:
        amount = flow_case.case.before.capital.remaining * percent // 100
        return {"outcome": "partly", "amount": _kronor(amount), "answer": text}

    return _on_case(dispute_case.answer_dispute, case_acts.DisputeAnswerInput, body)


def plan(instalments: int, days_until_first: int) -> Deed:
    """An instalment plan is agreed."""

    def body(flow_case: FlowingCase) -> dict[str, Any]:
        return {"instalments": instalments, "first_date": days_after(flow_case.today, days_until_first).isoformat()}

    return _on_case(hold_case.make_plan, case_acts.PlanInput, body)


def reply(text: str) -> Deed:
    """The enforcement authority replies."""
    return _on_case(note_reply, case_acts.ReplyInput, lambda _: {"reply": text})


def close(reason: str) -> Deed:
    """The operator closes the case."""
    return _on_case(act_on_case.close_case, case_acts.CloseInput, lambda _: {"reason": reason})


def wrong_person(note: str) -> Deed:
    """The claim turns out to be against the wrong person."""

    async def end(tx: Connection, flow_case: FlowingCase, given: case_acts.WrongPersonInput, now: datetime) -> None:
        await note_wrong_person(tx, flow_case, given, now, SYSTEM)

    return _on_case(end, case_acts.WrongPersonInput, lambda _: {"note": note})


def mark(**marks: bool) -> Deed:
    """Something becomes known of the customer that stops collection."""

    async def deed(tx: Connection, played: StoryDay, now: datetime) -> None:
        flow_case = await played.locked(tx, now)
        customer = await find(tx, CUSTOMERS, SYSTEM, flow_case.row["customer_id"])
        assert customer is not None
        assert customer.etag is not None
        given = CustomerChange(**marks)
        await change_customer(tx, SYSTEM, flow_case.row["customer_id"], customer.etag, given, now)

    return deed


def _kronor(amount: int) -> Decimal:
    return Decimal(amount) / 100
