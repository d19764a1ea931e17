"""Interest: simple, on capital, actual days over 365, split where the rate changes, rounded once a stretch.

A period runs *from* a day *to* a day. The first of them carries no interest, the last does, so its days are
`to - from`: a debt due on the 1st and paid on the 31st carries thirty days. Everything is exact until it is rounded;
how a rounded sum is shared among its pieces is `InterestAccrual`. See docs/rules/interest.md.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from fordran.domain.days import ONE_DAY
from fordran.domain.house_rules import rule_changes, rule_on
from fordran.domain.law.deadlines import term_changes, term_on
from fordran.domain.law.reference_rates import ReferenceRate, days_of_change, rate_on
from fordran.domain.money import half_up


@dataclass(frozen=True, slots=True)
class CaseInterestRate:
    """A case's rate: the reference rate and the law's points above it, or one that was agreed."""

    agreed_percent: Decimal | None = None
    is_capped: bool = False
    """Whether it is a consumer's credit, whose rate the law caps: konsumentkreditlag (2010:1846) 19 a §."""
    added: tuple[ReferenceRate, ...] = ()
    """Reference rates that an operator added to those of this version."""

    @property
    def law(self) -> str:
        """Where the rate comes from; an agreed one may take the statutory one's place, 1 § andra stycket."""
        return "räntelag (1975:635) 6 §" if self.agreed_percent is None else "räntelag (1975:635) 1 §, avtalad ränta"

    def on(self, day: date) -> tuple[Decimal, bool]:
        """The rate in percent a year on a day, and whether it is provisional."""
        if self.agreed_percent is not None and not self.is_capped:
            return self.agreed_percent, False
        reference, provisional = rate_on(day, self.added)
        if self.agreed_percent is not None:
            most = reference + term_on("credit_points_above_reference_rate", day)
            return (most, provisional) if self.agreed_percent > most else (self.agreed_percent, False)
        return reference + term_on("points_above_reference_rate", day), provisional

    def days_of_change(self) -> tuple[date, ...]:
        """The first days of new rates, and of years that are reckoned otherwise."""
        of_years = rule_changes("days_in_a_year")
        if self.agreed_percent is not None and not self.is_capped:
            return of_years
        changes, others = days_of_change(self.added), (*term_changes("points_above_reference_rate"), *of_years)
        return tuple(sorted({*changes, *others})) if others else changes


REFERENCE_RATE = CaseInterestRate()


@dataclass(frozen=True, slots=True)
class InterestSpan:
    """Interest of a period in which neither rate nor capital changes."""

    from_date: date
    to_date: date
    base: int
    rate_percent: Decimal
    provisional: bool

    @property
    def days(self) -> int:
        """Days that carry interest."""
        return (self.to_date - self.from_date).days

    @property
    def exact(self) -> Fraction:
        """The interest in öre, unrounded."""
        numerator, denominator = self.rate_percent.as_integer_ratio()
        days_in_a_year = rule_on("days_in_a_year", self.to_date)
        return Fraction(self.base * numerator * self.days, denominator * 100 * days_in_a_year)


def pieces(base: int, from_date: date, to_date: date, rate: CaseInterestRate = REFERENCE_RATE) -> list[InterestSpan]:
    """The period's interest on a capital, a piece for each rate; none where the period has no day."""
    if from_date >= to_date:
        return []
    # A new rate holds from its first day, so the piece before it ends, and the new one counts from, the day before.
    next_day = from_date + ONE_DAY
    turns = [day - ONE_DAY for day in rate.days_of_change() if next_day < day <= to_date]
    found = []
    for end in (*turns, to_date):
        rate_percent, provisional = rate.on(end)
        found.append(InterestSpan(from_date, end, base, rate_percent, provisional))
        from_date = end
    return found


@dataclass(slots=True)
class InterestAccrual:
    """The interest since the last payment: exact inside, and booked part by part.

    Whatever was booked so far is always the exact sum so far rounded half up once.

    >>> stretch = InterestAccrual()
    >>> [stretch.book(Fraction(4, 10)) for _ in range(3)]
    [0, 1, 0]
    """

    exact: Fraction = Fraction(0)
    booked: int = 0

    def book(self, part: Fraction) -> int:
        """Add an exact part, and return the whole öre that it makes the stretch grow by."""
        self.exact += part
        grown = half_up(self.exact) - self.booked
        self.booked += grown
        return grown


def interest(base: int, from_date: date, to_date: date, rate: CaseInterestRate = REFERENCE_RATE) -> int:
    """The interest of one stretch in öre: exact, and rounded half up once.

    >>> interest(10_000_00, date(2024, 12, 1), date(2025, 2, 1))
    19507
    """
    return half_up(sum((piece.exact for piece in pieces(base, from_date, to_date, rate)), Fraction(0)))
