"""An invoice as it is printed: the row that is read of it, and the document that is made of that."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, TypedDict

from fordran.actions.cases.law_in_force import law_of
from fordran.documents.access import Access
from fordran.documents.invoices.invoice import InvoiceDocument, LatePayment, References
from fordran.documents.invoices.invoice_lines import InvoiceLine
from fordran.documents.parties import PrintedOperator, PrintedPayee, PrintedSender, Receiver, postal_address
from fordran.domain.service.plain_names import one_line
from fordran.domain.vat import InvoiceTotals
from fordran.operator import Operator
from fordran.shape.json_in import json_of
from fordran.shape.moments import day_of
from fordran.texts.languages import language_or_swedish


class PrintedRow(TypedDict):
    """The columns of `PRINTED`. What is JSON is text, whose numbers keep every digit."""

    account_id: str
    id: str
    creditor_id: str
    case_id: str
    invoice_type: str
    invoice_number: str
    reference_number: str | None
    invoice_date: datetime
    invoice_due_date: datetime
    invoice_delivery_date: datetime | None
    invoice_headline: str | None
    invoice_body_text: str | None
    your_contact: str | None
    your_reference: str | None
    our_reference: str | None
    your_additional_reference: str | None
    order_reference: str | None
    contract_reference: str | None
    ocr_number: str
    total_amount_excluding_vat: int
    total_vat_25_percent: int
    total_vat_12_percent: int
    total_vat_6_percent: int
    amount_rounding: int
    matrix: str
    headlines: str | None
    creditor_name: str
    creditor_no: str
    vat_no: str | None
    approved_for_f_tax: bool | None
    registered_office: str | None
    creditor_email: str | None
    creditor_phone: str | None
    logo_id: str | None
    sender_address: str
    locale: str | None
    customer_name: str
    customer_address: str
    id_number: str
    is_company: bool
    customer_number: str | None
    e_invoice_address: str | None
    case_settings: str
    is_business: bool
    law_rows: str


PRINTED = """
select i.account_id, i.id, i.creditor_id, i.case_id, i.invoice_type, i.invoice_number, i.reference_number, i.invoice_date,
       i.invoice_due_date, i.invoice_delivery_date, i.invoice_headline, i.invoice_body_text, i.your_contact,
       i.your_reference, i.our_reference, i.your_additional_reference, i.order_reference, i.contract_reference,
       i.ocr_number, i.total_amount_excluding_vat, i.total_vat_25_percent, i.total_vat_12_percent,
       i.total_vat_6_percent, i.amount_rounding, i.matrix::text, i.custom_column_headlines::text as headlines,
       d.name as creditor_name, d.organization_no as creditor_no, d.vat_no, d.approved_for_f_tax, d.email as creditor_email,
       d.phone as creditor_phone, d.logo_id, d.sender_address::text,
       shown_office(d.registered_office, d.sender_address) as registered_office,
       d.default_letter_locale as locale, s.name as customer_name, s.address::text as customer_address, s.id_number,
       s.is_company, s.customer_number, s.e_invoice_address, k.case_settings::text, k.is_business,
       (select law_rows::text from installation) as law_rows
from invoices i
join creditors d on d.account_id = i.account_id and d.id = i.creditor_id
-- By its key, of each invoice: joined, the server reads all customers of the creditor.
cross join lateral (select c.* from customer_details c
    where c.account_id = i.account_id and c.customer_id = i.customer_id and c.creditor_id = i.creditor_id limit 1) s
