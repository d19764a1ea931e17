"""Text as it can be printed: what users wrote, without what no page can show, and with words that always fit.

Markup needs no escaping here: Typst gets text as data and never reads it as markup.
"""

import re
import unicodedata
from decimal import Decimal

from fordran.documents.words import Language

LONGEST_RUN = 24
"""A longer run without a space may be broken anywhere, so that it stays inside its column."""

BREAK_HERE = "\u200b"
"""The mark of such a place, which `base.typ` turns into a break and never prints."""

_REPLACEMENT = "\ufffd"
_LINE_ENDS = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_RUN = re.compile(r"\S+")
_PLAIN = re.compile(r"[ -~\u00a0-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201e\u2026\u20ac]*")


def printable_lines(text: str, *, longest_run: int = LONGEST_RUN) -> tuple[str, ...]:
    """The lines of a text, each printable; empty lines between others are kept, those at the ends are not."""
    lines = [_visible(line).strip() for line in _LINE_ENDS.split(text)]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return tuple(_breakable(line, longest_run) for line in lines)


def printable(text: str, *, longest_run: int = LONGEST_RUN) -> str:
    """The text on one line."""
    return " ".join(line for line in printable_lines(text, longest_run=longest_run) if line)


def decimal_text(value: Decimal, language: Language, *, fewest_decimals: int = 0) -> str:
    """The number as the language writes it, exact, in groups of three, without needless zeros.

    >>> decimal_text(Decimal("1234.500000"), "en", fewest_decimals=2), decimal_text(Decimal("3.000"), "sv")
    ('1,234.50', '3')
    """
    whole, _, decimals = f"{value:,f}".partition(".")
    decimals = decimals.rstrip("0").ljust(fewest_decimals, "0")
    text = whole + "." + decimals if decimals else whole
    return text if language == "en" else text.replace(",", " ").replace(".", ",")


def _visible(line: str) -> str:
    # Nearly all text is plain, and the look at every character is needed for the rest only.
    if _PLAIN.fullmatch(line):
        return line
    return "".join(map(_visible_character, line))


def _visible_character(character: str) -> str:
    match unicodedata.category(character):
        case "Cc":
            return " "
        case "Cf":
            # Marks that turn the direction of text could show an amount or a number backwards.
            return ""
        case "Cs" | "Co" | "Cn":
            # Half a surrogate pair, private use and no characters at all: no font shows them, PDF/A forbids them.
            return _REPLACEMENT
        case _:
            return character


def _breakable(line: str, longest_run: int) -> str:
    def with_breaks(run: re.Match[str]) -> str:
        word = run.group()
        return word if len(word) <= longest_run else BREAK_HERE.join(word)

    return line if len(line) <= longest_run else _RUN.sub(with_breaks, line)
