"""Registrations of creditors' systems: invoices and debts, payments, creditings and cancellations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from fordran.actions.imports.kinds import CASES, INVOICES, ImportKind
from fordran.actions.imports.register_many import register_many
from fordran.actions.registrations.record_cancellation import record_cancellation
from fordran.actions.registrations.record_crediting import record_crediting
from fordran.actions.registrations.record_payment import record_payment
from fordran.actions.registrations.register import register
from fordran.actions.registrations.register_case import register_case
from fordran.actions.registrations.register_invoice import register_invoice
from fordran.actions.registrations.reverse_registration import CANCELLATION, CREDITING, PAYMENT, ReversibleKind
from fordran.actions.registrations.sent_invoice import totals_shown
from fordran.api.endpoint import Endpoint
from fordran.api.roles import EVERYBODY
from fordran.api.serving.creating import CreateMany, Together
from fordran.api.serving.reversals import delete_report, post_reversal
from fordran.api.table.rows import Rows, creates, reads
from fordran.resources.case_registrations import CASE_REGISTRATIONS, CaseRegistered
from fordran.resources.common import ReversalInput
from fordran.resources.creditor_cancellations import CREDITOR_CANCELLATIONS, CancellationRecorded, CancellationReversed
from fordran.resources.creditor_creditings import CREDITOR_CREDITINGS
from fordran.resources.creditor_payments import CREDITOR_PAYMENTS, PaymentRecorded, PaymentReversed
from fordran.resources.invoice_registrations import INVOICE_REGISTRATIONS, HoldQuery, InvoiceRegistered
from fordran.shape.fields import Shape
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller


def _many(kind: ImportKind) -> CreateMany:
    return lambda tx, caller, given, now: register_many(tx, caller, kind, given, now)


def _together(kind: ImportKind) -> Together:
    async def create(
        tx: Connection, caller: Caller, given: Sequence[Any], request_ids: Sequence[str], now: datetime
    ) -> list[Mapping[str, Any]]:
        sent = [kind.registration.sent(one, now, None) for one in given]
        return await register(tx, caller, kind.registration, sent, now, request_ids)

    return Together(create, kind.refers_to_another)


def _undoes(kind: ReversibleKind, name: str, answers: type[Shape]) -> tuple[Endpoint, Endpoint]:
    """The ways to take back a report that was made by mistake."""
    resource = kind.resource
    path = f"/{resource.name}/{{id}}"
    about = f"Reverse a {name} that was reported by mistake."
    deletes = Endpoint(
        "DELETE", path, delete_report(kind), f"Delete a {name} on which nothing builds yet.", EVERYBODY, resource
    )
    reverses = Endpoint(
        "POST",
        f"{path}/reversals",
        post_reversal(kind),
        about,
        EVERYBODY,
        resource,
        takes=ReversalInput,
        answers=answers,
    )
    return deletes, reverses


REGISTRATION_ROWS: Rows = (
    *reads(INVOICE_REGISTRATIONS, EVERYBODY),
    creates(
        INVOICE_REGISTRATIONS,
        register_invoice,
        "Register an invoice to be distributed.",
        EVERYBODY,
        InvoiceRegistered,
        _many(INVOICES),
        preview=totals_shown,
        query=HoldQuery,
        together=_together(INVOICES),
    ),
    *reads(CASE_REGISTRATIONS, EVERYBODY),
    creates(
        CASE_REGISTRATIONS,
        register_case,
        "Register overdue debts for collection.",
        EVERYBODY,
        CaseRegistered,
        _many(CASES),
        together=_together(CASES),
    ),
    *reads(CREDITOR_PAYMENTS, EVERYBODY),
    creates(
        CREDITOR_PAYMENTS,
        record_payment,
        "Record a payment that the creditor received.",
        EVERYBODY,
        PaymentRecorded,
    ),
    *_undoes(PAYMENT, "payment", PaymentReversed),
    *reads(CREDITOR_CREDITINGS, EVERYBODY),
    creates(
        CREDITOR_CREDITINGS,
        record_crediting,
        "Record capital that is no longer claimed.",
        EVERYBODY,
        PaymentRecorded,
    ),
    *_undoes(CREDITING, "crediting", PaymentReversed),
    *reads(CREDITOR_CANCELLATIONS, EVERYBODY),
    creates(CREDITOR_CANCELLATIONS, record_cancellation, "Take a case back.", EVERYBODY, CancellationRecorded),
    *_undoes(CANCELLATION, "cancellation", CancellationReversed),
)
