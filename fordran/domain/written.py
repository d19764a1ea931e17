"""Numbers as they are written for people, in one way wherever they stand: groups of three, a comma before decimals.

Amounts are written by `kronor_text` in money.py, days and lists by texts/formatting.py; other numbers are here. A file that
a program opens has the same decimal comma and no groups, so that the program sees a number.
"""

from datetime import date
from decimal import Decimal

from fordran.domain.languages import ENGLISH, SWEDISH, Language


def decimal_text(value: Decimal, language: Language, *, fewest_decimals: int = 0) -> str:
    """The number as the language writes it, exact, in groups of three, without needless zeros.

    >>> decimal_text(Decimal("1234.500000"), "en", fewest_decimals=2), decimal_text(Decimal("3.000"), "sv")
    ('1,234.50', '3')
    """
    whole, _, decimals = f"{value:,f}".partition(".")
    decimals = decimals.rstrip("0").ljust(fewest_decimals, "0")
    text = whole + "." + decimals if decimals else whole
    return text if language == ENGLISH else text.replace(",", " ").replace(".", ",")


def number_text(value: int | Decimal, locale: Language = SWEDISH) -> str:
    """A number with the decimals that it has, as it is read in a language.

    >>> number_text(12345), number_text(Decimal("1234.50")), number_text(Decimal("7.0")), number_text(12345, "en")
    ('12 345', '1 234,50', '7,0', '12,345')
    """
    text = f"{value:,f}" if isinstance(value, Decimal) else f"{value:,}"
    return text if locale == ENGLISH else text.replace(",", " ").replace(".", ",")


def ungrouped_text(value: int | Decimal) -> str:
    """The same number in a file for programs.

    >>> ungrouped_text(12345), ungrouped_text(Decimal("-1234.50"))
    ('12345', '-1234,50')
    """
    return f"{value:f}".replace(".", ",") if isinstance(value, Decimal) else str(value)


def kronor_number(ore: int) -> Decimal:
    """An amount as an exact number of kronor with two decimals.

    >>> kronor_number(142550), kronor_number(-5)
    (Decimal('1425.50'), Decimal('-0.05'))
    """
    return Decimal(ore).scaleb(-2)


def period_text(first: date, last: date) -> str:
    """A period by its days.

    >>> period_text(date(2026, 11, 1), date(2026, 11, 30))
    '2026-11-01 – 2026-11-30'
    """
    return f"{first.isoformat()} – {last.isoformat()}"
