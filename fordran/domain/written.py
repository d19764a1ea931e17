"""Numbers and periods as files for programs have them. `fordran/texts` writes them for people, in their language."""

from datetime import date
from decimal import Decimal


def ungrouped_text(value: int | Decimal) -> str:
    """A number in a file for programs: a decimal comma and no groups, so that the program sees a number.

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
