"""Events: every type, what it says, and what fires it. The documentation shows these tables, and the tests hold acts to them.

An event's data names documents by their ids and holds amounts and dates. It holds no name, number or address of a person:
whoever may know those reads the document.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

EventName: TypeAlias = Literal[
    "account.created",
    "account.changed",
    "creditor.created",
    "creditor.changed",
    "creditor.deleted",
    "customer.changed",
    "invoice.registered",
    "invoice.sent",
    "invoice.not_delivered",
    "case.registered",
    "case.started",
    "case.state_changed",
    "case.held",
    "case.released",
    "case.credited",
    "case.closed",
    "case.reopened",
    "case.noted",
    "payment.settled",
    "payment.recalled",
    "refund.owed",
    "refund.ordered",
    "refund.returned",
    "letter.sent",
    "letter.stopped",
    "payout.exported",
    "payout.paid",
    "file_import.finished",
    "webhook.test",
    "webhook.disabled",
]


@dataclass(frozen=True)
class EventType:
    """What an event of this type says."""

    about: str
    data: tuple[str, ...] = ()
    """The fields of its data. A field that has no value is not there."""


EVENT_TYPES: Mapping[EventName, EventType] = {
    "account.created": EventType("An account was created."),
    "account.changed": EventType("An account was changed."),
    "creditor.created": EventType("A creditor was created."),
    "creditor.changed": EventType("A creditor was changed."),
    "creditor.deleted": EventType("A creditor was deleted."),
    "customer.changed": EventType(
        "How a customer is reached, or what stops collection from it, was changed.", ("customer",)
    ),
    "invoice.registered": EventType(
        "An invoice was registered, and its case opened; a credit invoice, and its invoice's case credited.",
        ("invoice", "invoice_registration", "invoice_type", "invoice_number", "amount"),
    ),
    "invoice.sent": EventType(
        "An invoice left, by that channel; a sandbox shows it instead.", ("invoice", "invoice_type", "channel")
    ),
    "invoice.not_delivered": EventType(
        "A channel gave an invoice up; the next one takes it, where there is one.",
        ("invoice", "invoice_type", "channel", "reason", "next_channel"),
    ),
    "case.registered": EventType(
        "An overdue debt was registered, and its case opened.", ("case_registration", "invoice_number", "amount")
    ),
    "case.started": EventType("A case that waited began to move."),
    "case.state_changed": EventType("A case went on to another state or status.", ("from", "to", "status")),
    "case.held": EventType(
        "A case is held: letters and fees wait, interest runs on.", ("hold", "until", "instalments")
    ),
    "case.released": EventType("What held a case has ended.", ("hold", "outcome", "credited")),
    "case.credited": EventType(
        "The creditor no longer claims some of the capital.",
        ("crediting", "amount", "settled_amount", "remaining_amount"),
    ),
    "case.closed": EventType("A case was closed.", ("close_reason", "from")),
    "case.reopened": EventType("What closed a case was taken back, and it is open again.", ("to", "status")),
    "case.noted": EventType("Somebody wrote a note about a case.", ("note", "kind")),
    "payment.settled": EventType(
        "A payment settled a case, in part or in full. What it left over waits to be paid back.",
        ("payment", "paid_to", "bank_date", "amount", "settled_amount", "remaining_amount"),
    ),
    "payment.recalled": EventType(
        "The bank took a payment back, or some of it.", ("payment", "recall", "amount", "remaining_amount")
    ),
    "refund.owed": EventType("More reached us than is owed: it goes back to its payer.", ("amount", "refund_amount")),
    "refund.ordered": EventType(
        "A refund was ordered: it goes to the bank with the next order, or is used for another claim.",
        ("refund", "payment", "amount", "use_for"),
    ),
    "refund.returned": EventType(
        "The bank sent a refund back: it is owed again.", ("refund", "payment", "amount", "bank_transaction")
    ),
    "letter.sent": EventType("A letter left.", ("letter", "kind", "channel")),
    "letter.stopped": EventType("A letter does not leave: the law or somebody stops it.", ("letter", "kind")),
    "payout.exported": EventType(
        "The bank was told to pay a payout.",
        ("payout", "payout_reference", "finance_category", "total_amount", "bank_payout_request"),
    ),
    "payout.paid": EventType(
        "A payout was paid without the bank's file.",
        ("payout", "payout_reference", "finance_category", "total_amount", "payout_date"),
    ),
    "file_import.finished": EventType(
        "A file of registrations of one account was imported to its end.",
        ("file_import_report", "registered", "refused", "duplicates"),
    ),
    "webhook.test": EventType("Somebody asked for a test of a webhook.", ("webhook",)),
    "webhook.disabled": EventType("A webhook was switched off after it had failed.", ("webhook", "reason")),
}

_REFUND: tuple[EventName, ...] = ("refund.owed", "refund.ordered")
_MONEY: tuple[EventName, ...] = ("payment.settled", "payment.recalled", "case.closed", "case.reopened", *_REFUND)

FIRED_BY: Mapping[str, tuple[EventName, ...]] = {
    "POST /accounts": ("account.created", "creditor.created"),
    "PATCH /accounts/{id}": ("account.changed",),
    "POST /creditors": ("creditor.created",),
    "PATCH /creditors/{id}": ("creditor.changed",),
    "DELETE /creditors/{id}": ("creditor.deleted", "creditor.changed"),
    "PATCH /customers/{id}": ("customer.changed",),
    "POST /invoice--registrations": ("invoice.registered", "case.credited", "case.closed", *_REFUND),
    "POST /case--registrations": ("case.registered",),
    "POST /creditor--payments": ("payment.settled", "case.closed", *_REFUND),
    "POST /creditor--creditings": ("case.credited", "case.closed", *_REFUND),
    "POST /creditor--cancellations": ("case.closed",),
    "POST /cases/{id}/start": ("case.started",),
    "POST /cases/{id}/respite": ("case.held",),
    "DELETE /cases/{id}/respite": ("case.released",),
    "POST /cases/{id}/disputes": ("case.held",),
    "DELETE /cases/{id}/disputes": ("case.released",),
    "POST /cases/{id}/dispute-answers": ("case.released", "case.credited", "case.closed", *_REFUND),
    "POST /cases/{id}/amortization-plans": ("case.held",),
    "DELETE /cases/{id}/amortization-plans": ("case.released",),
    "POST /cases/{id}/notes": ("case.noted",),
    "POST /cases/{id}/close": ("case.closed",),
    "POST /cases/{id}/refunds": ("refund.ordered", "payment.settled", "case.closed", "refund.owed"),
    "POST /cases/{id}/enforcement-replies": ("case.state_changed",),
    "POST /letters/{id}/stop": ("letter.stopped", "case.state_changed"),
    "PATCH /finance--payouts/{id}": ("payout.paid",),
    "POST /webhooks/{id}/test": ("webhook.test",),
    "POST /bank--files": (*_MONEY, "refund.returned"),
    "POST /unmatched--payments/{id}/match": _MONEY,
    "POST /unmatched--payments/{id}/split": ("payment.settled", "case.closed", *_REFUND),
    "fordran import": ("invoice.registered", "case.registered", "case.credited", "case.closed", "file_import.finished"),
    "fordran bank import": (*_MONEY, "refund.returned"),
    "fordran payouts export": ("payout.exported",),
    "the worker, when a step is due": ("case.state_changed", "case.closed"),
    "the worker, when a letter leaves": ("letter.sent",),
    "the worker, when an invoice leaves": ("invoice.sent",),
    "the worker, when a channel gives an invoice up": ("invoice.not_delivered",),
    "the worker, when a letter cannot leave": ("letter.stopped", "case.state_changed", *_REFUND),
    "the worker, when a webhook has failed for 72 hours": ("webhook.disabled",),
}
"""What fires which events. An act may fire several, and need not fire each: a payment closes a case if it pays all of it."""
