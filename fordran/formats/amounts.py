"""Öre as files spell them: kronor with a point and two decimals."""

import re

from fordran.domain.money import MOST_KRONOR_DIGITS, ORE_PER_KRONA, NotMoney

_NUMBER = re.compile(r"([+-]?)0*([0-9]+)(?:\.([0-9]*))?")


def decimal_kronor(ore: int) -> str:
    """The amount with a point and always two decimals, no grouping.

    >>> decimal_kronor(142500), decimal_kronor(-5), decimal_kronor(0)
    ('1425.00', '-0.05', '0.00')
    """
    whole, rest = divmod(abs(ore), ORE_PER_KRONA)
    return f"{'-' if ore < 0 else ''}{whole}.{rest:02d}"


def ore_in(text: str) -> int:
    """The öre in a plain decimal number of kronor; raises `NotMoney` for anything else.

    >>> ore_in("1425"), ore_in("0.5"), ore_in("-1.0000"), ore_in(" 7.25 ")
    (142500, 50, -100, 725)
    >>> ore_in("1.005")
    Traceback (most recent call last):
        ...
    fordran.domain.money.NotMoney: an amount has at most two decimals
    """
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        raise NotMoney("an amount is digits with at most a decimal point")
    sign, whole, decimals = found.groups(default="")
    decimals = decimals.rstrip("0")
    if len(whole) > MOST_KRONOR_DIGITS:
        raise NotMoney(f"an amount has at most {MOST_KRONOR_DIGITS} digits of kronor")
    if len(decimals) > 2:
        raise NotMoney("an amount has at most two decimals")
    ore = int(whole) * ORE_PER_KRONA + int(decimals.ljust(2, "0"))
    return -ore if sign == "-" else ore
