"""Register an invoice: customer, invoice, payment reference and case; or a credit invoice, which credits the case of another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from fordran import clock
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact, document_hash
from fordran.actions.cases.case_settings import LAYERS, frozen, resolved, settings_for, text_of
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.cases.open_case import NewCase, days_between, open_case
from fordran.actions.cases.registering import created, sees, unknown_references
from fordran.actions.note_event import Event, event_row
from fordran.actions.registrations.customers import (
    CustomerData,
    customer_data,
    match,
    match_or_make,
    refused_number,
)
from fordran.actions.registrations.record_crediting import credit
from fordran.actions.violations import SentValue, not_unique, refusing
from fordran.domain.case_settings import Settings
from fordran.domain.facts import Capital
from fordran.domain.money import MOST_KRONOR_DIGITS, MOST_ORE
from fordran.domain.vat import InvoiceTotals, Line, totals
from fordran.resources.common import CaseSettings
from fordran.resources.invoice_registrations import INVOICE_REGISTRATIONS, InvoiceRegistrationInput, MatrixInput
from fordran.resources.invoices import INVOICES
from fordran.shape.fields import Issues, Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import kronor, plain_number, wire
from fordran.store.database import Connection
from fordran.store.ids import is_id, new_id
from fordran.store.scope import Caller
from fordran.store.tables import TALLY_CHANGES, NewRow, Table, insert_rows

GROUND = f"""
a.id as account_id, d.id as creditor_id, a.number as account_number, a.partner_id, a.number_validation, a.agreement_template,
coalesce(d.standard_debt_description, a.standard_debt_description) as standard_debt, d.is_active,
d.always_use_standard_debt_description as always_standard, (select clock_offset_days from installation) as clock_offset_days,
{LAYERS}
"""
"""Selects what a registration needs to know of its account `a` and its creditor `d`."""

_LOOK_UP = f"""
select {GROUND}, nextval('payment_serials') as serial,
       c.id, c.name, c.name_folded, c.id_number, c.id_number_compact, c.id_number_status, c.is_person, c.is_company,
       c.is_foreign, c.customer_number,
       c.mobile_number, c.email, c.email_folded, c.address, c.car_registration, c.warnings
from accounts a
join creditors d on d.account_id = a.id and d.id = $2
"""


async def look_up(tx: Connection, caller: Caller, account: str, creditor: str, data: CustomerData) -> Any:
    """Account, creditor and the customer if it is known, in one statement; refuses what is not the caller's or not active."""
    row = None
    if is_id(account) and is_id(creditor):
        join, values = match(data, 3)
        row = await tx.fetchrow(f"{_LOOK_UP} {join} where a.id = $1", account, creditor, *values)
    if row is None or not sees(caller, row["partner_id"], account, creditor):
        raise Refused(await unknown_references(tx, caller, {"account": account, "creditor": creditor}))
    issues = refusals(row, data)
    if issues:
        raise Refused(issues)
    return row


def refusals(row: Any, data: CustomerData) -> Issues:
    """Why a creditor takes no registration now, or not this customer's."""
    issues: Issues = {}
    if not row["is_active"]:
        issues["creditor"] = "the creditor is not active: it takes no registrations"
    if row["number_validation"] == "refuse":
        issues |= refused_number(data)
    return issues


def settings_for_case(row: Any, own: CaseSettings | None) -> tuple[Settings, dict[str, Any]]:
    """The settings of a new case, and those that it keeps as its own. `row` has the columns of `GROUND`."""
    said = {} if own is None else wire(own)
    found = resolved(row, text_of(said))
    return settings_for(row, text_of(said)), frozen(found, said)


@dataclass(frozen=True)
class NewRegistration:
    """A registration with all that it is made of, not yet inserted; `answer` is what its sender is told."""

    id: str
    answer: dict[str, Any]
    rows: list[NewRow]


async def register_invoice(
    tx: Connection, caller: Caller, given: InvoiceRegistrationInput, now: datetime, report: dict[str, Any] | None = None
) -> Mapping[str, Any]:
    """Register what a creditor's system sent. `report` is the file import that it came with, if any."""
    data = customer_data(given.customer, given.invoice_date)
    sums = sums_of(given)
    row = await look_up(tx, caller, given.account, given.creditor, data)
    if given.invoice_type == "credit_invoice":
        new = await _credit(tx, given, sums, row, now, report)
        made: list[NewRow] = []
    else:
        found = row if row["id"] is not None else None
        customer, made = await match_or_make(tx, given.account, row["partner_id"], given.creditor, data, found, now)
        new = new_invoice(given, sums, row, row["serial"], customer, data.is_business_of(found), now, report)
    with refusing({"invoice_number": _number(given)}):
        await insert_rows(tx, [*made, *new.rows])
    return new.answer


