"""Text of any length and script is printed, and stays on the page."""

import pytest

from fordran.documents.invoices import invoice as invoices
from fordran.documents.letters import correspondence, letters
from fordran.documents.parties import PostalAddress, Receiver
from fordran.documents.printable import CUT, printable
from fordran.shape.kinds import MAX_TEXT
from tests.documents.any_text import SCRIPTS, in_columns, ink_in_the_margins, letter_with, long_text, with_text
from tests.documents.samples import invoice, text_of


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_long_text_of_any_script_is_printed_within_the_margins(script: str) -> None:
    text = long_text(script)
    for document in (with_text(text), in_columns(text)):
        assert invoices.render(document).startswith(b"%PDF")
        assert ink_in_the_margins("invoice", invoices.printed(document)) == []


@pytest.mark.parametrize("script", ["Latin", "Arabic", "Chinese", "signs", "no-break spaces"])
def test_a_letter_with_long_texts_of_any_script_stays_within_the_margins(script: str) -> None:
    letter = letter_with(long_text(script))
    assert letters.render(letter).startswith(b"%PDF")
    assert ink_in_the_margins("letter", correspondence.printed(letter)) == []


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
