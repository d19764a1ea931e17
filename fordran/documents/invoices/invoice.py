"""The invoice as a document: what it shows (mervärdesskattelag 2023:200, 17 kap. 24 §), and its PDF.

What must stand on it and why is in docs/rules/invoice-document.md. `base.typ` and `invoice.typ` lay it out; this
module decides every word and number on it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from fordran.documents.access import Access, access_box
from fordran.documents.invoices.invoice_lines import InvoiceLine, printed_matrix
from fordran.documents.letter import currency_text, letter, payment_box
from fordran.documents.parties import PrintedOperator, PrintedPayee, PrintedSender, Receiver, organization_no_text
from fordran.documents.printable import LONGEST_RUN, MOST_OF_A_NAME, printable, printable_lines
from fordran.documents.typesetting import typeset
from fordran.domain.languages import SWEDISH, Language
from fordran.domain.vat import RATE_PERCENT, InvoiceTotals, VatCategory, VatPercent, vat_category
from fordran.texts.catalogue import texts
from fordran.texts.numbers import decimal_text, kronor_text

_LONGEST_RUN_OF_A_REFERENCE = 14
"""Four of them stand abreast, and letters may be as wide as W."""
_UNTAXED: dict[VatCategory, str] = {"E": "vat_exempt", "O": "vat_unregistered"}
LINES_OF_A_PAGE = 15
"""So many lines of short text fit on one page, with the parts around them."""


class TotalsDiffer(ValueError):
    """The lines of an invoice do not add up to the total that would stand under them."""


@dataclass(frozen=True, slots=True)
class References:
    """The references of both sides, named as in the interface and shown in this order."""

    your_contact: str | None = None
    your_reference: str | None = None
    your_additional_reference: str | None = None
    our_reference: str | None = None
    order_reference: str | None = None
    contract_reference: str | None = None
    reference_number: str | None = None


@dataclass(frozen=True, slots=True)
class LatePayment:
    """The cost of late payment: interest under räntelagen (1975:635) 6 § unless a rate was agreed, and fees in öre.

    Against a consumer, interest runs only if the invoice states it (4 §), and the reminder fee needs an agreement
    (lag 1981:739, 2 §): leave it out where there is none.
    """

    agreed_rate_percent: Decimal | None = None
    reminder_fee: int | None = None
    late_payment_fee: int | None = None


@dataclass(frozen=True, slots=True)
class InvoiceDocument:
    """All that is printed on an invoice. Amounts are öre; `totals` are those of the lines."""

    sender: PrintedSender
    operator: PrintedOperator
    receiver: Receiver
    payee: PrintedPayee
    invoice_number: str
    invoice_date: date
    invoice_due_date: date
    lines: tuple[InvoiceLine, ...]
    totals: InvoiceTotals
    ocr_number: str
    language: Language = SWEDISH
    invoice_delivery_date: date | None = None
    customer_number: str | None = None
    references: References = field(default_factory=References)
    invoice_headline: str | None = None
    invoice_body_text: str | None = None
    custom_column_headlines: tuple[str, ...] = ()
    late_payment: LatePayment = field(default_factory=LatePayment)
    credited_invoice_number: str | None = None
    """A credit invoice names the one it credits, specifically and unambiguously: 17 kap. 22 §."""
    access: Access | None = None
    """How the receiver opens the matter."""

    @property
    def is_credit_invoice(self) -> bool:
        """Whether the document lowers an earlier invoice rather than asks for money."""
        return self.credited_invoice_number is not None

    @property
    def is_to_be_paid(self) -> bool:
        """Whether there is anything to pay; else no payment box and no payment code is printed."""
        return not self.is_credit_invoice and self.totals.amount_to_pay > 0


def render(document: InvoiceDocument) -> bytes:
    """The invoice as PDF, A4; the same document always gives the same bytes."""
    is_short = len(document.lines) <= LINES_OF_A_PAGE
    return typeset("invoice", printed(document), document.invoice_date, is_short=is_short)


def printed(document: InvoiceDocument) -> dict[str, Any]:
    """All that the template shows, as text in the document's language."""
    if sum(line.total_price_excluding_vat for line in document.lines) != document.totals.total_amount_excluding_vat:
        raise TotalsDiffer(f"the lines of invoice {document.invoice_number} do not add up to its total")
    language, words = document.language, texts(document.language).area("document")
    kind = words["credit_invoice" if document.is_credit_invoice else "invoice"]
    title = f"{kind} {document.invoice_number}"
    return letter(language, title, document.invoice_date, document.sender, document.operator, document.receiver) | {
        "kind": kind,
        "facts": _facts(document, words),
        "references": _references(document, words),
        "headline": printable(document.invoice_headline or "") or None,
        "body_text": printable_lines(document.invoice_body_text or ""),
        "matrix": printed_matrix(document.lines, document.custom_column_headlines, language),
        "vat": {
            "headlines": [words["rate"], words["base"], words["vat"]],
            "rows": [
                [f"{RATE_PERCENT[rate]} %", kronor_text(base, language), kronor_text(vat, language)]
                for rate, base, vat in _vat_rows(document.lines, document.totals)
            ],
            "untaxed": _untaxed(document, words),
        },
        "sums": _sums(document.totals, words, language),
        "total": [
            words["to_credit" if document.is_credit_invoice else "to_pay"],
            currency_text(document.totals.amount_to_pay, language),
        ],
        "access": access_box(document.access, language, is_invoice=True),
        "payment": _payment(document),
        "notice": _notice(document, words),
        "terms": _terms(document, words) if document.is_to_be_paid else [],
    }


