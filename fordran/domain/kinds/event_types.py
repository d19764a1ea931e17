"""Events: every type, what it says, and what fires it. The documentation shows these tables, and the tests hold acts to them.

An event's data names documents by their ids and holds amounts and dates. It holds no name, number or address of a person:
whoever may know those reads the document.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code

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
    "case.crediting_reversed",
    "case.waived",
    "case.closed",
    "case.reopened",
    "case.noted",
    "case.creditor_changed",
    "dispute.rejected",
    "dispute.settled",
    "case.confirmed_unpaid",
    "case.application_released",
    "case.forbearance_noted",
    "payment.settled",
    "payment.recalled",
    "refund.owed",
    "refund.ordered",
    "refund.returned",
    "letter.sent",
    "letter.stopped",
    "payout.exported",
    "payout.paid",
    "payout.rejected",
    "file_import.finished",
    "webhook.test",
    "webhook.disabled",
]


@dataclass(frozen=True)
class EventType:
    """A type of event, and the fields of its data. A field without a value is left out."""

    code: EventName
    data: tuple[str, ...] = ()


EVENT_TYPES: Mapping[EventName, EventType] = by_code(
    EventName,
    (
        EventType("account.created"),
        EventType("account.changed"),
        EventType("creditor.created"),
        EventType("creditor.changed"),
        EventType("creditor.deleted"),
        EventType("customer.changed", ("customer",)),
        EventType(
            "invoice.registered", ("invoice", "invoice_registration", "invoice_type", "invoice_number", "amount")
        ),
        EventType("invoice.sent", ("invoice", "invoice_type", "channel")),
        EventType("invoice.not_delivered", ("invoice", "invoice_type", "channel", "reason", "next_channel")),
        EventType("case.registered", ("case_registration", "invoice_number", "amount")),
        EventType("case.started"),
        EventType("case.state_changed", ("from", "to", "status")),
        EventType("case.held", ("hold", "until", "instalments", "dispute", "kind", "amount")),
        EventType("case.released", ("hold", "dispute", "outcome", "credited")),
        EventType("case.credited", ("crediting", "amount", "settled_amount", "remaining_amount")),
        EventType("case.crediting_reversed", ("crediting", "amount", "remaining_amount")),
        EventType("case.waived", ("waiver", "component", "amount", "remaining_amount")),
        EventType("case.closed", ("close_reason", "from")),
        EventType("case.reopened", ("to", "status")),
        EventType("case.noted", ("note", "kind")),
        EventType("case.creditor_changed", ("former_creditor", "new_creditor", "assigned_on")),
        EventType("dispute.rejected", ("dispute", "outcome", "credited")),
        EventType("dispute.settled", ("dispute", "outcome")),
        EventType("case.confirmed_unpaid"),
        EventType("case.application_released"),
        EventType("case.forbearance_noted"),
        EventType(
            "payment.settled", ("payment", "paid_to", "bank_date", "amount", "settled_amount", "remaining_amount")
        ),
        EventType("payment.recalled", ("payment", "recall", "amount", "remaining_amount")),
        EventType("refund.owed", ("amount", "refund_amount")),
        EventType("refund.ordered", ("refund", "payment", "amount", "use_for")),
        EventType("refund.returned", ("refund", "payment", "amount", "bank_transaction")),
        EventType("letter.sent", ("letter", "kind", "channel")),
        EventType("letter.stopped", ("letter", "kind")),
        EventType(
            "payout.exported", ("payout", "payout_reference", "finance_category", "total_amount", "bank_payout_request")
        ),
        EventType("payout.paid", ("payout", "payout_reference", "finance_category", "total_amount", "payout_date")),
        EventType(
            "payout.rejected",
            ("payout", "payout_reference", "finance_category", "total_amount", "bank_payout_request", "reason"),
        ),
        EventType("file_import.finished", ("file_import_report", "registered", "refused", "duplicates")),
        EventType("webhook.test", ("webhook",)),
        EventType("webhook.disabled", ("webhook", "reason")),
    ),
)

_REFUND: tuple[EventName, ...] = ("refund.owed", "refund.ordered")
_MONEY: tuple[EventName, ...] = ("payment.settled", "payment.recalled", "case.closed", "case.reopened", *_REFUND)
_REVERSED: tuple[EventName, ...] = ("case.reopened", "case.closed")

FIRED_BY: Mapping[str, tuple[EventName, ...]] = {
    "POST /accounts": ("account.created", "creditor.created"),
    "PATCH /accounts/{id}": ("account.changed",),
    "POST /creditors": ("creditor.created",),
    "PATCH /creditors/{id}": ("creditor.changed",),
    "DELETE /creditors/{id}": ("creditor.deleted", "creditor.changed"),
    "PATCH /customers/{id}": ("customer.changed",),
    "POST /customers/{id}/corrections": ("customer.changed",),
    "POST /invoice--registrations": ("invoice.registered", "case.credited", "case.closed", *_REFUND),
    "POST /case--registrations": ("case.registered",),
    "POST /creditor--payments": ("payment.settled", "case.closed", *_REFUND),
    "POST /creditor--creditings": ("case.credited", "case.closed", *_REFUND),
    "POST /creditor--cancellations": ("case.closed",),
    "POST /creditor--payments/{id}/reversals": ("payment.recalled", "case.reopened"),
    "POST /creditor--creditings/{id}/reversals": ("case.crediting_reversed", *_REVERSED),
    "POST /creditor--cancellations/{id}/reversals": _REVERSED,
    "DELETE /creditor--payments/{id}": ("payment.recalled", "case.reopened"),
    "DELETE /creditor--creditings/{id}": ("case.crediting_reversed", *_REVERSED),
    "DELETE /creditor--cancellations/{id}": _REVERSED,
    "POST /cases/{id}/start": ("case.started",),
    "POST /cases/{id}/assignments": ("case.creditor_changed",),
    "POST /cases/{id}/respite": ("case.held",),
    "DELETE /cases/{id}/respite": ("case.released",),
    "POST /cases/{id}/disputes": ("case.held",),
    "DELETE /cases/{id}/disputes": ("case.released",),
    "POST /cases/{id}/disputes/{dispute}/confirm": ("case.released",),
    "POST /cases/{id}/disputes/{dispute}/settle": (
        *("case.released", "dispute.settled", "case.credited", "case.closed"),
        *_REFUND,
    ),
    "POST /cases/{id}/dispute-answers": ("case.released", "dispute.rejected", "case.credited", "case.closed", *_REFUND),
    "POST /cases/{id}/confirm-unpaid": ("case.confirmed_unpaid",),
    "POST /cases/{id}/forbearance": ("case.forbearance_noted",),
    "POST /cases/{id}/release-application": ("case.application_released",),
    "POST /application--releases": ("case.application_released",),
    "POST /cases/{id}/amortization-plans": ("case.held",),
    "DELETE /cases/{id}/amortization-plans": ("case.released",),
    "POST /cases/{id}/waivers": ("case.waived", "case.closed", *_REFUND),
    "POST /cases/{id}/notes": ("case.noted",),
    "POST /cases/{id}/close": ("case.closed",),
    "POST /cases/{id}/reopen": ("case.reopened", "case.noted"),
    "POST /cases/{id}/wrong-person": ("case.closed", "case.noted", "letter.stopped", "refund.owed"),
    "POST /cases/{id}/refunds": ("refund.ordered", "payment.settled", "case.closed", "refund.owed"),
    "POST /cases/{id}/enforcement-replies": ("case.state_changed",),
    "POST /letters/{id}/stop": ("letter.stopped", "case.state_changed"),
    "PATCH /finance--payouts/{id}": ("payout.paid",),
    "POST /webhooks/{id}/test": ("webhook.test",),
    "POST /bank--files": (*_MONEY, "refund.returned", "payout.rejected"),
    "POST /unmatched--payments/{id}/match": _MONEY,
    "POST /bank--transactions/{id}/unmatch": ("payment.recalled", "case.reopened"),
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
"""Acts and the events that they fire. An act may fire several, and need not fire each: a payment closes a case if it pays all."""
