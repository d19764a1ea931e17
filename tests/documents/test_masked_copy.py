"""Copies without the debtor's code: it is in neither text, drawing nor font, and everything else is there."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from pypdf import PdfReader

from fordran.documents.access import Access
from fordran.documents.invoices.invoice import render as render_invoice
from fordran.documents.letters import letters
from fordran.documents.masked_copy import CannotMask, masked
from fordran.documents.masked_font import without_glyphs
from fordran.domain.languages import Language
from fordran.domain.numbers import debtor_code
from fordran.texts.catalogue import texts
from tests.documents.letter_samples import ALL, demand
from tests.documents.samples import invoice
from tests.pdf import codes_in, drawings_of, text_of

CODE = "XYZQW2345V"
SHOWN = debtor_code.format(CODE)
ACCESS = Access("https://inkasso.example.com", CODE, "B1001-12")


def symbols(pdf: bytes) -> list[str]:
    return sorted(found.text for drawing in drawings_of(pdf, 200) for found in codes_in(drawing))


def masked_well(pdf: bytes) -> bytes:
    """The masked copy, of which everything is looked at."""
    copy = masked(pdf)
    before, after = text_of(pdf).split(), text_of(copy).split()
    assert SHOWN in before
    before.remove(SHOWN)
    assert after == before, "the code alone is gone"
    assert ACCESS.link in symbols(pdf)
    assert symbols(copy) == [text for text in symbols(pdf) if text != ACCESS.link]
    reader = PdfReader(io.BytesIO(copy), strict=True)
    assert SHOWN not in "".join(page.extract_text() for page in reader.pages)
    for secret in (CODE, SHOWN, "X\x00Y\x00Z", CODE[:5], CODE[5:]):
        assert not [data for data in streams_of(copy) if secret.encode() in data]
    return copy


def streams_of(pdf: bytes) -> list[bytes]:
    """The whole file, and each of its streams as it is read."""
    found = [pdf]
    for stream in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL):
        try:
            found.append(zlib.decompress(stream))
        except zlib.error:
            found.append(stream)
    return found


@pytest.mark.parametrize("language", ["sv", "en"])
@pytest.mark.parametrize("sample", ALL.values(), ids=ALL.keys())
def test_a_letter_is_masked(sample: Callable[..., letters.LetterDocument], language: Language) -> None:
    masked_well(letters.render(sample(access=ACCESS, language=language)))


def test_an_invoice_is_masked() -> None:
    masked_well(render_invoice(invoice(access=replace(ACCESS, letter_number=None))))


def test_a_letter_that_keeps_no_standard_is_masked() -> None:
    """A character that no font has makes a PDF of another kind."""
    letter = demand(access=ACCESS)
    masked_well(letters.render(replace(letter, receiver=replace(letter.receiver, name="Kim \N{GRINNING FACE} Ek"))))


def test_the_fonts_do_not_tell_the_letters_of_the_code() -> None:
    pdf = letters.render(demand(access=ACCESS))
    before, after = (glyphs_of(one, "Semibold") for one in (pdf, masked(pdf)))
    assert {"X", "Y", "Z", "Q", "W", "V"} <= set(before), "they are in the code and nowhere else in this font"
    assert not {"X", "Y", "Z", "Q", "W", "V"} & set(after)
    assert {"A", "B", "2"} <= set(after), "what others use stays"
    assert b"+LibertinusSerif-Semibold" in masked(pdf)
    (prefix,) = set(re.findall(rb"/([A-Z]{6})\+LibertinusSerif-Semibold", masked(pdf)))
    assert prefix == b"MASKED"


def glyphs_of(pdf: bytes, name: str) -> str:
    """The meanings of a font's glyphs, in the order in which the font has them."""
    for value in PdfReader(io.BytesIO(pdf)).pages[-1]["/Resources"]["/Font"].values():  # type: ignore[index]
        font = value.get_object()
        if name in font["/BaseFont"]:
            table = font["/ToUnicode"].get_object().get_data()
            return "".join(chr(int(code, 16)) for code in re.findall(rb"<[0-9A-F]{4}>\s*<([0-9A-F]{4})>", table))
    raise AssertionError(name)


def test_two_codes_of_the_same_letters_give_the_same_outlines() -> None:
    """Whoever compares fonts learns neither which letters the code has nor in which order."""
    fonts = []
    for code in ("XYZQW2345V", "VWQZY5432X"):
        pdf = masked(letters.render(demand(access=replace(ACCESS, code=code))))
        page = PdfReader(io.BytesIO(pdf)).pages[-1]
        for value in page["/Resources"]["/Font"].values():  # type: ignore[index]
            font = value.get_object()
            if "Semibold" in font["/BaseFont"]:
                inner = font["/DescendantFonts"][0].get_object()
                fonts.append(
                    (inner["/FontDescriptor"]["/FontFile3"].get_data(), inner["/W"], font["/ToUnicode"].get_data())
                )
    assert fonts[0] == fonts[1]


def test_an_emptied_font_has_the_same_length() -> None:
    pdf = letters.render(demand(access=ACCESS))
    for value in PdfReader(io.BytesIO(pdf)).pages[0]["/Resources"]["/Font"].values():  # type: ignore[index]
        program = value.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]["/FontFile3"].get_data()
        assert without_glyphs(program, set()) == program
        assert len(without_glyphs(program, {3, 4})) == len(program)
        assert without_glyphs(program, {3, 4}) != program


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\n", letters.render(demand())], ids=["empty", "stub", "no code"])
def test_what_carries_no_code_is_as_it_was(content: bytes) -> None:
    assert masked(content) is content


def test_what_cannot_be_masked_is_refused() -> None:
    pdf = letters.render(demand(access=ACCESS))
    broken = (
        pdf.replace(b"/FontFile3", b"/FontFile2"),
        pdf.replace(b"/FlateDecode", b"/LZWDecode"),
        pdf[: len(pdf) // 2],
        re.sub(rb"/Contents \d+ 0 R", b"/Contents 9999 0 R", pdf),
        pdf.replace(b"stream\n", b"stream\nx"),
        pdf.replace(b"trailer", b"trailed"),
    )
    for one in broken:
        with pytest.raises(CannotMask):
            masked(one)


def test_letters_that_were_made_before_are_known_by_the_same_words() -> None:
    """A stored letter is known by the alternative text of its symbol: whoever changes the words keeps the old ones, too."""
    found = {language: texts(language).area("document")["access_alt"] for language in ("sv", "en")}
    assert found == {"sv": "QR-kod till sidan om ärendet", "en": "QR code to the page about the case"}
