"""Text of any length and script is printed, and stays on the page."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from fordran.documents.commission import commission as commissions
from fordran.documents.commission.commission import CommissionDocument, CommissionLine
from fordran.documents.invoices import invoice as invoices
from fordran.documents.letters import enforcement, letters
from fordran.documents.letters.application_parts import Debtor
from fordran.documents.parties import PostalAddress, PrintedOperator, Receiver
from fordran.documents.person import person as persons
from fordran.documents.person.layout import TABLES
from fordran.documents.person.person import PersonDocument, Responsible
from fordran.documents.printable import BREAK_HERE, CUT, printable
from fordran.shape.kinds import MAX_TEXT
from fordran.texts.catalogue import texts
from tests.documents.any_text import SCRIPTS, in_columns, ink_in_the_margins, letter_with, long_text, with_text
from tests.documents.letter_samples import application
from tests.documents.samples import SENDER, invoice
from tests.pdf import text_of

DAY = date(2026, 11, 10)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_long_text_of_any_script_is_printed_within_the_margins(script: str) -> None:
    text = long_text(script)
    for document in (with_text(text), in_columns(text)):
        assert ink_in_the_margins(invoices.render(document)) == []


@pytest.mark.parametrize("script", ["Latin", "Arabic", "Chinese", "signs", "no-break spaces"])
def test_a_letter_with_long_texts_of_any_script_stays_within_the_margins(script: str) -> None:
    letter = letter_with(long_text(script))
    assert ink_in_the_margins(letters.render(letter)) == []


def commission(text: str) -> CommissionDocument:
    """A commission document with the text in every field that a creditor or the operator writes."""
    address = PostalAddress(text, text, text, zip_code=text, city=text)
    return CommissionDocument(
        seller=replace(SENDER, name=text, address=address),
        buyer=Receiver(text, address),
        contact=PrintedOperator(text, text, text),
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
    rows = {source: [_row(columns, text)] for source, columns in TABLES if source not in ("statements", "history")}
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
        within[last] = 12.5 if name.endswith("_kr") else text
    return row


@pytest.mark.parametrize("script", ["Latin", "Arabic", "Chinese", "signs", "no-break spaces"])
def test_a_commission_document_an_extract_and_an_application_hold_texts_of_any_script(script: str) -> None:
    text = long_text(script, 600)
    address = PostalAddress(text, zip_code=text, city=text)
    applied = application(
        creditor=replace(SENDER, name=text, address=address),
        debtor=Debtor(text, text, address, text, text),
        own_reference=text,
        agent_code=text,
    )
    rendered = {
        "commission": commissions.render(commission(text)),
        "person": persons.render(person(text)),
        "application": enforcement.render(applied),
    }
    assert {name: ink_in_the_margins(pdf) for name, pdf in rendered.items()} == {name: [] for name in rendered}


@pytest.mark.parametrize("text", ["Kim GMT", "Tue, 30 Feb 2026 10:00:00 GMT", "ABCD-T forever Z", "x" * MAX_TEXT])
def test_an_extract_takes_no_name_for_a_moment(text: str) -> None:
    assert persons._text(texts("sv"), text).replace("\u200b", "") == text


@pytest.mark.parametrize(
    "moment", ["Tue, 10 Nov 2026 10:00:00 GMT", "2026-11-10T10:00:00Z", "2026-11-10T10:00:00.123456Z"]
)
def test_an_extract_shows_the_day_of_a_moment(moment: str) -> None:
    assert persons._text(texts("sv"), moment) == "2026-11-10"


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


@pytest.mark.parametrize("text", ["༌༌༈༌(༌༈༌༌༈༌༌༈༌༌༈༌( ༌༈༌(", "༈" * 23, "ဩ" * 24, "ᠭ" * 24])
def test_words_of_wide_letters_that_are_just_not_long_stay_within_the_margins(text: str) -> None:
    for document in (with_text(text), in_columns(text)):
        assert ink_in_the_margins(invoices.render(document)) == []


def test_spaces_that_hold_signs_and_words_together_let_go_where_that_is_long() -> None:
    mark = BREAK_HERE
    assert printable("ord( " * 6) == f"ord( {mark}" * 5 + "ord("
    assert (
        printable("7 /ord /7 /ord /7 /ord /7 /ord")
        == f"7 {mark}/ord {mark}/7 {mark}/ord {mark}/7 {mark}/ord {mark}/7 {mark}/ord"
    )
    for ordinary in (
        "Tack för köpet (mars), vi ses! Betala — helst i dag / nu.",
        "a, b, c, d, e, f; (g) (h) (i) (j) & k",
    ):
        assert printable(ordinary) == ordinary
