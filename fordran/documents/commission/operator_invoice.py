"""The operator's invoice to a creditor for what it kept of fees in a month, with the contents of 17 kap. 24 § ML (2023:200)."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.documents.letter import currency_text, letter
from fordran.documents.parties import PrintedOperator, PrintedSender, Receiver, organization_no_text
from fordran.documents.printable import MOST_OF_A_NAME, printable
from fordran.documents.typesetting import typeset
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.languages import SWEDISH, Language
from fordran.domain.payouts.operator_invoice import FeeInvoice, FeeLine, FeeSettlement, FeeTaxation
from fordran.domain.payouts.payout import own_payee
from fordran.texts.catalogue import texts
from fordran.texts.numbers import kronor_text


@dataclass(frozen=True, slots=True)
class OperatorInvoiceDocument:
    """All that is printed on it."""

    sender: PrintedSender
    """The operator."""
    receiver: Receiver
    """The creditor."""
    contact: PrintedOperator
    number: str
    dated: date
    due_date: date
    first_day: date
    last_day: date
    invoice: FeeInvoice
    settle_fees: FeeSettlement
    taxation: FeeTaxation
    pay_to: str
    """The operator's own account."""
    language: Language = SWEDISH


def render(document: OperatorInvoiceDocument) -> bytes:
    """The document as PDF, A4; the same document always gives the same bytes."""
    return typeset("commission", printed(document), document.dated)


def printed(document: OperatorInvoiceDocument) -> dict[str, Any]:
    """All that the template shows, as text in the document's language."""
    language, words, invoice = document.language, texts(document.language).area("operator_invoice"), document.invoice
    kind = words["credit_note" if invoice.is_credit else "invoice"]
    is_billed = document.settle_fees == "invoice" and invoice.to_pay > 0
    receiver = document.receiver
    facts = [
        ("number", document.number),
        ("date", document.dated.isoformat()),
        ("due_date", document.due_date.isoformat() if is_billed else ""),
        ("period", f"{document.first_day} – {document.last_day}"),
        ("buyer_organization_no", organization_no_text(receiver.organization_no or "")),
        ("buyer_vat_number", receiver.vat_number or ""),
    ]
    title = f"{kind} {document.number}"
    return letter(language, title, document.dated, document.sender, document.contact, receiver) | {
        "kind": kind,
        "heading": words["heading"],
        "facts": [(words[name], printable(text)) for name, text in facts if text],
        "headlines": [words[name] for name in ("description", "count", "net")],
        "rows": [_row(line, language) for line in invoice.lines],
        "sums": _sums(document),
        "total": [words[_settled_as(document)], currency_text(abs(invoice.to_pay), language)],
        "settled": [printable(line, most=MOST_OF_A_NAME) for line in _how_settled(document)],
        "notes": [printable(note, most=MOST_OF_A_NAME) for note in _notes(document)],
    }


def _row(line: FeeLine, language: Language) -> list[str]:
    words = texts(language).area("operator_invoice")
    name = fee_name(line.article, language)
    if line.amount < 0:
        numbers = ", ".join(line.credits)
        name = (
            words["given_back"].format(fee=name, numbers=numbers)
            if numbers
            else words["given_back_now"].format(fee=name)
        )
    return [name, str(line.count), kronor_text(line.amount, language)]


def fee_name(article: PayoutArticle, language: Language) -> str:
    """A kept fee as an invoice names it. Of the enforcement authority's costs, the operator keeps the pay for its work."""
    spoken = texts(language)
    return (
        spoken("operator_invoice.application_work")
        if article == "enforcement"
        else spoken.of("payout_article", article)
    )


def _sums(document: OperatorInvoiceDocument) -> list[tuple[str, str]]:
    words, invoice = texts(document.language).area("operator_invoice"), document.invoice
    sums = [
        (words["excluding_vat"], invoice.net),
        (words["total_vat"].format(rate=invoice.vat_percent), invoice.vat),
        (words["including_vat"], invoice.total),
        (words["kept"], -invoice.kept),
    ]
    if invoice.outlays:
        sums.append((words["outlays"], invoice.outlays))
    return [(name, kronor_text(amount, document.language)) for name, amount in sums]


def _settled_as(document: OperatorInvoiceDocument) -> str:
    """The text of what is left: to pay, to be deducted, or to get back."""
    if document.invoice.to_pay < 0:
        return "in_favour"
    return "to_pay" if document.settle_fees == "invoice" or not document.invoice.to_pay else "to_net"


def _how_settled(document: OperatorInvoiceDocument) -> list[str]:
    """How what is left is paid, deducted or given back; nothing where nothing is left."""
    words, to_pay = texts(document.language).area("operator_invoice"), document.invoice.to_pay
    if to_pay < 0:
        return [words["credited"]]
    if not to_pay:
        return []
    if document.settle_fees == "net":
        return [words["netted"]]
    payee = own_payee(document.pay_to)
    kind = texts(document.language).of("payee_kind", payee.kind, "in_sentence")
    values = {"account": f"{kind} {payee.number}", "date": document.due_date, "number": document.number}
    return [words["paid"].format(**values)]


def _notes(document: OperatorInvoiceDocument) -> list[str]:
    words = texts(document.language).area("operator_invoice")
    return [words["kept_already"], *([] if document.taxation == "swedish" else [words[document.taxation]])]