def _number(given: InvoiceRegistrationInput) -> list[SentValue]:
    return [(("invoice_number",), given.invoice_number)]


def sums_of(given: InvoiceRegistrationInput) -> InvoiceTotals:
    """What the invoice comes to."""
    sums = totals(
        Line(line.total_price_excluding_vat, line.unit_vat_percent, bool(line.is_discount)) for line in given.matrix
    )
    if sums.amount_to_pay < 0:
        is_credit = given.invoice_type == "credit_invoice"
        right = "a credit invoice has positive lines" if is_credit else "register it as a credit_invoice"
        raise Refused({"matrix": f"the invoice comes to less than 0: {right}"})
    if sums.amount_to_pay > MOST_ORE:
        raise Refused({"matrix": f"the invoice comes to more than {MOST_KRONOR_DIGITS} digits of kronor"})
    return sums


def _document(given: InvoiceRegistrationInput, report: dict[str, Any] | None) -> dict[str, Any]:
    """The registration as it was sent, and the file import that it came with."""
    return wire(given) | ({"file_import_report": report} if report else {})


def new_invoice(
    given: InvoiceRegistrationInput,
    sums: InvoiceTotals,
    row: Any,
    serial: int,
    customer: str,
    is_business: bool,
    now: datetime,
    report: dict[str, Any] | None,
) -> NewRegistration:
    """An invoice that opens a case. `row` has the columns of `GROUND`."""
    business_now = clock.business(now, row["clock_offset_days"])
    registration, invoice = new_id(), new_id()
    due_days = days_between(given.invoice_date, given.invoice_due_date)
    standard = row["standard_debt"] or ""
    document = _document(given, report)
    settings, kept_settings = settings_for_case(row, given.case_settings)
    fact = Capital(registration, day_of(given.invoice_date), sums.amount_to_pay)
    opened = open_case(
        NewCase(
            account=given.account,
            account_number=row["account_number"],
            partner=row["partner_id"],
            creditor=given.creditor,
            customer=customer,
            registration=registration,
            state="invoice",
            first_action="reminder",
            invoice_number=given.invoice_number,
            invoice_date=given.invoice_date,
            due_days=due_days,
            interest_days=due_days,
            initial_capital=sums.amount_to_pay,
            capital_to_claim=sums.amount_to_pay,
            debt_description=standard if row["always_standard"] else given.debt_description or standard,
            is_business=is_business,
            agreement_version=row["agreement_template"],
            case_settings=kept_settings,
            settings=settings,
            is_parking=given.customer.car_registration is not None,
            facts=[StoredFact(fact, business_now, CREDITOR_SYSTEM, document_hash(document))],
            business_now=business_now,
            reference_number=given.reference_number,
            payout_reference=given.payout_reference,
            labels=given.labels,
            start_flow=given.start_flow is not False,
        ),
        serial,
        now,
    )
    place = _Place(registration, invoice, customer, opened.id, opened.ocr_number_id, opened.ocr_number)
    return _registration(given, sums, row, place, opened.rows, now, document)


async def _credit(
    tx: Connection,
    given: InvoiceRegistrationInput,
    sums: InvoiceTotals,
    row: Any,
    now: datetime,
    report: dict[str, Any] | None,
) -> NewRegistration:
    """Credit the case of the invoice that a credit invoice names, whose customer and payment reference it shares."""
    credited = await tx.fetchrow(
        """select k.customer_id, k.id as case_id, o.id as ocr_id, o.ocr,
                  exists (select from cases c where c.account_id = $1 and c.creditor_id = $2 and c.invoice_number = $4)
                      as is_number_taken
           from cases k join ocr_numbers o on o.account_id = k.account_id and o.ocr = k.ocr_number
           where k.account_id = $1 and k.creditor_id = $2 and k.invoice_number = $3""",
        given.account,
        given.creditor,
        given.reference_number,
        given.invoice_number,
    )
    if credited is None:
        number = str(given.reference_number)[:100]
        raise Refused(
            {"reference_number": f"value '{number}' must exist in resource 'invoices', field 'invoice_number'"}
        )
    if credited["is_number_taken"]:
        raise not_unique(_number(given))
    case = await lock_case(tx, credited["case_id"], given.creditor, given.account, now)
    assert case is not None
    registration, invoice = new_id(), new_id()
    document = _document(given, report)
    if sums.amount_to_pay:
        await credit(tx, case, sums.amount_to_pay, now, invoice, document_hash(document))
    place = _Place(
        registration, invoice, credited["customer_id"], credited["case_id"], credited["ocr_id"], credited["ocr"]
    )
    return _registration(given, sums, row, place, [], now, document)


