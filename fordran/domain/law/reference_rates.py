"""The Riksbank's reference rate, set for each half-year: räntelag (1975:635) 9 §.

Complete since the rate was introduced on 1 July 2002. It can be negative. The rate for the second half of 2012 was
first announced as 2.00 and corrected on 2 July 2012 with effect from the first.
"""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from fordran.domain.days import months_after

RIKSBANK = "Riksbanken, series SECBREFEFF"


@dataclass(frozen=True, slots=True)
class ReferenceRate:
    """The rate of the half-year that begins on a day, in percent a year, and where it was announced."""

    begins: date
    rate_percent: Decimal
    source: str = RIKSBANK


# Year, first half, second half; None where there was no rate yet, or is none yet.
_ROWS: tuple[tuple[int, str | None, str | None], ...] = (
    (2002, None, "4.50"),
    (2003, "4.00", "3.00"),
    (2004, "3.00", "2.00"),
    (2005, "2.00", "1.50"),
    (2006, "1.50", "2.50"),
    (2007, "3.00", "3.50"),
    (2008, "4.00", "4.50"),
    (2009, "2.00", "0.50"),
    (2010, "0.50", "0.50"),
    (2011, "1.50", "2.00"),
    (2012, "2.00", "1.50"),
    (2013, "1.00", "1.00"),
    (2014, "1.00", "1.00"),
    (2015, "0.00", "0.00"),
    (2016, "0.00", "-0.50"),
    (2017, "-0.50", "-0.50"),
    (2018, "-0.50", "-0.50"),
    (2019, "-0.50", "0.00"),
    (2020, "0.00", "0.00"),
    (2021, "0.00", "0.00"),
    (2022, "0.00", "0.50"),
    (2023, "2.50", "3.50"),
    (2024, "4.00", "4.00"),
    (2025, "3.00", "2.00"),
    (2026, "2.00", "2.00"),
)

# The source where an announcement in Svensk författningssamling is known.
_ANNOUNCED_IN = {
    date(2022, 7, 1): "SFS 2022:1339",
    date(2023, 1, 1): "SFS 2023:1",
    date(2023, 7, 1): "SFS 2023:509",
    date(2024, 1, 1): "SFS 2023:954",
    date(2024, 7, 1): "SFS 2024:613",
    date(2025, 1, 1): "SFS 2024:1373",
    date(2025, 7, 1): "SFS 2025:809",
    date(2026, 1, 1): "SFS 2025:1582",
}

REFERENCE_RATES: tuple[ReferenceRate, ...] = tuple(
    ReferenceRate(begins, Decimal(rate), _ANNOUNCED_IN.get(begins, RIKSBANK))
    for year, first, second in _ROWS
    for begins, rate in ((date(year, 1, 1), first), (date(year, 7, 1), second))
    if rate is not None
)

_BEGINNINGS = [row.begins for row in REFERENCE_RATES]

FIRST_DAY = _BEGINNINGS[0]
FIRST_UNPUBLISHED_DAY = months_after(_BEGINNINGS[-1], 6)
"""From this day on the last rate holds provisionally, until its half-year is published."""


def rate_on(day: date) -> tuple[Decimal, bool]:
    """The reference rate in percent on a day, and whether it is provisional.

    Past the last published half-year the last rate holds provisionally. Before July 2002, when interest followed the
    discount rate, the first one is used, provisionally too: such debts are long since barred.

    >>> rate_on(date(2024, 12, 31)), rate_on(date(2002, 6, 30))
    ((Decimal('4.00'), False), (Decimal('4.50'), True))
    """
    at = bisect_right(_BEGINNINGS, day) - 1
    if at < 0:
        return REFERENCE_RATES[0].rate_percent, True
    return REFERENCE_RATES[at].rate_percent, day >= FIRST_UNPUBLISHED_DAY


@lru_cache(maxsize=1)
def days_of_change() -> tuple[date, ...]:
    """The first day of each new rate, and the first day on which the rate is provisional no more or again."""
    rates = [rate.rate_percent for rate in REFERENCE_RATES]
    changes = [
        row.begins for row, before in zip(REFERENCE_RATES[1:], rates, strict=False) if row.rate_percent != before
    ]
    return (FIRST_DAY, *changes, FIRST_UNPUBLISHED_DAY)