def _facts(document: InvoiceDocument, words: Mapping[str, str]) -> list[tuple[str, str]]:
    delivery, receiver = document.invoice_delivery_date, document.receiver
    return _named(
        words,
        [
            ("invoice_number", document.invoice_number),
            ("credits_invoice", document.credited_invoice_number),
            ("invoice_date", document.invoice_date.isoformat()),
            ("due_date", document.invoice_due_date.isoformat() if document.is_to_be_paid else None),
            ("delivery_date", delivery.isoformat() if delivery else None),
            ("customer_number", document.customer_number),
            ("receiver_organization_no", organization_no_text(receiver.organization_no or "")),
            ("receiver_vat_number", receiver.vat_number),
        ],
    )


def _references(document: InvoiceDocument, words: Mapping[str, str]) -> list[tuple[str, str]]:
    values = [(name, getattr(document.references, name)) for name in References.__slots__]
    return _named(words, values, _LONGEST_RUN_OF_A_REFERENCE)


def _named(
    words: Mapping[str, str], values: Iterable[tuple[str, str | None]], longest_run: int = LONGEST_RUN
) -> list[tuple[str, str]]:
    return [(words[name], text) for name, value in values if (text := printable(value or "", longest_run=longest_run))]


def _vat_rows(lines: Iterable[InvoiceLine], totals: InvoiceTotals) -> list[tuple[VatPercent, int, int]]:
    """Rate, taxable amount and VAT of each rate that a line has, the highest first (17 kap. 24 §)."""
    vat: dict[VatPercent, int] = {
        "25%": totals.total_vat_25_percent,
        "12%": totals.total_vat_12_percent,
        "6%": totals.total_vat_6_percent,
        "0%": 0,
    }
    bases: dict[VatPercent, int] = {}
    for line in lines:
        bases[line.unit_vat_percent] = bases.get(line.unit_vat_percent, 0) + line.total_price_excluding_vat
    return [(rate, bases[rate], vat[rate]) for rate in RATE_PERCENT if rate in bases]


def _untaxed(document: InvoiceDocument, words: Mapping[str, str]) -> list[str]:
    """Why lines of 0 % have no VAT (17 kap. 24 §), in the words of their categories."""
    is_registered = bool(document.sender.vat_number) or document.sender.is_f_tax_approved
    categories = {
        vat_category(line.unit_vat_percent, is_zero_rated=line.is_zero_rated, seller_is_registered=is_registered)
        for line in document.lines
    }
    return [words[reason] for category, reason in _UNTAXED.items() if category in categories]


def _sums(totals: InvoiceTotals, words: Mapping[str, str], language: Language) -> list[tuple[str, str]]:
    sums = [
        ("excluding_vat", totals.total_amount_excluding_vat),
        ("total_vat", totals.total_vat),
        ("including_vat", totals.total_amount_including_vat),
    ]
    if totals.amount_rounding:
        sums.append(("rounding", totals.amount_rounding))
    return [(words[name], kronor_text(amount, language)) for name, amount in sums]


def _payment(document: InvoiceDocument) -> dict[str, str] | None:
    if not document.is_to_be_paid:
        return None
    return payment_box(
        document.language,
        document.payee,
        ocr_number=document.ocr_number,
        invoice_date=document.invoice_date,
        due_date=document.invoice_due_date,
        amount=document.totals.amount_to_pay,
    )


def _notice(document: InvoiceDocument, words: Mapping[str, str]) -> dict[str, str] | None:
    """The text in place of the payment box if nothing is to be paid."""
    if document.is_to_be_paid:
        return None
    if document.credited_invoice_number is not None:
        number = printable(document.credited_invoice_number, most=MOST_OF_A_NAME)
        text = words["credit_text"].format(invoice_number=number)
        return {"headline": words["credit_headline"], "text": text}
    text = words["nothing_due_text" if document.totals.amount_to_pay == 0 else "owed_to_receiver_text"]
    return {"headline": words["nothing_due_headline"], "text": text}


def _terms(document: InvoiceDocument, words: Mapping[str, str]) -> list[str]:
    late, language = document.late_payment, document.language
    sentences = []
    if late.agreed_rate_percent is None:
        sentences.append(words["statutory_interest"])
    elif late.agreed_rate_percent > 0:
        sentences.append(words["agreed_interest"].format(rate=decimal_text(late.agreed_rate_percent, language)))
    for name, fee in (("reminder_fee", late.reminder_fee), ("late_payment_fee", late.late_payment_fee)):
        if fee is not None:
            sentences.append(words[name].format(amount=decimal_text(Decimal(fee) / 100, language)))
    return sentences
