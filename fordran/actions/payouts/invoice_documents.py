"""The documents of an operator invoice: its PDF, and its UBL where BIS 3 can express it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime

from fordran.actions.keep_file import Put, keep_file
from fordran.actions.payouts.print_commission import creditor_address, printed_operator
from fordran.actions.payouts.terms import PaidCreditor
from fordran.actions.rendering.renderers import RENDERERS
from fordran.documents.commission.operator_invoice import OperatorInvoiceDocument, fee_name, render
from fordran.documents.parties import PrintedOperator, Receiver
from fordran.domain.numbers import e_invoice_address, vat_number
from fordran.domain.payouts.operator_invoice import FeeInvoice, FeeTaxation
from fordran.domain.payouts.payout import own_payee
from fordran.domain.vat import InvoiceTotals, VatCategory, VatPercent
from fordran.formats.e_invoices.invoice import EInvoice, EInvoiceLine, NotExpressible, Party
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import OperatorInvoiceRow
from fordran.texts.catalogue import texts
from fordran.texts.languages import language_or_swedish

_TAXED_AS: dict[FeeTaxation, VatCategory] = {"swedish": "S", "reverse_charge": "AE", "outside_eu": "G"}


async def keep_documents(
    tx: Connection,
    put: Put,
    operator: Operator,
    creditor: PaidCreditor,
    row: OperatorInvoiceRow,
    made: FeeInvoice,
    now: datetime,
) -> Mapping[str, str]:
    """Make and keep the documents of a new invoice; their ids by its columns."""
    from fordran.formats.e_invoices.ubl import invoice_xml  # with the library of XML, which few need

    document = invoice_document(operator, creditor, row, made)
    files = {"document_id": ("pdf", "application/pdf", await RENDERERS.render(creditor.account, render, document))}
    # Where BIS 3 cannot express it, the PDF alone is the invoice.
    with suppress(NotExpressible):
        files["ubl_id"] = (
            "xml",
            "application/xml",
            invoice_xml(e_invoice(operator, document, creditor.vat_no, creditor.e_invoice_address)),
        )
    columns = {}
    for column, (ending, content_type, content) in files.items():
        kept = await keep_file(
            tx,
            put,
            account=creditor.account,
            creditor=creditor.id,
            filename=f"faktura-{row['number']}.{ending}",
            content_type=content_type,
            content=content,
            now=now,
        )
        columns[column] = kept.id
    await change(tx, "operator_invoices", {"account_id": row["account_id"], "id": row["id"]}, columns, now)
    return columns


def invoice_document(
    operator: Operator, creditor: PaidCreditor, row: OperatorInvoiceRow, made: FeeInvoice
) -> OperatorInvoiceDocument:
    """An invoice as it is printed."""
    return OperatorInvoiceDocument(
        sender=printed_operator(operator),
        receiver=Receiver(
            creditor.name,
            creditor_address(creditor),
            creditor.organization_no,
            creditor.vat_no or None,
        ),
        contact=PrintedOperator(operator.name, operator.email, operator.phone),
        number=str(row["number"]),
        dated=row["invoice_date"],
        due_date=row["due_date"],
        first_day=row["period_start_date"],
        last_day=row["period_end_date"],
        invoice=made,
        settle_fees=row["settle_fees"],
        taxation=row["taxation"],
        pay_to=operator.own_account,
        language=language_or_swedish(creditor.language),
    )


def e_invoice(operator: Operator, document: OperatorInvoiceDocument, vat_no: str, address: str = "") -> EInvoice:
    """An invoice as UBL has it; the amounts of a credit note are positive there."""
    made, sender, receiver = document.invoice, document.sender, document.receiver
    is_credit = made.is_credit
    sign = -1 if is_credit else 1
    percent: VatPercent = "25%" if made.vat_percent else "0%"
    payee = own_payee(operator.own_account)
    credits = sorted({number for line in made.lines for number in line.credits}, key=int)
    if is_credit and not credits:
        raise NotExpressible("It cannot be an e-invoice: it credits no invoice.")
    spoken = texts(document.language)
    lines = [EInvoiceLine(fee_name(one.article, document.language), sign * one.amount, percent) for one in made.lines]
    outlay = EInvoiceLine(spoken("operator_invoice.outlays"), sign * made.outlays, "0%", is_outlay=True)
    outlays = [outlay] if made.outlays else []
    seller = Party(
        name=sender.name,
        organization_no=sender.organization_no,
        vat_no=vat_number.of(sender.organization_no),
        streets=(sender.address.address_line_1,),
        zip_code=sender.address.zip_code,
        city=sender.address.city,
        country=sender.address.country,
        email=operator.email,
        phone=operator.phone,
        approved_for_f_tax=sender.is_f_tax_approved,
    )
    return EInvoice(
        number=document.number,
        invoice_date=document.dated,
        due_date=document.due_date,
        seller=seller,
        buyer=_buyer(receiver, vat_number.compact(vat_no) if vat_number.country_of(vat_no) else "", address),
        payee=seller,
        bankgiro=payee.number if payee.kind == "bankgiro" else "",
        iban=payee.number.replace(" ", "") if payee.kind == "iban" else "",
        ocr_number=document.number,
        lines=(*lines, *outlays),
        totals=InvoiceTotals(sign * (made.net + made.outlays), sign * made.vat, 0, 0, 0),
        credits=credits[0] if is_credit and credits else "",
        paid_amount=sign * made.kept,
        is_netted=document.settle_fees == "net",
        taxed_as=_TAXED_AS[document.taxation],
        note=spoken("operator_invoice.period_note", first=document.first_day, last=document.last_day),
    )


def _buyer(receiver: Receiver, vat_no: str, address: str) -> Party:
    party = Party(
        name=receiver.name,
        organization_no=receiver.organization_no or "",
        vat_no=vat_no,
        streets=(receiver.address.address_line_1, receiver.address.address_line_2, receiver.address.address_line_3),
        zip_code=receiver.address.zip_code,
        city=receiver.address.city,
        country=receiver.address.country,
        address=address or e_invoice_address.of_vat_number(vat_no),
    )
    if party.address or not party.legal_no:
        return party
    return Party(
        **{name: getattr(party, name) for name in Party.__slots__} | {"address": e_invoice_address.of(party.legal_no)}
    )
