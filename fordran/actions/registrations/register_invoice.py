"""Register an invoice: customer, invoice, payment reference and case; or a credit invoice, which credits the case of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact, document_hash
from fordran.actions.cases.open_case import CaseToOpen, days_between, open_case
from fordran.actions.cases.tried_law import law_of
from fordran.actions.registrations.credit_invoice import credit_invoice
from fordran.actions.registrations.invoice_rows import InvoiceIds, registration_of
from fordran.actions.registrations.look_up import CreditorContext, refuse_registration, settings_for_case
from fordran.actions.registrations.new_registration import NewRegistration
from fordran.actions.registrations.register import RegistrationKind, register
from fordran.actions.registrations.sent_invoice import SentInvoice, sent_invoice
from fordran.actions.violations import refusing
from fordran.domain.claims.facts import Capital
from fordran.domain.claims.particulars import Particulars
from fordran.domain.house_rules import rules_day
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id


async def register_invoice(
    tx: Connection, caller: Caller, given: InvoiceRegistrationInput, now: datetime, report: dict[str, Any] | None = None
) -> Mapping[str, Any]:
    """Register what a creditor's system sent. `report` is the file import that it came with, if any."""
    sent = INVOICE.sent(given, now, report)
    if given.invoice_type == "credit_invoice":
        return await credit_invoice(tx, caller, sent, now)
    with refusing({"invoice_number": sent.numbers}):
        (answer,) = await register(tx, caller, INVOICE, [sent], now)
    return answer


def new_invoice(
    sent: SentInvoice, ground: CreditorContext, serials: Sequence[int], customer: str, is_business: bool, now: datetime
) -> NewRegistration:
    """An invoice with its case, which gets the payment reference of the serial."""
    (serial,) = serials
    registration, invoice = new_id(), new_id()
    opened = open_case(_case(sent, ground, registration, customer, is_business, now), serial, now)
    place = InvoiceIds(
        registration=registration,
        invoice=invoice,
        customer=customer,
        case=opened.id,
        ocr_id=opened.ocr_number_id,
        ocr=opened.ocr_number,
    )
    return registration_of(sent, ground, place, opened.rows, now)


def _case(
    sent: SentInvoice, ground: CreditorContext, registration: str, customer: str, is_business: bool, now: datetime
) -> CaseToOpen:
    given, amount = sent.given, sent.sums.amount_to_pay
    business_now = clock.business(now, ground["clock_offset_days"])
    due_days = days_between(given.invoice_date, given.invoice_due_date)
    standard = ground["standard_debt"] or ""
    today = clock.stockholm_date(business_now)
    settings, kept_settings = settings_for_case(ground, given.case_settings, today)
    capital = Capital(registration, day_of(given.invoice_date), amount)
    return CaseToOpen(
        account=given.account,
        account_number=ground["account_number"],
        partner=ground["partner_id"],
        creditor=given.creditor,
        customer=customer,
        registration=registration,
        state="invoice",
        first_action="reminder",
        invoice_number=given.invoice_number,
        invoice_date=given.invoice_date,
        due_days=due_days,
        interest_days=due_days,
        initial_capital=amount,
        capital_to_claim=amount,
        debt_description=standard if ground["always_standard"] else given.debt_description or standard,
        is_business=is_business,
        agreement_version=ground["agreement_template"],
        case_settings=kept_settings,
        settings=settings,
        law=law_of(ground["law_rows"]),
        is_parking=given.customer.car_registration is not None,
        particulars=Particulars(rules_day=rules_day(today)),
        facts=[StoredFact(capital, business_now, CREDITOR_SYSTEM, document_hash(sent.document))],
        business_now=business_now,
        reference_number=given.reference_number,
        payout_reference=given.payout_reference,
        labels=given.labels,
        start_flow=given.start_flow is not False,
    )


INVOICE = RegistrationKind(
    sent=sent_invoice,
    refuse=lambda sent, ground: refuse_registration(ground, sent.data),
    make=new_invoice,
    looks_for_numbers=False,
)
