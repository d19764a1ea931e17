"""Money: whole öre inside, kronor at the edges, and the one way we round.

Every amount in the service is an integer number of öre. This module is the door: `ore_of` lets a number of kronor
in, `kronor` lets it out, and `half_up` turns an exact fraction of öre into öre. No float is ever
computed with; the one that `kronor` gives is for a JSON writer and spells exactly that amount.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeAlias

Currency: TypeAlias = Literal["SEK"]

ORE_PER_KRONA = 100
MOST_KRONOR_DIGITS = 13
"""Thirteen digits of kronor and two of öre are fifteen significant digits, the most that a double holds exactly."""

MOST_ORE = 10 ** (MOST_KRONOR_DIGITS + 2) - 1


class NotMoney(ValueError):
    """A number that is no amount of money, with a sentence that says why."""


def ore_of(value: int | Decimal) -> int:
    """The öre in so many kronor; raises `NotMoney` for a number that is not whole öre or is out of bounds.

    >>> ore_of(100), ore_of(Decimal("0.07")), ore_of(Decimal("-12.50"))
    (10000, 7, -1250)
    >>> ore_of(Decimal("1.005"))
    Traceback (most recent call last):
        ...
    fordran.domain.money.NotMoney: an amount has at most two decimals
    """
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise NotMoney("an amount is a number")
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise NotMoney("an amount is a finite number")
        # The size is weighed before anything is computed, so that 1E+1000000 costs nothing to refuse.
        if value and value.adjusted() >= MOST_KRONOR_DIGITS:
            raise NotMoney(f"an amount has at most {MOST_KRONOR_DIGITS} digits of kronor")
        if value and value.adjusted() < -2:
            raise NotMoney("an amount has at most two decimals")
    ore = Fraction(value) * ORE_PER_KRONA
    if ore.denominator != 1:
        raise NotMoney("an amount has at most two decimals")
    if abs(ore) > MOST_ORE:
        raise NotMoney(f"an amount has at most {MOST_KRONOR_DIGITS} digits of kronor")
    return int(ore)


def kronor(ore: int) -> int | float:
    """The amount as a JSON number of kronor: the shortest exact decimal, an integer where there are no öre.

    A double spells every decimal of at most fifteen significant digits exactly, so no öre is lost up to `MOST_ORE`.

    >>> kronor(10000), kronor(10050), kronor(-7)
    (100, 100.5, -0.07)
    """
    whole, rest = divmod(ore, ORE_PER_KRONA)
    if rest == 0:
        return whole
    if abs(ore) > MOST_ORE:
        raise NotMoney(f"an amount has at most {MOST_KRONOR_DIGITS} digits of kronor")
    return ore / ORE_PER_KRONA


def half_up(exact: Fraction) -> int:
    """The nearest whole number, a half away from zero, so that an amount and its opposite round to opposites.

    >>> half_up(Fraction(15, 2)), half_up(Fraction(-15, 2)), half_up(Fraction(7499, 1000))
    (8, -8, 7)
    """
    return _half_up(exact.numerator, exact.denominator)


def _half_up(numerator: int, denominator: int) -> int:
    nearest = (2 * abs(numerator) + denominator) // (2 * denominator)
    return nearest if numerator >= 0 else -nearest


def share(ore: int, percent: Decimal | int) -> int:
    """So many percent of the amount, half up.

    >>> share(30, 25), share(-30, 25)
    (8, -8)
    """
    numerator, denominator = percent.as_integer_ratio()
    return _half_up(ore * numerator, denominator * 100)


def to_whole_kronor(ore: int) -> int:
    """The amount in öre rounded to the whole krona: 1–49 öre down, 50–99 up, lag (1970:1029) 2 §.

    The law is silent on negative amounts; they round as their opposites, so that an invoice and its crediting cancel.

    >>> to_whole_kronor(9949), to_whole_kronor(9950), to_whole_kronor(-9950)
    (9900, 10000, -10000)
    """
    return _half_up(ore, ORE_PER_KRONA) * ORE_PER_KRONA
