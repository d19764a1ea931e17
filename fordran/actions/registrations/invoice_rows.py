"""The rows of a registered invoice, new or credit: its registration, the invoice itself, and its event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fordran import clock
from fordran.actions.cases.registering import created
from fordran.actions.note_event import DomainEvent, event_row
from fordran.actions.outbox.queue_invoice import ToDeliver
from fordran.actions.registrations.look_up import CreditorContext
from fordran.actions.registrations.new_registration import NewRegistration
from fordran.actions.registrations.sent_invoice import SentInvoice
from fordran.resources.invoice_registrations import INVOICE_REGISTRATIONS
from fordran.resources.invoices import INVOICES
from fordran.shape.moments import day_of
from fordran.shape.wire import kronor
from fordran.store.rows.schema_rows import (
    INVOICE_REGISTRATIONS_TABLE,
    INVOICES_TABLE,
    NewInvoice,
    NewInvoiceRegistration,
)
from fordran.store.rows.tables import NewRow
from fordran.store.rows.tally_rows import tally_row


@dataclass(frozen=True)
class InvoiceIds:
    """The ids that the rows of a registration refer to."""

    registration: str
    invoice: str
    customer: str
    case: str
    ocr_id: str
    ocr: str
    is_protected: bool = False
    """Whether the customer is, so that its registration does not show how it is reached."""


def registration_of(
    sent: SentInvoice, ground: CreditorContext, at: InvoiceIds, case_rows: list[NewRow], now: datetime, due: datetime
) -> NewRegistration:
    """The registration of an invoice, with the rows of its case where that is new too. `due` is the day to pay by."""
    given = sent.given
    answer = {"_invoice": at.invoice, "_case": at.case, "_ocr_number": at.ocr_id, "ocr_number_ocr": at.ocr}
    return NewRegistration(
        at.registration,
        created(at.registration, now) | answer,
        [
            *case_rows,
            event_row(_event(sent, at), now),
            INVOICE_REGISTRATIONS_TABLE.row(_registration_row(sent, at, now)),
            INVOICES_TABLE.row(_invoice_row(sent, ground, at, now, due)),
            *(
                tally_row(made.name, partner=ground["partner_id"], account=given.account, creditor=given.creditor)
                for made in (INVOICE_REGISTRATIONS, INVOICES)
            ),
        ],
        _to_deliver(sent, ground, at, now),
    )


def _to_deliver(sent: SentInvoice, ground: CreditorContext, at: InvoiceIds, now: datetime) -> ToDeliver:
    given = sent.given
    return ToDeliver(
        account=given.account,
        creditor=given.creditor,
        case=at.case,
        invoice=at.invoice,
        kind=given.invoice_type,
        preferred=given.preferred_invoice_distribution,
        creditors=ground["default_invoice_distribution"],
        invoice_day=day_of(given.invoice_date),
        business_now=clock.business(now, ground["clock_offset_days"]),
        is_held=given.hold is True,
        delay_minutes=ground["send_delay_minutes"],
    )


def _event(sent: SentInvoice, at: InvoiceIds) -> DomainEvent:
    given = sent.given
    details = {
        "invoice": at.invoice,
        "invoice_registration": at.registration,
        "invoice_type": given.invoice_type,
        "invoice_number": given.invoice_number,
        "amount": kronor(sent.sums.amount_to_pay),
    }
    return DomainEvent("invoice.registered", given.account, given.creditor, at.case, details)


def _registration_row(sent: SentInvoice, at: InvoiceIds, now: datetime) -> NewInvoiceRegistration:
    return {
        "account_id": sent.given.account,
        "id": at.registration,
        "created": now,
        "updated": now,
        "creditor_id": sent.given.creditor,
        "invoice_id": at.invoice,
        "case_id": at.case,
        "ocr_number_id": at.ocr_id,
        "ocr_number": at.ocr,
        "document": sent.document,
        "is_protected": at.is_protected or None,
    }


def _invoice_row(
    sent: SentInvoice, ground: CreditorContext, at: InvoiceIds, now: datetime, due: datetime
) -> NewInvoice:
    given, sums = sent.given, sent.sums
    return {
        "account_id": given.account,
        "id": at.invoice,
        "created": now,
        "updated": now,
        "creditor_id": given.creditor,
        "customer_id": at.customer,
        "case_id": at.case,
        "registration_id": at.registration,
        "ocr_number": at.ocr,
        "agreement_version": ground["agreement_template"],
        "matrix": sent.lines,
        "total_amount_excluding_vat": sums.total_amount_excluding_vat,
        "total_vat_25_percent": sums.total_vat_25_percent,
        "total_vat_12_percent": sums.total_vat_12_percent,
        "total_vat_6_percent": sums.total_vat_6_percent,
        "amount_rounding": sums.amount_rounding,
        "invoice_type": given.invoice_type,
        "invoice_number": given.invoice_number,
        "reference_number": given.reference_number,
        "payout_reference": given.payout_reference,
        "invoice_date": given.invoice_date,
        "invoice_due_date": due,
        "invoice_delivery_date": given.invoice_delivery_date,
        "invoice_headline": given.invoice_headline,
        "invoice_body_text": given.invoice_body_text,
        "your_contact": given.your_contact,
        "your_reference": given.your_reference,
        "our_reference": given.our_reference,
        "your_additional_reference": given.your_additional_reference,
        "order_reference": given.order_reference,
        "contract_reference": given.contract_reference,
        "debt_description": given.debt_description,
        "letter_template": sent.document.get("letter_template", ""),
        "custom_column_headlines": given.custom_column_headlines,
        "preferred_invoice_distribution": given.preferred_invoice_distribution,
        "labels": given.labels,
    }
