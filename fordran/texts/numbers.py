"""Numbers as people read them, by Babel: amounts, shares and other numbers.

Groups are parted by a plain space where the language has a space, and the sign of a negative number is a hyphen. An edge puts
in a space that no line break parts, and a minus sign, where it wants them.
"""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from functools import cache, lru_cache

from babel.numbers import NumberPattern, parse_pattern

from fordran.domain.languages import SWEDISH, Language
from fordran.texts.formatting import locale_of

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
_PLAIN = str.maketrans({NO_BREAK_SPACE: " ", "\N{NARROW NO-BREAK SPACE}": " ", "\N{MINUS SIGN}": "-"})
_EXACT = Context(prec=100)
"""More digits than any number has: nothing is rounded."""


def kronor_text(ore: int, language: Language = SWEDISH) -> str:
    """An amount, always with two decimals.

    >>> kronor_text(142500), kronor_text(-142550, Language("en")), kronor_text(5)
    ('1 425,00', '-1,425.50', '0,05')
    """
    return _text(Decimal(ore).scaleb(-2, _EXACT), 2, language)


def decimal_text(value: Decimal, language: Language, *, fewest_decimals: int = 0) -> str:
    """A number without needless zeros, with so many decimals at least.

    >>> decimal_text(Decimal("1234.500000"), Language("en"), fewest_decimals=2), decimal_text(Decimal("3.000"), SWEDISH)
    ('1,234.50', '3')
    """
    decimals = f"{value:f}".partition(".")[2].rstrip("0")
    return _text(value, max(len(decimals), fewest_decimals), language)


def number_text(value: int | Decimal, language: Language = SWEDISH) -> str:
    """A number with the decimals that it has.

    >>> number_text(12345), number_text(Decimal("1234.50")), number_text(Decimal("7.0")), number_text(1234, Language("en"))
    ('12 345', '1 234,50', '7,0', '1,234')
    """
    return _text(Decimal(value), len(f"{value:f}".partition(".")[2]) if isinstance(value, Decimal) else 0, language)


@lru_cache(maxsize=8192)
def _text(value: Decimal, decimals: int, language: Language) -> str:
    with localcontext(_EXACT):
        written: str = _pattern(decimals).apply(value, locale_of(language))
    return written.translate(_PLAIN)


@cache
def _pattern(decimals: int) -> NumberPattern:
    """The pattern of numbers with so many decimals. To read one takes longer than to apply it."""
    return parse_pattern(f"#,##0.{'0' * decimals}" if decimals else "#,##0")
