"""Whether two names are of one customer: a number that is sent by mistake must not give one person's mail to another.

Letters are compared without case and accents, words without their order, and without what says only the form of a company.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

LEAST_ALIKE_PERCENT = 85
"""From here on two spellings of a word count as one: one letter in seven may differ."""
SHORTEST_MISSPELT = 6
"""Shorter words must be equal: Erik is not Erika."""

_NOT_WORDS = re.compile(r"[\W_]+")
_FORMS = frozenset(
    {"ab", "aktiebolag", "publ", "hb", "handelsbolag", "kb", "kommanditbolag", "ek", "for", "ekonomisk", "forening"}
    | {"enskild", "firma", "ef", "ltd", "gmbh", "as", "oy", "inc", "llc"}
)
"""Words that say the form of a company."""


def is_same_name(known: str, given: str, *, is_person: bool) -> bool:
    """Whether the name of a registration fits the name that is known. A name without letters fits any.

    All words of one stand in the other, where a long word may be misspelt. A person may have changed the family name: the same
    given name first is enough.

    >>> is_same_name("Anna Karin Öst", "Öst, Anna", is_person=True)
    True
    >>> is_same_name("Anna Öst", "Bo Öst", is_person=True)
    False
    """
    if known == given:
        return True
    ours, theirs = _words(known), _words(given)
    if not ours or not theirs:
        return True
    if _all_in(ours, theirs) or _all_in(theirs, ours):
        return True
    return is_person and _first_name(known, ours) == _first_name(given, theirs)


def _words(name: str) -> list[str]:
    plain = "".join(one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))
    words = [word for word in _NOT_WORDS.split(plain) if word]
    return [word for word in words if word not in _FORMS] or words


def _first_name(name: str, words: list[str]) -> str:
    """The given name: the first word, or the first one after a comma, as in `Öst, Anna`."""
    _, comma, after = name.partition(",")
    return (_words(after) or words)[0] if comma else words[0]


def _all_in(words: list[str], others: list[str]) -> bool:
    return all(any(_is_alike(word, other) for other in others) for word in words)


def _is_alike(one: str, other: str) -> bool:
    if one == other or min(len(one), len(other)) < SHORTEST_MISSPELT:
        return one == other
    return SequenceMatcher(None, one, other, autojunk=False).ratio() * 100 >= LEAST_ALIKE_PERCENT
