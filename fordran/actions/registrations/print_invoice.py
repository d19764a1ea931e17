"""Print an invoice: make its PDF and keep it, once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from fordran.actions.keep_file import Put, keep_file
from fordran.documents.invoice import InvoiceDocument, LatePayment, References, render
from fordran.documents.invoice_lines import InvoiceLine
from fordran.documents.parties import Operator as PrintedOperator
from fordran.documents.parties import Payee, PostalAddress, Receiver, Sender
from fordran.domain.law.fees import cap_on
from fordran.domain.numbers import vat_number
from fordran.domain.numbers.identity import classify
from fordran.domain.vat import InvoiceTotals
from fordran.operator import Operator
from fordran.shape.json_in import json_of
from fordran.shape.moments import day_of
from fordran.store.database import Connection
from fordran.store.rows import change

_INVOICE = """
select i.*, i.matrix::text as lines, i.custom_column_headlines::text as headlines, d.name as creditor_name,
       d.organization_no as creditor_no, d.sender_address::text as sender_address, d.default_letter_locale as locale,
       c.name as customer_name, c.address::text as customer_address, c.id_number, c.is_company, c.customer_number,
       k.case_settings::text as settings, k.is_business
from invoices i
join creditors d on d.account_id = i.account_id and d.id = i.creditor_id
join customers c on c.account_id = i.account_id and c.id = i.customer_id
join cases k on k.account_id = i.account_id and k.id = i.case_id
"""


async def print_invoice(tx: Connection, put: Put, operator: Operator, id_: str, now: datetime) -> bool:
    """Print one invoice that is not printed yet; False where it is, or somebody else is printing it."""
    row = await tx.fetchrow(_INVOICE + "where i.id = $1 and i.print_id is null for update of i skip locked", id_)
    if row is None:
        return False
    await _print(tx, put, operator, row, now)
    return True


async def print_due_invoices(tx: Connection, put: Put, operator: Operator, now: datetime, most: int = 20) -> int:
    """Print invoices that wait for it, the oldest first; how many."""
    rows = await tx.fetch(
        _INVOICE + "where i.print_id is null order by i.id limit $1 for update of i skip locked", most
    )
    for row in rows:
        await _print(tx, put, operator, row, now)
    return len(rows)


async def _print(tx: Connection, put: Put, operator: Operator, row: Mapping[str, Any], now: datetime) -> None:
    name = "kreditfaktura" if row["invoice_type"] == "credit_invoice" else "faktura"
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in row["invoice_number"])[:80]
    # Typesetting takes long enough for others to wait for it, and runs beside them in a thread.
    content = await asyncio.to_thread(render, invoice_document(row, operator))
    kept = await keep_file(
        tx,
        put,
        account=row["account_id"],
        creditor=row["creditor_id"],
        filename=f"{name}-{safe}.pdf",
        content_type="application/pdf",
        content=content,
        now=now,
    )
    await change(tx, "invoices", {"account_id": row["account_id"], "id": row["id"]}, {"print_id": kept.id}, now)


def invoice_document(row: Mapping[str, Any], operator: Operator) -> InvoiceDocument:
    """An invoice's row as the document that is printed."""
    is_credit = row["invoice_type"] == "credit_invoice"
    number = row["creditor_no"]
    return InvoiceDocument(
        sender=Sender(
            name=row["creditor_name"],
            organization_no=number,
            address=_address(row["sender_address"]),
            vat_number=vat_number.of(number) if classify(number).status == "valid" else None,
        ),
        operator=PrintedOperator(operator.name, operator.email, operator.phone),
        receiver=Receiver(
            name=row["customer_name"],
            address=_address(row["customer_address"]),
            organization_no=row["id_number"] if row["is_company"] and row["id_number"] else None,
        ),
        payee=Payee(operator.name, operator.organization_no, operator.bankgiro),
        invoice_number=row["invoice_number"],
        invoice_date=day_of(row["invoice_date"]),
        invoice_due_date=day_of(row["invoice_due_date"]),
        invoice_delivery_date=day_of(row["invoice_delivery_date"]) if row["invoice_delivery_date"] else None,
        lines=tuple(_line(line) for line in json_of(row["lines"])),
        totals=InvoiceTotals(
            row["total_amount_excluding_vat"],
            row["total_vat_25_percent"],
            row["total_vat_12_percent"],
            row["total_vat_6_percent"],
            row["amount_rounding"],
        ),
        ocr_number=row["ocr_number"],
        language="en" if row["locale"] == "en" else "sv",
        customer_number=row["customer_number"],
        references=References(
            row["your_contact"],
            row["your_reference"],
            row["your_additional_reference"],
            row["our_reference"],
            row["order_reference"],
            row["contract_reference"],
            None if is_credit else row["reference_number"],
        ),
        invoice_headline=row["invoice_headline"],
        invoice_body_text=row["invoice_body_text"],
        custom_column_headlines=tuple(json_of(row["headlines"]) if row["headlines"] else ()),
        late_payment=_late_payment(row),
        credited_invoice_number=row["reference_number"] if is_credit else None,
    )


def _address(text: str) -> PostalAddress:
    fields = json_of(text)
    return PostalAddress(**{name: fields[name] for name in PostalAddress.__slots__ if name in fields})


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
        custom_column_data=tuple(line.get("custom_column_data", ())),
        extra_rows=tuple(line.get("extra_rows", ())),
    )


def _late_payment(row: Mapping[str, Any]) -> LatePayment:
    day = day_of(row["invoice_date"])
    rate = json_of(row["settings"]).get("interest_rate") or {}
    percent = None if rate.get("reference_rate", True) else rate.get("rate_percent")
    reminder, late = cap_on("reminder", day), cap_on("late_payment_fee", day)
    return LatePayment(
        agreed_rate_percent=None if percent is None else Decimal(percent),
        reminder_fee=reminder.most if reminder else None,
        late_payment_fee=late.most if late and row["is_business"] else None,
    )
