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

FIRST_DAY = REFERENCE_RATES[0].begins
FIRST_UNPUBLISHED_DAY = months_after(REFERENCE_RATES[-1].begins, 6)
"""From this day on the last rate of this version holds provisionally, until its half-year is published."""


@dataclass(frozen=True, slots=True)
class _RateTable:
    """Rates in the order of their days, and from which day each holds provisionally, since the next one is missing."""

    beginnings: tuple[date, ...]
    percents: tuple[Decimal, ...]
    ends: tuple[date, ...]


@lru_cache(maxsize=64)
def _table(added: tuple[ReferenceRate, ...]) -> _RateTable:
    """The rates of this version and those that were added, which take the place of those of the same day."""
    rows = sorted({row.begins: row for row in (*REFERENCE_RATES, *added)}.values(), key=lambda row: row.begins)
    ends = tuple(months_after(row.begins, 6) for row in rows)
    return _RateTable(tuple(row.begins for row in rows), tuple(row.rate_percent for row in rows), ends)


def rate_on(day: date, added: tuple[ReferenceRate, ...] = ()) -> tuple[Decimal, bool]:
    """The reference rate in percent on a day, and whether it is provisional.

    In a half-year that is not published the last rate holds provisionally. Before July 2002, when interest followed the
    discount rate, the first one is used, provisionally too: such debts are long since barred.

    >>> rate_on(date(2024, 12, 31)), rate_on(date(2002, 6, 30))
    ((Decimal('4.00'), False), (Decimal('4.50'), True))
    """
    table = _table(added)
    at = bisect_right(table.beginnings, day) - 1
    if at < 0:
        return table.percents[0], True
    return table.percents[at], day >= table.ends[at]


def is_published(begins: date, added: tuple[ReferenceRate, ...] = ()) -> bool:
    """Whether the half-year that begins on a day has a rate of its own."""
    return begins in _table(added).beginnings


@lru_cache(maxsize=64)
def days_of_change(added: tuple[ReferenceRate, ...] = ()) -> tuple[date, ...]:
    """The first day of each new rate, and the first day on which the rate is provisional no more or again."""
    table = _table(added)
    days = sorted({*table.beginnings, *table.ends})
    answers = [rate_on(day, added) for day in days]
    turned = [day for day, now, before in zip(days[1:], answers[1:], answers, strict=False) if now != before]
    return (days[0], *turned)
