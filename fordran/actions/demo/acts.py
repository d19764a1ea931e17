"""What people do in an invented story: pay, object, ask for time, keep a plan or break it.

Each act is one of the verbs, done as the interface would have it done. One that no longer fits, since the case is closed
or has gone elsewhere by then, is refused as everywhere, and passed over by the player (demo_player.py).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.flow import act_on_case, hold_case
from fordran.actions.refusals import Conflict
from fordran.actions.registrations.record_cancellation import record_cancellation
from fordran.actions.registrations.record_crediting import record_crediting
from fordran.actions.registrations.record_payment import record_payment
from fordran.domain.days import days_after
from fordran.domain.statement import statement
from fordran.formats.making import Receipt
from fordran.resources import case_acts
from fordran.resources.creditor_cancellations import CancellationInput
from fordran.resources.creditor_creditings import CreditingInput
from fordran.resources.creditor_payments import PaymentInput
from fordran.resources.customers import CUSTOMERS, CustomerMarks
from fordran.shape.fields import Shape, read
from fordran.store.database import Connection
from fordran.store.rows import find
from fordran.store.scope import SYSTEM


@dataclass
class Played:
    """A case of a story on a day of it, and what its people hand to the bank that day."""

    account: str
    creditor: str
    case: str
    receipts: list[Receipt] = field(default_factory=list)

    async def locked(self, tx: Connection, now: datetime) -> FlowingCase:
        """The case, which nobody does anything to once it is closed."""
        one = await lock_flowing(tx, self.case, self.creditor, self.account, now)
        assert one is not None
        if one.row["state"] == "closed":
            raise Conflict("The case is closed.")
        return one

    def body(self, **more: Any) -> dict[str, Any]:
        """What every report of a creditor's system says, and more."""
        return {"creditor": self.creditor, "case": self.case, "origin": "creditor_system"} | more


Act = Callable[[Connection, Played, datetime], Awaitable[None]]
By = Literal["bank", "creditor"]


def pay(percent: int, by: By = "bank") -> Act:
    """The customer pays a share of what is owed that day."""

    async def act(tx: Connection, played: Played, now: datetime) -> None:
        one = await played.locked(tx, now)
        owed = statement([stored.fact for stored in one.case.facts], one.case.terms, one.today).remaining
        await _paid(tx, played, one, owed * percent // 100, by, now)

    return act


def pay_instalment(number: int) -> Act:
    """The customer pays what an instalment of the plan asks for, to the bank."""

    async def act(tx: Connection, played: Played, now: datetime) -> None:
        one = await played.locked(tx, now)
        if one.flow.plan and number <= len(one.flow.plan["instalments"]):
            await _paid(tx, played, one, one.flow.plan["instalments"][number - 1][1], "bank", now)

    return act


async def _paid(tx: Connection, played: Played, one: FlowingCase, amount: int, by: By, now: datetime) -> None:
    if by == "bank":
        played.receipts.append(Receipt(amount, one.row["ocr_number"]))
        return
    body = played.body(account=played.account, currency="SEK", amount=_kronor(amount))
    given = read(PaymentInput, body | {"bank_transaction_date": one.today.isoformat()})
    await record_payment(tx, SYSTEM, given, now)


def credit(percent: int) -> Act:
    """The creditor no longer claims a share of the capital."""

    async def act(tx: Connection, played: Played, now: datetime) -> None:
        one = await played.locked(tx, now)
        body = played.body(account=played.account, currency="SEK")
        amount = one.case.before.capital.remaining * percent // 100
        await record_crediting(tx, SYSTEM, read(CreditingInput, body | {"amount": _kronor(amount)}), now)

    return act


async def cancel(tx: Connection, played: Played, now: datetime) -> None:
    """The creditor takes the case back."""
    await played.locked(tx, now)
    await record_cancellation(tx, SYSTEM, read(CancellationInput, played.body()), now)


def _on_case(
    verb: Callable[[Connection, FlowingCase, Any, datetime], Awaitable[None]],
    shape: type[Shape],
    body: Callable[[FlowingCase], dict[str, Any]],
) -> Act:
    async def act(tx: Connection, played: Played, now: datetime) -> None:
        one = await played.locked(tx, now)
        await verb(tx, one, read(shape, body(one)), now)

    return act


def respite(days: int) -> Act:
    """The customer is given time."""
    until = lambda one: {"until": days_after(one.today, days).isoformat()}  # noqa: E731
    return _on_case(hold_case.give_respite, case_acts.RespiteInput, until)


def dispute(reason: str) -> Act:
    """The customer objects."""
    return _on_case(hold_case.open_dispute, case_acts.DisputeInput, lambda _: {"reason": reason})


def answer(outcome: Literal["rejected", "accepted"], text: str) -> Act:
    """The creditor answers an objection."""
    body = {"outcome": outcome, "answer": text}
    return _on_case(hold_case.answer_dispute, case_acts.DisputeAnswerInput, lambda _: body)


def partly(percent: int, text: str) -> Act:
    """The creditor accepts an objection to a share of the capital."""

    def body(one: FlowingCase) -> dict[str, Any]:
        amount = one.case.before.capital.remaining * percent // 100
        return {"outcome": "partly", "amount": _kronor(amount), "answer": text}

    return _on_case(hold_case.answer_dispute, case_acts.DisputeAnswerInput, body)


def plan(instalments: int, days_until_first: int) -> Act:
    """An instalment plan is agreed."""

    def body(one: FlowingCase) -> dict[str, Any]:
        return {"instalments": instalments, "first_date": days_after(one.today, days_until_first).isoformat()}

    return _on_case(hold_case.make_plan, case_acts.PlanInput, body)


def reply(said: str) -> Act:
    """The enforcement authority replies."""
    return _on_case(act_on_case.note_reply, case_acts.ReplyInput, lambda _: {"reply": said})


def close(reason: str) -> Act:
    """The operator closes the case."""
    return _on_case(act_on_case.close_case, case_acts.CloseInput, lambda _: {"reason": reason})


def mark(**marks: bool) -> Act:
    """Something becomes known of the customer that stops collection."""

    async def act(tx: Connection, played: Played, now: datetime) -> None:
        one = await played.locked(tx, now)
        customer = await find(tx, CUSTOMERS, SYSTEM, one.row["customer_id"])
        assert customer is not None
        assert customer.etag is not None
        given = CustomerMarks(**marks)
        await act_on_case.mark_customer(tx, SYSTEM, one.row["customer_id"], customer.etag, given, now)

    return act


def _kronor(amount: int) -> Decimal:
    return Decimal(amount) / 100
