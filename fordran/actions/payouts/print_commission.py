"""Print commission documents: settlement notes, and self-billed invoices of shares with VAT, in the creditor's own series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypedDict

from fordran.actions.keep_file import Put, keep_file
from fordran.actions.outbox.queue_to_creditor import ToCreditor, queue_to_creditor
from fordran.actions.payouts.terms import PaidCreditor
from fordran.actions.rendering.renderers import RENDERERS
from fordran.documents.commission.commission import CommissionDocument, CommissionLine, render
from fordran.documents.commission.settlement_note import SettlementNote
from fordran.documents.commission.settlement_note import render as settlement_note_pdf
from fordran.documents.parties import PostalAddress, PrintedSender, Receiver
from fordran.documents.parties import PrintedOperator as Contact
from fordran.domain.numbers import vat_number
from fordran.domain.numbers.identity import classify
from fordran.domain.payouts.payout import is_swedish
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import PayoutRow
from fordran.texts.languages import language_or_swedish


@dataclass(frozen=True)
class PrintedCommission:
    """The document of a commission payout."""

    number: int
    """In the creditor's own series."""
    file: str


class _RateRow(TypedDict):
    vat_percent: int
    count: int
    amount: int
    vat_amount: int


async def print_commission(
    tx: Connection,
    put: Put,
    operator: Operator,
    creditor: PaidCreditor,
    payout: PayoutRow,
    paid_on: date,
    today: date,
    now: datetime,
) -> PrintedCommission:
    """Print the document of a payout, as it is paid. The account's payouts are locked."""
    # The number is taken at once: several commission payouts of one creditor may be paid together.
    number: int = await tx.fetchval(
        """update payouts set document_number = (select coalesce(max(document_number), 0) + 1 from payouts
                                                 where account_id = $1 and creditor_id = $2)
           where account_id = $1 and id = $3 returning document_number""",
        creditor.account,
        creditor.id,
        payout["id"],
    )
    rows = await fetch_rows(
        tx,
        _RateRow,
        """select vat_percent, count(*) as count, sum(amount)::bigint as amount, sum(vat_amount)::bigint as vat_amount
           from payout_specifications where account_id = $1 and payout_id = $2 group by vat_percent order by vat_percent desc""",
        creditor.account,
        payout["id"],
    )
    if creditor.config.get("commission_excluded_vat") and not any(row["vat_percent"] for row in rows):
        filename = f"avrakningsnota-{creditor.number}-{number}.pdf"
        note = settlement_note(operator, creditor, payout, number, rows, paid_on, today)
        content = await RENDERERS.render(creditor.account, settlement_note_pdf, note)
    else:
        # A share that was given with VAT is taken back with VAT, on an invoice.
        filename = f"sjalvfaktura-{creditor.number}-{number}.pdf"
        document = commission_document(operator, creditor, payout, number, rows, paid_on, today)
        content = await RENDERERS.render(creditor.account, render, document)
    kept = await keep_file(
        tx,
        put,
        account=creditor.account,
        creditor=creditor.id,
        filename=filename,
        content_type="application/pdf",
        content=content,
        now=now,
    )
    sent = ToCreditor(creditor.account, creditor.id, payout["id"], "payout_document", leaves=paid_on)
    await queue_to_creditor(tx, sent, now)
    return PrintedCommission(number, kept.id)


def commission_document(
    operator: Operator,
    creditor: PaidCreditor,
    payout: PayoutRow,
    number: int,
    rows: Sequence[_RateRow],
    paid_on: date,
    today: date,
) -> CommissionDocument:
    """A payout's row, and its specifications by rate of VAT, as the document that is printed."""
    is_taxed_here = is_swedish(creditor.config.get("vat_area", ""))
    return CommissionDocument(
        seller=_seller(creditor, is_taxed_here=is_taxed_here),
        buyer=_buyer(operator),
        contact=Contact(operator.name, operator.email, operator.phone),
        number=f"{creditor.number}-{number}",
        dated=today,
        first_day=payout["finance_period_start_date"],
        last_day=payout["finance_period_end_date"],
        payout_reference=payout["payout_reference"],
        lines=tuple(CommissionLine(row["count"], row["amount"], row["vat_percent"], row["vat_amount"]) for row in rows),
        paid_to=creditor.payee.number if creditor.payee else "",
        paid_on=paid_on,
        untaxed="no_vat" if is_taxed_here else "reverse_charge",
        language=language_or_swedish(creditor.language),
    )


def settlement_note(
    operator: Operator,
    creditor: PaidCreditor,
    payout: PayoutRow,
    number: int,
    rows: Sequence[_RateRow],
    paid_on: date,
    today: date,
) -> SettlementNote:
    """A payout without VAT as the note that is printed."""
    return SettlementNote(
        sender=printed_operator(operator),
        receiver=Receiver(creditor.name, creditor_address(creditor), creditor.organization_no),
        contact=Contact(operator.name, operator.email, operator.phone),
        number=f"{creditor.number}-{number}",
        dated=today,
        first_day=payout["finance_period_start_date"],
        last_day=payout["finance_period_end_date"],
        payout_reference=payout["payout_reference"],
        count=sum(row["count"] for row in rows),
        amount=sum(row["amount"] for row in rows),
        paid_to=creditor.payee.number if creditor.payee else "",
        paid_on=paid_on,
        language=language_or_swedish(creditor.language),
    )


def printed_operator(operator: Operator) -> PrintedSender:
    """The operator as the sender of a document of its own."""
    return PrintedSender(
        name=operator.name,
        organization_no=operator.organization_no,
        address=_address_of(operator),
        vat_number=_vat_number(operator.organization_no),
        registered_office=operator.registered_office,
        is_f_tax_approved=operator.is_f_tax_approved,
    )


def creditor_address(creditor: PaidCreditor) -> PostalAddress:
    """The creditor's address as it is printed."""
    return PostalAddress(**_lines(creditor.address))


def _seller(creditor: PaidCreditor, *, is_taxed_here: bool) -> PrintedSender:
    return PrintedSender(
        name=creditor.name,
        organization_no=creditor.organization_no,
        address=creditor_address(creditor),
        vat_number=_vat_number(creditor.organization_no) if is_taxed_here else None,
        # Only the creditor knows whether it is approved for F-tax, and it has not reported it.
        is_f_tax_approved=False,
    )


def _buyer(operator: Operator) -> Receiver:
    return Receiver(
        name=operator.name,
        address=_address_of(operator),
        organization_no=operator.organization_no,
        vat_number=_vat_number(operator.organization_no),
    )


def _address_of(operator: Operator) -> PostalAddress:
    return PostalAddress(operator.address, zip_code=operator.postal_code, city=operator.city, country=operator.country)


def _lines(address: Mapping[str, str]) -> dict[str, str]:
    return {name: address[name] for name in PostalAddress.__slots__ if name in address}


def _vat_number(organization_no: str) -> str | None:
    return vat_number.of(organization_no) if classify(organization_no).status == "valid" else None
