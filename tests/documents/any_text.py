"""Documents with one text in every field that somebody else writes, and where their pages have ink."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fordran.documents.invoices.invoice import InvoiceDocument, References
from fordran.documents.invoices.invoice_lines import InvoiceLine
from fordran.documents.letter_parts.correspondence import LetterDocument
from fordran.documents.parties import PostalAddress, Receiver
from tests.documents.letter_samples import claim, demand
from tests.documents.samples import LINES, SENDER, invoice
from tests.pdf import Drawing, drawings_of

PER_INCH = 36
MM = PER_INCH / 25.4

SCRIPTS = {
    "Latin": "Wåäö",
    "Greek": "Ωμέγα",
    "Cyrillic": "Щука",
    "Hebrew": "שלום",
    "Arabic": "مرحبا",
    "Devanagari": "नमस्ते",
    "Thai": "สวัสดี",
    "Tibetan": "༌༈༌",
    "Chinese": "發票",
    "Korean": "청구서",
    "emoji": "🧾",
    "marks": "a" + "\u0301" * 40,
    "signs": "! ( / — ",
    "opening signs": "( ",
    "words that opening signs hold together": "שלום( Ωμέγα( ",
    "words that closing signs hold together": "7 /שלום /",
    "long dashes": "— ",
    "no-break spaces": "ett\u00a0ord\u202f",
    "wide letters in words that are just not broken": "ΩμέγαWåäöΩμέγαWåäöWåäö! ( / — -",
    "only no-break spaces": "x\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0",
}


def long_text(script: str, length: int = 800) -> str:
    """A text of that script without an ordinary place to break, or with as few as it has."""
    piece = SCRIPTS[script]
    return (piece * (length // len(piece) + 1))[:length]


def with_text(text: str) -> InvoiceDocument:
    """An invoice with the text in every field that somebody else writes."""
    lines = (replace(LINES[0], article_description=text, extra_rows=(text,), order_line_reference=text), *LINES[1:])
    address = PostalAddress(text, text, text, zip_code=text, city=text)
    return invoice(
        lines,
        sender=replace(SENDER, name=text, address=address),
        receiver=Receiver(text, address),
        invoice_number=text,
        customer_number=text,
        references=References(*[text] * len(References.__slots__)),
        invoice_headline=text,
        invoice_body_text=text,
    )


def in_columns(text: str) -> InvoiceDocument:
    """An invoice with the text in its columns and their headlines."""
    lines: tuple[InvoiceLine, ...] = tuple(
        replace(line, article_number=text, custom_column_data=(text, text)) for line in LINES[:2]
    )
    return invoice(lines, custom_column_headlines=(text, text))


def ink_in_the_margins(pdf: bytes) -> list[str]:
    """The places outside of the margins that are not white, page by page."""
    every = drawings_of(pdf, PER_INCH)
    return [f"page {number}: {place}" for number, page in enumerate(every, 1) for place in _inked(page)]


def _inked(page: Drawing) -> Iterator[str]:
    rows = [*page.rows]
    side, end = int(17 * MM), int(5 * MM)
    places = {
        "left": (row[:side] for row in rows),
        "right": (row[-side:] for row in rows),
        "above": iter(rows[:end]),
        "below": iter(rows[-end:]),
    }
    for place, strips in places.items():
        if any(min(strip) < 250 for strip in strips):
            yield place


def letter_with(text: str) -> LetterDocument:
    """A demand for two claims with the text in every field that somebody else writes."""
    address = PostalAddress(text, zip_code=text, city=text)
    claims = tuple(claim(number=number, debt_description=text, invoice_number=text) for number in (1, 2))
    sender, receiver = replace(SENDER, name=text, address=address), Receiver(text, address)
    return demand(creditor=sender, receiver=receiver, claims=claims, customer_number=text)
