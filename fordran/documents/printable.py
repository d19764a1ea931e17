"""Text as it can be printed: what users wrote, without what no page can show, and with words that always fit.

Markup needs no escaping here: Typst gets text as data and never reads it as markup.
"""

import re
import unicodedata
from itertools import pairwise

MOST_OF_A_NAME = 250
"""As much of a name is printed where the page has a place of fixed size for it; the rest is cut, with a mark."""

CUT = "…"
"""The mark of what was cut."""

LONGEST_RUN = 24
"""A longer run without a space may be broken anywhere, so that it stays inside its column."""

BREAK_HERE = "\u200b"
"""The mark of such a place, which `base.typ` turns into a break and never prints."""

_REPLACEMENT = "\ufffd"
_LINE_ENDS = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_RUN = re.compile(r"\S+")
_GLUED_RUN = re.compile(r"[\S\u00a0\u2007\u202f]+")
# Tibetan has letters that hold their neighbours fast: a space after them lets go.
_GLUE = str.maketrans(
    dict.fromkeys("\u00a0\u2007\u202f", " ") | {letter: letter + " " for letter in "\u0f08\u0f0c\u0f12"}
)
_AFTER_HYPHENS = re.compile(r"(?<=[A-Za-zÀ-ɏ]-)(?=[A-Za-zÀ-ɏ])")
_SPACES = re.compile("( +)")
_DASHES = "—―⸺⸻"
_WIDE = re.compile("[\u0f00-\u18af]")
"""Letters of scripts from Tibetan to Mongolian, which are twice as wide as ours."""
_MOST_MARKS = 4
_PLAIN = re.compile(r"[ -~\u00a0-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201e\u2026\u20ac]*")


def printable_lines(text: str, *, longest_run: int = LONGEST_RUN) -> tuple[str, ...]:
    """The lines of a text, each printable; empty lines between others are kept, those at the ends are not."""
    lines = [_visible(line).strip() for line in _LINE_ENDS.split(text)]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return tuple(_breakable(line, longest_run) for line in lines)


def printable(text: str, *, longest_run: int = LONGEST_RUN, most: int | None = None) -> str:
    """The text on one line, cut with a mark where it is longer than `most` characters."""
    return " ".join(line for line in printable_lines(cut(text, most), longest_run=longest_run) if line)


def cut(text: str, most: int | None) -> str:
    """The text, or as much of it as there may be and the mark that says that there was more.

    >>> cut("abc", 3), cut("abcd", 3)
    ('abc', 'ab…')
    """
    return text if most is None or len(text) <= most else text[: most - 1].rstrip() + CUT


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
    def unglued(run: re.Match[str]) -> str:
        return run.group() if _width(run.group()) <= longest_run else run.group().translate(_GLUE)

    def with_breaks(run: re.Match[str]) -> str:
        # A line may end after a hyphen between letters without a mark.
        parts = _AFTER_HYPHENS.split(run.group())
        return "".join(part if _width(part) <= longest_run else BREAK_HERE.join(_clusters(part)) for part in parts)

    if _width(line) <= longest_run:
        return line
    if max(map(_width, line.split(" "))) > longest_run:
        line = _RUN.sub(with_breaks, _GLUED_RUN.sub(unglued, line)).rstrip(" ")
    return _let_go(line, longest_run)


def _width(text: str) -> int:
    """The greatest width of a text, in letters of our font."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def _let_go(line: str, longest_run: int) -> str:
    """The line, which may also end at spaces that hold what is on both sides together, where that is a long run."""
    words = (parts := _SPACES.split(line))[::2]
    is_held = [_holds(before[-1:], after[:1]) for before, after in pairwise(words)]
    if not any(is_held):
        return line
    runs: list[list[str]] = [[words[0]]]
    for word, space, holds in zip(words[1:], parts[1::2], is_held, strict=True):
        if holds:
            runs[-1] += [space, word]
        else:
            runs += [[space], [word]]
    return "".join(_joined(run, longest_run) for run in runs)


def _joined(run: list[str], longest_run: int) -> str:
    """Words with the spaces between them, each of which is followed by a place to break where they are long together."""
    text = "".join(run)
    return (
        text if _width(text) <= longest_run else "".join(part + BREAK_HERE if part[:1] == " " else part for part in run)
    )


def _holds(before: str, after: str) -> bool:
    """Whether no line ends at a space between these two: after an opening sign, before a closing one, between long dashes."""
    return (
        unicodedata.category(before or " ") in ("Ps", "Pi")
        or unicodedata.category(after or " ") in ("Pe", "Pf", "Po")
        or (before in _DASHES and after in _DASHES)
    )


def _clusters(word: str) -> list[str]:
    """The letters of a word, each with the marks that stand on it. More marks than any language has stand by themselves."""
    clusters: list[str] = []
    for character in word:
        is_mark = unicodedata.category(character).startswith("M")
        if is_mark and clusters and len(clusters[-1]) <= _MOST_MARKS:
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters
