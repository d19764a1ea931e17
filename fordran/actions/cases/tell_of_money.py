"""Tell of money: the events of what a booking brings. That a case is closed or opened by it is told by book.py."""

from __future__ import annotations

from collections.abc import Iterator

from fordran.actions.cases.booking import Change
from fordran.actions.cases.case_facts import DEDUCTION, RECALL
from fordran.actions.note_event import Event
from fordran.shape.wire import kronor


def events_of(change: Change) -> Iterator[Event]:
    """What is told of the money that a change brings."""
    remaining = kronor(change.after.remaining)
    for fact in change.booking.facts:
        kind, id_ = fact["kind"], fact["id"]
        if kind == "payment":
            settled = change.after.payments[id_].settled if id_ in change.after.payments else 0
            told = {
                "payment": id_,
                "paid_to": "operator" if fact["reached_us"] else "creditor",
                "bank_date": fact["date"],
                "amount": kronor(fact["amount"]),
                "settled_amount": kronor(settled),
            }
            yield change.case.event("payment.settled", told | {"remaining_amount": remaining})
        elif kind == "credit":
            told = {"crediting": id_, "amount": kronor(fact["amount"])}
            used = {"settled_amount": kronor(change.after.credits[id_].used)}
            yield change.case.event("case.credited", told | used | {"remaining_amount": remaining})
        elif kind in (RECALL, DEDUCTION):
            taken = {"amount": kronor(fact["amount"])} if kind == DEDUCTION else {}
            told = {"payment": fact["payment"], "recall": id_, **taken}
            yield change.case.event("payment.recalled", told | {"remaining_amount": remaining})
