"""Text from users, made fit for print."""

import json

import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st

from fordran.documents.parties import PostalAddress, organization_no_text
from fordran.documents.printable import BREAK_HERE, printable, printable_lines
from fordran.documents.text_width import widest_em


@pytest.mark.parametrize(
    ("text", "lines", "remark"),
    [
        ("Åsa Öberg", ("Åsa Öberg",), "plain text is itself"),
        ("a\r\nb\rc\nd", ("a", "b", "c", "d"), "every line end counts once"),
        ("\n\na\n\nb\n", ("a", "", "b"), "an empty line between is kept, at the ends not"),
        ("a\x07b\x1bc\td\x7fe\x80f", ("a b c d e f",), "control characters are blanks"),
        ("100\u202e.99", ("100.99",), "a mark that turns text around is dropped"),
        ("a\ud800b\ufffec\ue000d", ("a\ufffdb\ufffdc\ufffdd",), "what is no character shows that it was there"),
        ("", (), "nothing gives nothing"),
        (" \n\t", (), "blanks give nothing"),
        ("#let $x$ *b* @c <d> \\ _e_ `f` //", ("#let $x$ *b* @c <d> \\ _e_ `f` //",), "markup is text"),
    ],
)
def test_printable_lines(text: str, lines: tuple[str, ...], remark: str) -> None:
    assert printable_lines(text) == lines, remark


@given(st.text(alphabet=st.characters()))
def test_printable_text_has_no_control_characters_and_can_be_encoded(text: str) -> None:
    shown = printable(text)
    shown.encode()
    assert not any(character in shown for character in "\x00\x07\x1b\n\r\t\x85\u2028\u202e\ufffe")
    assert printable(shown) == shown


def test_only_a_run_too_long_for_its_column_may_break_anywhere() -> None:
    assert printable("kort ord") == "kort ord"
    assert printable("x" * 24) == "x" * 24
    assert printable("kort " + "x" * 25) == "kort " + BREAK_HERE.join("x" * 25)
    assert printable("ABC-123", longest_run=3) == BREAK_HERE.join("ABC-123")


def test_a_double_name_breaks_after_its_hyphen_and_only_a_part_that_is_too_long_anywhere() -> None:
    assert printable("Gyllenstierna-Wachtmeister") == "Gyllenstierna-Wachtmeister"
    assert printable(f"Gyllenstierna-{'x' * 25}") == "Gyllenstierna-" + BREAK_HERE.join("x" * 25)
    # A line does not end between a hyphen and a digit.
    assert printable("Gyllenstiernas-2026-10-0001") == BREAK_HERE.join("Gyllenstiernas-2026-10-0001")


@pytest.mark.parametrize(
    ("address", "lines", "remark"),
    [
        (PostalAddress("Gatan 1", zip_code="11743", city="Stockholm"), ("Gatan 1", "117 43 Stockholm"), "NNN NN"),
        (PostalAddress("Gatan 1", zip_code="SE-117 43", city="Åre"), ("Gatan 1", "117 43 Åre"), "no prefix at home"),
        (PostalAddress("Gatan 1", zip_code="1174", city="X"), ("Gatan 1", "1174 X"), "an odd code stands as given"),
        (PostalAddress("a", "b", "c", "40212", "Köln", "DE"), ("a", "b", "c", "40212 Köln", "GERMANY"), "abroad"),
        (PostalAddress("a", country="ZZ"), ("a", "ZZ"), "a country nobody knows stands as given"),
        (PostalAddress(), (), "no address at all"),
    ],
)
def test_an_address_is_printed_as_on_an_envelope(address: PostalAddress, lines: tuple[str, ...], remark: str) -> None:
    assert address.lines() == lines, remark


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("5566778899", "556677-8899"),
        ("16556677-8899", "556677-8899"),
        ("198112189876", "811218-9876"),
        ("DE 1234", "DE 1234"),
    ],
)
def test_an_organization_number_is_hyphenated_where_it_has_that_form(number: str, text: str) -> None:
    assert organization_no_text(number) == text


def test_no_character_is_wider_than_its_bound() -> None:
    latin, greek_and_cyrillic, signs = range(0x20, 0x250), range(0x370, 0x530), range(0x2010, 0x2300)
    codes = [code for block in (latin, greek_and_cyrillic, signs, [0x2E3A, 0x2E3B, 0xFFFD]) for code in block]
    characters = [chr(code) for code in codes if printable(chr(code)) == chr(code)]
    # A full stop on either side keeps a lone blank from being trimmed away.
    source = """
        #set text(font: "Libertinus Serif", size: 100pt, number-width: "tabular")
        #context [#metadata(json(bytes(sys.inputs.characters)).map(
          it => (measure("." + it + ".").width - measure("..").width) / 100pt
        )) <widths>]
    """
    inputs = {"characters": json.dumps(characters)}
    answer = typst.query(
        source.encode(), "<widths>", field="value", one=True, ignore_system_fonts=True, sys_inputs=inputs
    )
    widths = dict(zip(characters, json.loads(answer), strict=True))
    assert widths["M"] > 2 * widths["i"] > 0
    assert {character: width for character, width in widths.items() if width > widest_em(character) + 1e-9} == {}
