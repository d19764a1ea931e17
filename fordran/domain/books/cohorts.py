"""Cohorts: claims that were registered in one month, and how much of them had been recovered after so many days."""

import calendar
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from fordran.domain.money import half_up

AFTER_DAYS = (0, 30, 60, 90, 180, 360)
"""Days after the registration of each claim."""


@dataclass(slots=True)
class Cohort:
    """The claims of a month. Amounts are öre of capital."""

    month: date
    """Its first day."""
    cases: int = 0
    registered: int = 0
    recovered: Counter[int] = field(default_factory=Counter)
    """The amount paid, by the first index of `AFTER_DAYS` that counts it; later payments have the index after the last."""

    @property
    def last_day(self) -> date:
        """The last day on which a claim of it can have been registered."""
        return self.month.replace(day=calendar.monthrange(self.month.year, self.month.month)[1])

    def pay(self, days: int, amount: int) -> None:
        """Count what was paid so many days after a claim was registered; less than nothing where it turned out otherwise."""
        self.recovered[place_after(days)] += amount

    def curve(self, at: date) -> tuple[Decimal | None, ...]:
        """The share in percent after each number of days; None where not every claim of the month is so old by that day.

        A share of claims of which some have not had the time would grow afterwards by itself, and say nothing.
        """
        shares: list[Decimal | None] = []
        recovered = 0
        for place, days in enumerate(AFTER_DAYS):
            recovered += self.recovered[place]
            is_over = self.last_day + timedelta(days=days) <= at
            shares.append(percent(recovered, self.registered) if is_over else None)
        return tuple(shares)


def place_after(days: int) -> int:
    """The first place in `AFTER_DAYS` that counts what was paid so many days after the registration.

    >>> place_after(-3), place_after(0), place_after(1), place_after(30), place_after(31), place_after(999)
    (0, 0, 1, 1, 2, 6)
    """
    return bisect_left(AFTER_DAYS, days)


def percent(part: int, whole: int) -> Decimal:
    """The share in percent with one decimal, a half up; of nothing it is nothing.

    >>> percent(1, 8), percent(1, 2000), percent(0, 0)
    (Decimal('12.5'), Decimal('0.1'), Decimal('0.0'))
    """
    if not whole:
        return Decimal("0.0")
    return Decimal(half_up(Fraction(1000 * part, whole))).scaleb(-1)
