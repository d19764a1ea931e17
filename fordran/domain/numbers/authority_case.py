"""The enforcement authority's number of a case (*målnummer*), such as 01-123456-26, as people and banks write it."""

import re
from collections.abc import Iterable

FEWEST_DIGITS = 6
"""A shorter number may be anything."""
_MOST_WORDS = 4
_MOST_LENGTH = 30
_SEPARATORS = re.compile(r"[^0-9A-Z]+")


def compact(number: str) -> str:
    """The number without spaces and signs, in capitals.

    >>> compact("01-123456-26"), compact("u 1234-26/0180")
    ('0112345626', 'U1234260180')
    """
    return _SEPARATORS.sub("", number.upper())


def mentioned(texts: Iterable[str]) -> list[str]:
    """Everything in texts that may be such a number, compact: each word, and words that follow each other.

    >>> mentioned(["01-123456-26"])
    ['0112345626', '01123456', '12345626', '123456']
    """
    found: dict[str, None] = {}
    for text in texts:
        words = [word for word in _SEPARATORS.split(text.upper()) if word]
        for many in range(_MOST_WORDS, 0, -1):
            for first in range(len(words) - many + 1):
                joined = "".join(words[first : first + many])
                if sum(map(str.isdigit, joined)) >= FEWEST_DIGITS and len(joined) <= _MOST_LENGTH:
                    found[joined] = None
    return list(found)