join cases k on k.account_id = i.account_id and k.id = i.case_id
"""


def invoice_document(
    row: PrintedRow, operator: Operator, access: Access | None = None, logo: str | None = None
) -> InvoiceDocument:
    """An invoice's row as the document that is printed, with how its receiver opens the matter, and the creditor's logo."""
    is_credit = row["invoice_type"] == "credit_invoice"
    return InvoiceDocument(
        sender=_sender(row, logo),
        operator=PrintedOperator(operator.name, operator.email, operator.phone),
        receiver=_receiver(row),
        payee=PrintedPayee(operator.name, operator.organization_no, operator.bankgiro, operator.swish_number),
        invoice_number=row["invoice_number"],
        invoice_date=day_of(row["invoice_date"]),
        invoice_due_date=day_of(row["invoice_due_date"]),
        invoice_delivery_date=day_of(row["invoice_delivery_date"]) if row["invoice_delivery_date"] else None,
        lines=tuple(_line(line) for line in json_of(row["matrix"])),
        totals=InvoiceTotals(
            total_amount_excluding_vat=row["total_amount_excluding_vat"],
            total_vat_25_percent=row["total_vat_25_percent"],
            total_vat_12_percent=row["total_vat_12_percent"],
            total_vat_6_percent=row["total_vat_6_percent"],
            amount_rounding=row["amount_rounding"],
        ),
        ocr_number=row["ocr_number"],
        language=language_or_swedish(row["locale"]),
        customer_number=row["customer_number"],
        references=_references(row, is_credit=is_credit),
        invoice_headline=row["invoice_headline"],
        invoice_body_text=row["invoice_body_text"],
        custom_column_headlines=tuple(json_of(row["headlines"]) if row["headlines"] else ()),
        late_payment=_late_payment(row),
        credited_invoice_number=row["reference_number"] if is_credit else None,
        access=access,
    )


def _sender(row: PrintedRow, logo: str | None) -> PrintedSender:
    return PrintedSender(
        name=one_line(row["creditor_name"]),
        organization_no=row["creditor_no"],
        address=postal_address(json_of(row["sender_address"])),
        vat_number=row["vat_no"],
        registered_office=row["registered_office"],
        is_f_tax_approved=row["approved_for_f_tax"] is True,
        logo=logo,
    )


def _receiver(row: PrintedRow) -> Receiver:
    return Receiver(
        name=one_line(row["customer_name"]),
        address=postal_address(json_of(row["customer_address"])),
        organization_no=row["id_number"] if row["is_company"] and row["id_number"] else None,
    )


def _references(row: PrintedRow, *, is_credit: bool) -> References:
    return References(
        your_contact=row["your_contact"],
        your_reference=row["your_reference"],
        your_additional_reference=row["your_additional_reference"],
        our_reference=row["our_reference"],
        order_reference=row["order_reference"],
        contract_reference=row["contract_reference"],
        reference_number=None if is_credit else row["reference_number"],
    )


def _line(line: Mapping[str, Any]) -> InvoiceLine:
    units, price = line.get("number_of_units"), line.get("unit_price")
    return InvoiceLine(
        article_description=line["article_description"],
        total_price_excluding_vat=int(Decimal(line["total_price_excluding_vat"]) * 100),
        unit_vat_percent=line["unit_vat_percent"],
        article_number=line.get("article_number"),
        number_of_units=None if units is None else Decimal(units),
        unit_price_kronor=None if price is None else Decimal(price),
        order_line_reference=line.get("order_line_reference"),
        cost_center=line.get("cost_center"),
        is_zero_rated=bool(line.get("is_zero_rated")),
        custom_column_data=tuple(line.get("custom_column_data", ())),
        extra_rows=tuple(line.get("extra_rows", ())),
    )


def _late_payment(row: PrintedRow) -> LatePayment:
    day = day_of(row["invoice_date"])
    rate = json_of(row["case_settings"]).get("interest_rate") or {}
    percent = None if rate.get("reference_rate", True) else rate.get("rate_percent")
    law = law_of(row["law_rows"])
    reminder, late = law.cap_on("reminder", day), law.cap_on("late_payment_fee", day)
    return LatePayment(
        agreed_rate_percent=None if percent is None else Decimal(percent),
        reminder_fee=reminder.most if reminder else None,
        late_payment_fee=late.most if late and row["is_business"] else None,
    )
