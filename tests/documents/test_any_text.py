"""Text of any length and script is printed, and stays on the page."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import orjson
import pytest
import typst

from fordran.documents.commission import commission as commissions
from fordran.documents.commission.commission import CommissionDocument, CommissionLine
from fordran.documents.invoices import invoice as invoices
from fordran.documents.invoices.invoice import InvoiceDocument, References
from fordran.documents.invoices.invoice_lines import InvoiceLine
from fordran.documents.letters import correspondence, enforcement, letters
from fordran.documents.letters.application_parts import Debtor
from fordran.documents.parties import Operator, PostalAddress, Receiver
from fordran.documents.person import person as persons
from fordran.documents.person.person import PersonDocument, Responsible
from fordran.documents.person.words import TABLES
from fordran.documents.printable import CUT, printable
from fordran.documents.typesetting import TEMPLATES
from fordran.shape.kinds import MAX_TEXT
from tests.documents.letter_samples import application, claim, demand
from tests.documents.samples import LINES, SENDER, invoice, red_pixels, text_of

PER_INCH = 36
MM = PER_INCH / 25.4
DAY = date(2026, 11, 10)

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
    "no-break spaces": "ett\u00a0ord\u202f",
    "only no-break spaces": "x\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0",
}


def long_text(script: str, length: int = 1500) -> str:
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


def ink_in_the_margins(template: str, data: dict[str, Any]) -> list[str]:
    """The places outside of the margins that are not white, page by page."""
    pages = typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        format="png",
        ppi=PER_INCH,
        sys_inputs={"data": orjson.dumps(data).decode()},
        ignore_system_fonts=True,
    )
    every = pages if isinstance(pages, list) else [pages]
    assert every
    return [f"page {number}: {place}" for number, page in enumerate(every, 1) for place in _inked(page)]


def _inked(page: bytes) -> Iterator[str]:
    width, height, pixels = red_pixels(page)
    rows = [pixels[start : start + width] for start in range(0, width * height, width)]
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


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_long_text_of_any_script_is_printed_within_the_margins(script: str) -> None:
    text = long_text(script)
    for document in (with_text(text), in_columns(text)):
        assert invoices.render(document).startswith(b"%PDF")
        assert ink_in_the_margins("invoice", invoices.printed(document)) == []


@pytest.mark.parametrize("script", ["Latin", "Arabic", "Chinese", "signs", "no-break spaces"])
def test_a_letter_with_long_texts_of_any_script_stays_within_the_margins(script: str) -> None:
    text = long_text(script)
    address = PostalAddress(text, zip_code=text, city=text)
    claims = tuple(claim(number=number, debt_description=text, invoice_number=text) for number in (1, 2))
    sender, receiver = replace(SENDER, name=text, address=address), Receiver(text, address)
    letter = demand(creditor=sender, receiver=receiver, claims=claims, customer_number=text)
    assert letters.render(letter).startswith(b"%PDF")
    assert ink_in_the_margins("letter", correspondence.printed(letter)) == []


def commission(text: str) -> CommissionDocument:
    """A commission document with the text in every field that a creditor or the operator writes."""
    address = PostalAddress(text, text, text, zip_code=text, city=text)
    return CommissionDocument(
        seller=replace(SENDER, name=text, address=address),
        buyer=Receiver(text, address),
        contact=Operator(text, text, text),
        number=text,
        dated=DAY,
        first_day=DAY,
        last_day=DAY,
        payout_reference=text,
        lines=(CommissionLine(3, 100_00, 25, 25_00), CommissionLine(1, 10_00, 0, 0)),
        paid_to=text,
        paid_on=DAY,
        untaxed="reverse_charge",
    )


def person(text: str) -> PersonDocument:
    """A privacy extract with the text in every column of every table."""
    address = PostalAddress(text, zip_code=text, city=text)
    rows = {source: [_row(columns, text)] for source, _, columns in TABLES if source not in ("statements", "history")}
    rows["cases"][0] |= {"_id": "1", "status_history": [{"status_date": text, "status": text}]}
    rows["cases"][0]["debt"] = {**rows["cases"][0].get("debt", {}), "invoice_number": text}
    responsible = Responsible(text, "556016-0680", address, text, text)
    return PersonDocument(responsible, text, address, DAY, 36, rows)


def _row(columns: Iterable[tuple[str, str]], text: str) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, path in columns:
        *outer, last = path.split(".")
        within = row
        for step in outer:
            within = within.setdefault(step, {})
        within[last] = 12.5 if name.endswith(", kr") else text
    return row


@pytest.mark.parametrize("script", ["Latin", "Arabic", "Chinese", "signs", "no-break spaces"])
def test_a_commission_document_an_extract_and_an_application_hold_texts_of_any_script(script: str) -> None:
    text = long_text(script)
    address = PostalAddress(text, zip_code=text, city=text)
    applied = application(
        creditor=replace(SENDER, name=text, address=address),
        debtor=Debtor(text, text, address, text, text),
        own_reference=text,
        agent_code=text,
    )
    for template, render, printed, document in (
        ("commission", commissions.render, commissions.printed, commission(text)),
        ("person", persons.render, persons.printed, person(text)),
        ("letter", enforcement.render, enforcement.printed, applied),
    ):
        assert render(document).startswith(b"%PDF"), template  # type: ignore[operator]
        assert ink_in_the_margins(template, printed(document)) == [], template  # type: ignore[operator]


@pytest.mark.parametrize("text", ["Kim GMT", "Tue, 30 Feb 2026 10:00:00 GMT", "ABCD-T forever Z", "x" * MAX_TEXT])
def test_an_extract_takes_no_name_for_a_moment(text: str) -> None:
    assert persons._text(text).replace("\u200b", "") == text


@pytest.mark.parametrize(
    "moment", ["Tue, 10 Nov 2026 10:00:00 GMT", "2026-11-10T10:00:00Z", "2026-11-10T10:00:00.123456Z"]
)
def test_an_extract_shows_the_day_of_a_moment(moment: str) -> None:
    assert persons._text(moment) == "2026-11-10"


def test_an_unbroken_word_as_long_as_a_text_may_be_is_printed_whole() -> None:
    pdf = invoices.render(invoice(invoice_body_text="Q" * MAX_TEXT))
    assert text_of(pdf).count("Q") == MAX_TEXT


def test_a_name_too_long_for_its_place_is_cut_with_a_mark() -> None:
    pdf = invoices.render(invoice(receiver=Receiver("Z" * MAX_TEXT, PostalAddress("Gatan 1"))))
    text = text_of(pdf)
    assert 200 < text.count("Z") < 300
    assert CUT in text


def test_no_break_spaces_keep_together_what_is_short_only() -> None:
    assert printable("10\u00a0000\u00a0kr för det som står här") == "10\u00a0000\u00a0kr för det som står här"
    assert printable("ord\u00a0" * 20) == " ".join(["ord"] * 20)
