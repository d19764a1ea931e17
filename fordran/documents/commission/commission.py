"""The commission document: the invoice for a creditor's share of fees, which we issue in the creditor's name.

It is a self-billed invoice (mervärdesskattelag (2023:200) 17 kap. 15 §) with the contents of 17 kap. 24 §: the creditor is
the seller, with its VAT number and a number series of its own, we are the buyer, and it says "självfakturering".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, TypeAlias

from fordran.documents.letter import currency_text, letter
from fordran.documents.parties import PrintedOperator, PrintedSender, Receiver, organization_no_text
from fordran.documents.printable import MOST_OF_A_NAME, printable
from fordran.documents.typesetting import typeset
from fordran.domain.languages import SWEDISH, Language
from fordran.texts.catalogue import texts
from fordran.texts.numbers import kronor_text

Untaxed: TypeAlias = Literal["reverse_charge", "no_vat"]


@dataclass(frozen=True, slots=True)
class CommissionLine:
    """So many shares with the same rate of VAT, and what they come to in öre."""

    count: int
    amount: int
    vat_percent: int
    vat_amount: int


@dataclass(frozen=True, slots=True)
class CommissionDocument:
    """All that is printed on it."""

    seller: PrintedSender
    """The creditor."""
    buyer: Receiver
    """We."""
    contact: PrintedOperator
    number: str
    """In the seller's own series."""
    dated: date
    first_day: date
    last_day: date
    payout_reference: str
    lines: tuple[CommissionLine, ...]
    paid_to: str
    """Empty where the creditor was paid otherwise than to an account."""
    paid_on: date
    untaxed: Untaxed | None = None
    """Why a line without VAT has none."""
    language: Language = SWEDISH


def render(document: CommissionDocument) -> bytes:
    """The document as PDF, A4; the same document always gives the same bytes."""
    return typeset("commission", printed(document), document.dated)


def printed(document: CommissionDocument) -> dict[str, Any]:
    """All that the template shows, as text in the document's language."""
    language, words = document.language, texts(document.language).area("commission")
    title = f"{words['kind']} {document.number}"
    buyer = document.buyer
    facts = [
        ("number", document.number),
        ("date", document.dated.isoformat()),
        ("period", f"{document.first_day} – {document.last_day}"),
        ("payout_reference", document.payout_reference),
        ("buyer_organization_no", organization_no_text(buyer.organization_no or "")),
        ("buyer_vat_number", buyer.vat_number or ""),
    ]
    has_untaxed = any(line.vat_percent == 0 for line in document.lines)
    paid_to = words["paid_to"].format(account=document.paid_to, date=document.paid_on)
    notes = [words[document.untaxed] if document.untaxed and has_untaxed else "", words["issued_by"]]
    return letter(language, title, document.dated, document.seller, document.contact, buyer) | {
        "kind": words["kind"],
        "heading": words["self_billing"],
        "facts": [(words[name], printable(text)) for name, text in facts if text],
        "headlines": [words[name] for name in ("description", "count", "base", "vat_rate", "vat", "total")],
        "rows": [_row(line, words["line"], language) for line in document.lines],
        "sums": _sums(document.lines, language),
        "total": [words["including_vat"], currency_text(_total(document.lines), language)],
        "settled": [printable(paid_to, most=MOST_OF_A_NAME)] if document.paid_to else [],
        "notes": [printable(note, most=MOST_OF_A_NAME) for note in notes if note],
    }


def _row(line: CommissionLine, description: str, language: Language) -> list[str]:
    total = line.amount + line.vat_amount
    amounts = [kronor_text(amount, language) for amount in (line.amount, line.vat_amount, total)]
    return [description, str(line.count), amounts[0], f"{line.vat_percent} %", *amounts[1:]]


def _sums(lines: Sequence[CommissionLine], language: Language) -> list[tuple[str, str]]:
    words = texts(language).area("commission")
    sums = [(words["excluding_vat"], sum(line.amount for line in lines))]
    sums += [
        (words["total_vat"].format(rate=rate), sum(line.vat_amount for line in lines if line.vat_percent == rate))
        for rate in sorted({line.vat_percent for line in lines}, reverse=True)
    ]
    return [(name, kronor_text(amount, language)) for name, amount in sums]


def _total(lines: Sequence[CommissionLine]) -> int:
    return sum(line.amount + line.vat_amount for line in lines)
