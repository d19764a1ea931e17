"""How wide a text can run at most, in em of the documents' typeface, known without laying it out.

Typst spends most of an invoice's time on finding out how wide and how high the cells of its table are. Most cells are
numbers and short texts that never wrap, and it can get their sizes as input. The bounds are never too small: a row that was
thought to be one line high and is not would be printed over the next.
"""

from fordran.documents.printable import BREAK_HERE

_WIDEST_LATIN = 0.8
_WIDEST_CHARACTER = 3.0
_LAST_LATIN = "\u017f"

# Advance widths of Libertinus Serif with tabular digits, rounded up.
_BOUNDS = {
    0.0: BREAK_HERE,
    0.3: " !'(),.:;I\\ijl{|}",
    0.4: '"*-/J[]`frst',
    0.5: "#$0123456789?FS_abcevxz~åäáàéè",
    0.6: "+<=>BELPRTY^dghknopquyöóøüÉ",
    0.7: "%ACGKNUVXZÅÄæ",
    1.0: "&@MWÆŒŴ",
}
_BOUND = {character: bound for bound, characters in _BOUNDS.items() for character in characters}


def widest_em(text: str) -> float:
    """A width that the text on one line does not exceed."""
    return sum(map(_bound, text))


def _bound(character: str) -> float:
    known = _BOUND.get(character)
    if known is not None:
        return known
    return _WIDEST_LATIN if character <= _LAST_LATIN else _WIDEST_CHARACTER
