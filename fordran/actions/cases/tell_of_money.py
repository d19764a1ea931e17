"""The events of the money in a booking. book.py makes the events of a case that it closes or opens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fordran.actions.cases.booking import CaseChange, used_of
from fordran.actions.cases.case_facts import DEDUCTION, RECALL, REGISTRATION_DELETION, REGISTRATION_REVERSAL
from fordran.actions.note_event import DomainEvent
from fordran.domain.claims.facts import Credit, PaymentFact
from fordran.shape.wire import kronor


def events_of(change: CaseChange) -> Iterator[DomainEvent]:
    """The events of money that a change brings."""
    remaining = {"remaining_amount": kronor(change.after.remaining)}
    for fact in change.booking.facts:
        kind, id_ = fact["kind"], fact["id"]
        if kind == "payment":
            settled = change.after.payments[id_].settled if id_ in change.after.payments else 0
            details = {
                "payment": id_,
                "paid_to": "operator" if fact["reached_us"] else "creditor",
                "bank_date": fact["date"],
                "amount": kronor(fact["amount"]),
                "settled_amount": kronor(settled),
            }
            yield change.case.event("payment.settled", details | remaining)
        elif kind == "credit":
            details = {"crediting": id_, "amount": kronor(fact["amount"])}
            used = {"settled_amount": kronor(change.after.credits[id_].used)}
            yield change.case.event("case.credited", details | used | remaining)
        elif kind in (REGISTRATION_REVERSAL, REGISTRATION_DELETION):
            yield from _undone(change, fact, remaining)
        elif kind == "waiver":
            waived = used_of(change.after.lines, "waived").get(id_, 0)
            details = {"waiver": id_, "component": fact["component"], "amount": kronor(waived)}
            yield change.case.event("case.waived", details | remaining)
        elif kind in (RECALL, DEDUCTION) and not fact.get("is_refund"):
            # Our own repayments have events of their own, as refunds.
            details = {"payment": fact["payment"], "recall": id_, "amount": kronor(_taken_back(change, fact))}
            yield change.case.event("payment.recalled", details | remaining)
    yield from _owed_back(change)


def _undone(change: CaseChange, undone: Mapping[str, Any], remaining: Mapping[str, Any]) -> Iterator[DomainEvent]:
    """The event of a payment or crediting that its creditor takes back. That of a cancellation is that the case is open again."""
    fact = next(stored.fact for stored in change.case.facts if stored.fact.id == undone["fact"])
    if isinstance(fact, Credit):
        details = {"crediting": fact.id, "amount": kronor(fact.amount), **remaining}
        yield change.case.event("case.crediting_reversed", details)
    elif isinstance(fact, PaymentFact):
        details = {"payment": fact.id, "recall": undone["id"], "amount": kronor(fact.amount), **remaining}
        yield change.case.event("payment.recalled", details)


def _taken_back(change: CaseChange, fact: Mapping[str, Any]) -> int:
    """The reversed amount of a payment: a deduction, or all that was left of it."""
    if fact["kind"] == DEDUCTION:
        return int(fact["amount"])
    facts = (stored.fact for stored in change.facts)
    return next(one.amount for one in facts if isinstance(one, PaymentFact) and one.id == fact["payment"])


def _owed_back(change: CaseChange) -> Iterator[DomainEvent]:
    """The event that more is owed back than before."""
    owed, before = change.after.refund, change.case.row["refund_amount"]
    if owed > before:
        details = {"amount": kronor(owed - before), "refund_amount": kronor(owed)}
        yield change.case.event("refund.owed", details)
