"""Register an invoice: customer, invoice, payment reference and case; or a credit invoice, which credits the case of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from fordran import clock
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact, document_hash
from fordran.actions.cases.case_particulars import days_to_come, stated_particulars
from fordran.actions.cases.law_in_force import law_of
from fordran.actions.cases.open_case import CaseToOpen, days_between, open_case
from fordran.actions.registrations.credit_invoice import credit_invoice
from fordran.actions.registrations.customer_book import ClaimCustomer
from fordran.actions.registrations.invoice_rows import InvoiceIds, registration_of
from fordran.actions.registrations.look_up import (
    CreditorContext,
    NewCaseSettings,
    business_day_of,
    is_public,
    refuse_registration,
    settings_for_case,
)
from fordran.actions.registrations.new_registration import NewRegistration
from fordran.actions.registrations.register import RegistrationKind, register
from fordran.actions.registrations.registration_warnings import (
    distribution_warnings,
    settings_warnings,
    time_barred,
)
from fordran.actions.registrations.sent_invoice import SentInvoice, sent_invoice
from fordran.actions.violations import refusing
from fordran.domain.claims.facts import Capital
from fordran.domain.claims.particulars import ClaimDays, Particulars, claim_days
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.service.delivery import asked_distribution
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import Refused
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
    sent: SentInvoice,
    ground: CreditorContext,
    serials: Sequence[int],
    customer: str,
    known: ClaimCustomer,
    now: datetime,
) -> NewRegistration:
    """An invoice with its case, which gets the payment reference of the serial."""
    (serial,) = serials
    registration, invoice = new_id(), new_id()
    settings = settings_for_case(
        ground, sent.given.case_settings, clock.stockholm_date(clock.business(now, ground["clock_offset_days"]))
    )
    case = _case(sent, ground, registration, customer, known, settings, now)
    opened = open_case(case, serial, now)
    warnings = [
        *settings_warnings(settings.capped),
        *distribution_warnings(sent.given.preferred_invoice_distribution),
        *time_barred("invoice_date", opened),
    ]
    place = InvoiceIds(
        registration=registration,
        invoice=invoice,
        customer=customer,
        case=opened.id,
        ocr_id=opened.ocr_number_id,
        ocr=opened.ocr_number,
        is_protected=known.is_protected,
    )
    made = registration_of(sent, ground, place, opened.rows, now, due_moment(sent, case.due_days))
    return replace(made, cases=[opened.id], warnings=warnings)


def _case(
    sent: SentInvoice,
    ground: CreditorContext,
    registration: str,
    customer: str,
    known: ClaimCustomer,
    settings: NewCaseSettings,
    now: datetime,
) -> CaseToOpen:
    given, amount = sent.given, sent.sums.amount_to_pay
    business_now = clock.business(now, ground["clock_offset_days"])
    standard = ground["standard_debt"] or ""
    today = clock.stockholm_date(business_now)
    particulars, days = _terms(sent, ground, settings.all, known, today)
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
        due_days=days.due,
        interest_days=days.without_interest,
        initial_capital=amount,
        capital_to_claim=amount,
        debt_description=standard if ground["always_standard"] else given.debt_description or standard,
        is_business=known.is_business if given.business_debt is None else given.business_debt,
        agreement_version=ground["agreement_template"],
        case_settings=settings.kept,
        settings=settings.all,
        law=law_of(ground["law_rows"]),
        is_parking=given.customer.car_registration is not None or particulars.claim_kind == "control_fee",
        particulars=particulars,
        facts=[StoredFact(capital, business_now, CREDITOR_SYSTEM, document_hash(sent.document))],
        business_now=business_now,
        reference_number=given.reference_number,
        payout_reference=given.payout_reference,
        labels=given.labels,
        start_flow=given.start_flow is not False and not known.name_differs,
    )


def due_moment(sent: SentInvoice, due_days: int) -> datetime:
    """The day to pay by that the invoice shows: as it was sent, or later where it leaves late."""
    given = sent.given
    late_days = due_days - days_between(given.invoice_date, given.invoice_due_date)
    return given.invoice_due_date + timedelta(late_days)


def _terms(
    sent: SentInvoice, ground: CreditorContext, settings: FlowSettings, known: ClaimCustomer, today: date
) -> tuple[Particulars, ClaimDays]:
    """The particulars of an invoice's claim, and its days. One that the creditor distributes itself left as it states."""
    given = sent.given
    invoiced, due_days = day_of(given.invoice_date), days_between(given.invoice_date, given.invoice_due_date)
    asked = asked_distribution(
        given.preferred_invoice_distribution, known.distribution, ground["default_invoice_distribution"]
    )
    is_ours = asked != "none"
    left = max(invoiced, today) if is_ours else day_of(given.invoice_sent_date or given.invoice_date)
    particulars = stated_particulars(
        given,
        settings,
        left,
        today,
        creditor_is_public=is_public(ground),
        is_business=known.is_business if given.business_debt is None else given.business_debt,
        is_parking=given.customer.car_registration is not None,
        sent_by_us=is_ours,
        delivered=given.invoice_delivery_date,
    )
    return particulars, claim_days(particulars, invoiced, due_days)


def _refuse(sent: SentInvoice, ground: CreditorContext, now: datetime) -> None:
    """Refuse what the creditor does not take, and days that have not come."""
    refuse_registration(ground, sent.data)
    if issues := days_to_come(sent.given, business_day_of(ground, now)):
        raise Refused(issues)


INVOICE = RegistrationKind(
    sent=sent_invoice,
    refuse=_refuse,
    make=new_invoice,
    looks_for_numbers=False,
)
