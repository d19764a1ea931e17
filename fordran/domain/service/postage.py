"""The weight of a letter on paper, and its class of postage."""

from __future__ import annotations

GRAMS_A_SHEET = 5
"""A4, 80 g a square metre."""
GRAMS_AN_ENVELOPE = 7
CLASSES_GRAMS = (50, 100, 250, 500, 1000, 2000)


def sheets_of(pages: int) -> int:
    """Sheets of paper, printed on both sides.

    >>> [sheets_of(pages) for pages in (1, 2, 3)]
    [1, 1, 2]
    """
    return (pages + 1) // 2


def postage_class(sheets: int, country: str) -> str:
    """Where to and how heavy: `domestic_50` is a letter within Sweden of up to 50 g.

    >>> postage_class(1, "SE"), postage_class(9, "SE"), postage_class(1, "no")
    ('domestic_50', 'domestic_100', 'foreign_50')
    """
    grams = GRAMS_AN_ENVELOPE + GRAMS_A_SHEET * sheets
    bound = next((bound for bound in CLASSES_GRAMS if grams <= bound), None)
    where = "domestic" if country.upper() in ("", "SE") else "foreign"
    return f"{where}_{bound}" if bound else f"{where}_parcel"
