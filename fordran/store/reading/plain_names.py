"""Names without regard to accents, and with one slip: Oberg finds Öberg, and Lindkvst finds Lindkvist.

The server folds what is stored by `translate`, which every PostgreSQL has, and this module folds what somebody writes, by the
same two rows of letters. The indexes `customers_by_plain_words` and `customer_details_by_plain_words` are of the folded names.
"""

from __future__ import annotations

import string
from typing import Final

LETTERS: Final = "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿāăąćčďđēėęěğīıłńňōőřśşšťūůűźżž"
PLAIN: Final = "aaaaaaaceeeeiiiinoooooouuuuyyaaaccddeeeegiilnnoorssstuuuzzz"
MARKS: Final = "\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0327"
"""Accents that stand after their letter. The server leaves out letters for which there is none to put."""

_TABLE: Final = str.maketrans(LETTERS, PLAIN, MARKS)
SHORTEST_WITH_SLIP, LONGEST_WITH_SLIP = 4, 30
"""A shorter word with another letter is another word, and a longer one is no name."""
_ALPHABET: Final = string.ascii_lowercase


def plain(folded: str) -> str:
    """A casefolded text without its accents."""
    return folded.translate(_TABLE)


def plain_sql(column: str) -> str:
    """The same of a column, as the indexes have it."""
    return f"translate({column}, '{LETTERS}{MARKS}', '{PLAIN}')"


def with_one_slip(word: str) -> list[str]:
    """The plain words that differ from a plain word by a letter too many, too few, another, or two swapped."""
    if not SHORTEST_WITH_SLIP <= len(word) <= LONGEST_WITH_SLIP or not word.isalpha():
        return [word]
    halves = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    found = {word}
    found |= {first + rest[1:] for first, rest in halves if rest}
    found |= {first + rest[1] + rest[0] + rest[2:] for first, rest in halves if len(rest) > 1}
    found |= {first + letter + rest[1:] for first, rest in halves if rest for letter in _ALPHABET}
    found |= {first + letter + rest for first, rest in halves for letter in _ALPHABET}
    return sorted(found)
