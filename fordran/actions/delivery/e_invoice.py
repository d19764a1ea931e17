"""An invoice as a Peppol e-invoice: what it says, out of its row, and who gets it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fordran.actions.printing.printed_invoice import PRINTED, PrintedRow, invoice_document
from fordran.actions.refusals import Conflict
from fordran.documents.invoices.invoice import InvoiceDocument
from fordran.documents.invoices.invoice_lines import InvoiceLine
from fordran.documents.parties import PostalAddress
from fordran.domain.numbers import e_invoice_address, vat_number
from fordran.formats.e_invoices.invoice import EInvoice, EInvoiceLine, NotExpressible, Party
from fordran.operator import Operator
from fordran.resources.invoices import INVOICES
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find


async def read_e_invoice(connection: Connection, caller: Caller, id_: str, operator: Operator) -> bytes | None:
    """The invoice as UBL; None where it is not the caller's to see. Refused where UBL has no way to say it."""
    from fordran.formats.e_invoices.ubl import invoice_xml  # with the library of XML, which few need

    if await find(connection, INVOICES, caller, id_) is None:
        return None
    row = await fetch_the_row(connection, PrintedRow, f"{PRINTED} where i.id = $1", id_)
    try:
        return invoice_xml(e_invoice(row, operator))
    except NotExpressible as cannot:
        raise Conflict("error.technical", text=cannot.reason) from None


def e_invoice(row: PrintedRow, operator: Operator) -> EInvoice:
    """An invoice's row as the e-invoice that it makes."""
    printed = invoice_document(row, operator)
    notes = (printed.invoice_headline, printed.invoice_body_text)
    return EInvoice(
        number=printed.invoice_number,
        invoice_date=printed.invoice_date,
        due_date=printed.invoice_due_date,
        seller=_seller(row, printed),
        buyer=_buyer(row, printed),
        payee=Party(operator.name, operator.organization_no),
        bankgiro=operator.bankgiro,
        ocr_number=printed.ocr_number,
        lines=tuple(map(_line, printed.lines)),
        totals=printed.totals,
        credits=printed.credited_invoice_number or "",
        delivery_date=printed.invoice_delivery_date,
        buyer_reference=row["your_reference"] or "",
        order_reference=row["order_reference"] or "",
        contract_reference=row["contract_reference"] or "",
        note="\n".join(note for note in notes if note),
        customer_number=row["customer_number"] or "",
    )


def _seller(row: PrintedRow, printed: InvoiceDocument) -> Party:
    sender = printed.sender
    number = sender.vat_number or ""
    return Party(
        name=sender.name,
        organization_no=sender.organization_no,
        # One that does not fit is as good as none: an access point refuses it.
        vat_no=vat_number.compact(number) if vat_number.is_valid(number) else "",
        contact=row["our_reference"] or "",
        email=row["creditor_email"] or "",
        phone=row["creditor_phone"] or "",
        approved_for_f_tax=sender.is_f_tax_approved,
        **_place(sender.address),
    )


def _buyer(row: PrintedRow, printed: InvoiceDocument) -> Party:
    """Whom it is for: reached by the address that was given, else an organisation by its number."""
    receiver = printed.receiver
    party = Party(
        name=receiver.name,
        organization_no=receiver.organization_no or "",
        contact=printed.references.your_contact or "",
        **_place(receiver.address),
    )
    by_number = e_invoice_address.of(party.legal_no) if party.legal_no else ""
    return replace(party, address=row["e_invoice_address"] or by_number)


def _place(address: PostalAddress) -> dict[str, Any]:
    streets = (address.address_line_1, address.address_line_2, address.address_line_3)
    return {"streets": streets, "zip_code": address.zip_code, "city": address.city, "country": address.country}


def _line(line: InvoiceLine) -> EInvoiceLine:
    return EInvoiceLine(
        description=line.article_description,
        amount=line.total_price_excluding_vat,
        vat_percent=line.unit_vat_percent,
        is_zero_rated=line.is_zero_rated,
        units=line.number_of_units,
        unit_price=line.unit_price_kronor,
        article_number=line.article_number or "",
        order_line_reference=line.order_line_reference or "",
        cost_center=line.cost_center or "",
        extra=line.extra_rows,
    )
