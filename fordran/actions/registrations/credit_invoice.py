"""A credit invoice, which credits the case of another invoice and shares its customer and payment reference."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict

import orjson

from fordran.actions.answer_warnings import warnings_field
from fordran.actions.cases.case_facts import document_hash
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.flow.credit_case import credit
from fordran.actions.registrations.customer_book import matched_customer
from fordran.actions.registrations.customer_details import stored
from fordran.actions.registrations.invoice_rows import InvoiceIds, registration_of
from fordran.actions.registrations.look_up import look_up, refuse_registration
from fordran.actions.registrations.registration_warnings import customer_warnings, distribution_warnings
from fordran.actions.registrations.sent_invoice import SentInvoice
from fordran.actions.violations import not_unique, refusing
from fordran.domain.message import Message
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.add_rows import add_rows
from fordran.store.rows.ids import new_id


async def credit_invoice(tx: Connection, caller: Caller, sent: SentInvoice, now: datetime) -> Mapping[str, Any]:
    """Credit the case of the invoice that a credit invoice names, and register the credit invoice."""
    given, amount = sent.given, sent.sums.amount_to_pay
    ground = (await look_up(tx, caller, [sent])).contexts[sent.account, sent.creditor]
    refuse_registration(ground, sent.data)
    credited = await _credited(tx, given)
    if credited["is_number_taken"]:
        raise not_unique(sent.numbers)
    case = await lock_case(tx, credited["case_id"], given.creditor, given.account, now)
    assert case is not None
    registration, invoice = new_id(), new_id()
    if amount:
        await credit(tx, case, amount, now, invoice=invoice, document=document_hash(sent.document))
    place = InvoiceIds(
        registration=registration,
        invoice=invoice,
        customer=credited["customer_id"],
        case=credited["case_id"],
        ocr_id=credited["ocr_id"],
        ocr=credited["ocr"],
        is_protected=credited["is_protected"],
    )
    new = registration_of(sent, ground, place, [], now, sent.given.invoice_due_date)
    data = sent.data.without_contacts if credited["is_protected"] else sent.data
    customer = matched_customer(credited["customer_id"], data, None, stored(credited["details"]))
    with refusing({"invoice_number": sent.numbers}):
        await add_rows(tx, [*new.rows, *new.delivery(customer, now)])
    warnings = [*customer_warnings(sent.data, customer), *distribution_warnings(given.preferred_invoice_distribution)]
    return new.answer | warnings_field(warnings)


class _CreditedRow(TypedDict):
    customer_id: str
    case_id: str
    ocr_id: str
    ocr: str
    is_number_taken: bool
    details: orjson.Fragment
    is_protected: bool


async def _credited(tx: Connection, given: InvoiceRegistrationInput) -> _CreditedRow:
    """The case of the invoice that is credited, and whether the credit invoice's own number is taken."""
    row = await fetch_row(
        tx,
        _CreditedRow,
        """select k.customer_id, k.id as case_id, o.id as ocr_id, o.ocr,
                  exists (select 1 from cases c where c.account_id = $1 and c.creditor_id = $2 and c.invoice_number = $4
                          and c.number_freed_by is null)
                      as is_number_taken, to_jsonb(s) as details, p.is_protected
           from cases k join ocr_numbers o on o.account_id = k.account_id and o.ocr = k.ocr_number
           join customer_details s on s.account_id = k.account_id and s.customer_id = k.customer_id
                and s.creditor_id = k.creditor_id
           join customers p on p.account_id = k.account_id and p.id = k.customer_id
           where k.account_id = $1 and k.creditor_id = $2 and k.invoice_number = $3
             and k.number_freed_by is null""",
        given.account,
        given.creditor,
        given.reference_number,
        given.invoice_number,
    )
    if row is None:
        number = str(given.reference_number)[:100]
        raise Refused({"reference_number": Message("issue.no_such_invoice", number=number)})
    return row