def shown_line(line: MatrixInput, sent: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A line as the invoice shows it: a discount negative, and with a unit price whatever was sent.

    `sent` is the line as its registration holds it, for whoever has that at hand.
    """
    shown = wire(line) if sent is None else dict(sent)
    amount = -abs(line.total_price_excluding_vat) if line.is_discount else line.total_price_excluding_vat
    shown["total_price_excluding_vat"] = kronor(amount)
    if line.unit_price is None:
        units = line.number_of_units or Decimal(1)
        price = (Decimal(amount) / 100 / units).quantize(Decimal("0.000001"), ROUND_HALF_UP)
        shown["unit_price"] = plain_number(price)
    return shown


INVOICE_REGISTRATIONS_TABLE = Table(
    "invoice_registrations",
    (
        *("account_id", "id", "created", "updated", "creditor_id", "invoice_id", "case_id", "ocr_number_id"),
        *("ocr_number", "document"),
    ),
)
INVOICES_TABLE = Table(
    "invoices",
    (
        *("account_id", "id", "created", "updated", "creditor_id", "customer_id", "case_id", "registration_id"),
        *("ocr_number", "agreement_version", "matrix", "total_amount_excluding_vat", "total_vat_25_percent"),
        *("total_vat_12_percent", "total_vat_6_percent", "amount_rounding", "invoice_type", "invoice_number"),
        *("reference_number", "payout_reference", "invoice_date", "invoice_due_date", "invoice_delivery_date"),
        *("invoice_headline", "invoice_body_text", "your_contact", "your_reference", "our_reference"),
        *("your_additional_reference", "order_reference", "contract_reference", "debt_description"),
        *("letter_template", "custom_column_headlines", "preferred_invoice_distribution", "labels"),
    ),
)


@dataclass(frozen=True)
class _Place:
    """What the rows of a registration refer to."""

    registration: str
    invoice: str
    customer: str
    case: str
    ocr_id: str
    ocr: str


def _registration(
    given: InvoiceRegistrationInput,
    sums: InvoiceTotals,
    row: Any,
    at: _Place,
    case_rows: list[NewRow],
    now: datetime,
    document: dict[str, Any],
) -> NewRegistration:
    sent = (
        *(given.account, at.registration, now, now, given.creditor, at.invoice, at.case, at.ocr_id, at.ocr, document),
    )
    lines = [shown_line(line, sent) for line, sent in zip(given.matrix, document["matrix"], strict=True)]
    shown = (
        *(given.account, at.invoice, now, now, given.creditor, at.customer, at.case, at.registration, at.ocr),
        *(row["agreement_template"], lines, sums.total_amount_excluding_vat),
        *(sums.total_vat_25_percent, sums.total_vat_12_percent, sums.total_vat_6_percent, sums.amount_rounding),
        *(given.invoice_type, given.invoice_number, given.reference_number, given.payout_reference),
        *(given.invoice_date, given.invoice_due_date, given.invoice_delivery_date, given.invoice_headline),
        *(given.invoice_body_text, given.your_contact, given.your_reference, given.our_reference),
        *(given.your_additional_reference, given.order_reference, given.contract_reference),
        *(given.debt_description, document.get("letter_template", ""), given.custom_column_headlines),
        *(given.preferred_invoice_distribution, given.labels),
    )
    told = {
        "invoice": at.invoice,
        "invoice_registration": at.registration,
        "invoice_type": given.invoice_type,
        "invoice_number": given.invoice_number,
        "amount": kronor(sums.amount_to_pay),
    }
    return NewRegistration(
        at.registration,
        created(at.registration, now)
        | {"_invoice": at.invoice, "_case": at.case, "_ocr_number": at.ocr_id, "ocr_number_ocr": at.ocr},
        [
            *case_rows,
            event_row(Event("invoice.registered", given.account, given.creditor, at.case, told), now),
            NewRow(INVOICE_REGISTRATIONS_TABLE, sent),
            NewRow(INVOICES_TABLE, shown),
            NewRow(TALLY_CHANGES, (INVOICE_REGISTRATIONS.name, row["partner_id"], given.account, given.creditor, 1)),
            NewRow(TALLY_CHANGES, (INVOICES.name, row["partner_id"], given.account, given.creditor, 1)),
        ],
    )
