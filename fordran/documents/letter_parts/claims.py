"""A claim in a letter: the debt, what it is for, and its statement, from which every printed amount is taken."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeAlias

from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.claims.facts import ClaimTerms
from fordran.domain.claims.statement import DebtStatement
from fordran.domain.days import ONE_DAY
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.articles import Article
from fordran.domain.money import half_up
from fordran.domain.numbers import case_number

CostName: TypeAlias = Article | Literal["application_fee", "application_work"]
"""The name of an amount: its article. The two fees of an application, which share one article, have their own names."""


OF_THE_AUTHORITY: frozenset[CostName] = frozenset({"application_fee", "application_work", "attachment"})
"""Costs of the authority and of applying to it."""


@dataclass(frozen=True, slots=True)
class InterestPeriod:
    """Days, both ends included, in which neither rate nor capital changed, and their interest."""

    first_day: date
    last_day: date
    days: int
    rate_percent: Decimal
    base: int
    amount: int


@dataclass(frozen=True, slots=True)
class RunningInterest:
    """The interest that capital continues to carry from a day; the daily amount is rounded for the reader."""

    from_day: date
    rate_percent: Decimal
    is_statutory: bool
    amount_per_day: int


@dataclass(frozen=True, slots=True)
class LetterClaim:
    """One debt, which is one case, with its statement on the day of the letter."""

    debt_description: str
    invoice_number: str
    invoice_date: date
    ocr_number: str
    terms: ClaimTerms
    statement: DebtStatement
    disputed: int = 0
    """The capital that the letter leaves out, since the debtor objects to it."""
    is_prolonged: bool = True
    """Whether a written demand restarts its limitation: not for a parking fee that was not sued for, lag (1984:318) 9 §."""

    @property
    def remaining(self) -> int:
        """All that is owed."""
        return self.statement.remaining

    @property
    def paid(self) -> int:
        """The amount paid and counted for it."""
        stated = self.statement
        return -sum(line.amount for line in stated.lines if line.kind == "settled")

    @property
    def case_number(self) -> str:
        """The number of its case, which its payment reference holds."""
        return case_number.of_ocr(self.ocr_number)

    def cost_names(self) -> dict[str, CostName]:
        """The name of each cost, by the fact that added it.

        Of an application's fees the authority's own comes first, and then what the work on it may cost.
        """
        names: dict[str, CostName] = {}
        applied: set[date] = set()
        for line in self.statement.lines:
            if line.component == "costs" and line.kind == "added" and line.fact not in names:
                names[line.fact] = line.article
                if line.type == "enforcement":
                    names[line.fact] = "application_work" if line.date in applied else "application_fee"
                    applied.add(line.date)
        return names

    def remaining_costs(self) -> dict[CostName, int]:
        """The rest of each cost, by name, in order of appearance; they add up to the costs owed."""
        left: dict[CostName, int] = defaultdict(int)
        names = self.cost_names()
        for line in self.statement.lines:
            if line.component == "costs":
                # A line that takes names the fee that it takes from, whatever the line itself is called.
                left[names[line.settles or line.fact]] += line.amount
        return {name: amount for name, amount in left.items() if amount}

    def added(self, article: Article) -> list[LedgerEntry]:
        """The lines that put an article, such as interest or a fee, on the debtor."""
        return [line for line in self.statement.lines if line.type == article and line.kind == "added"]

    def interest_periods(self) -> list[InterestPeriod]:
        """The interest that was added, period by period; together it is all interest that accrued.

        Letters and steps book what has accrued so far, so that one period can stand in several lines: those are joined
        where rate and capital are the same.
        """
        found: list[InterestPeriod] = []
        for period in map(_period, self.added("interest")):
            if found and _goes_on(found[-1], period):
                found[-1] = replace(
                    found[-1],
                    last_day=period.last_day,
                    days=found[-1].days + period.days,
                    amount=found[-1].amount + period.amount,
                )
            else:
                found.append(period)
        return found

    def running_interest(self) -> RunningInterest | None:
        """The interest of the remaining capital from the day after the statement; None if it carries none."""
        from_day = max(self.statement.at, self.terms.interest_from) + ONE_DAY
        rate_percent, _ = self.terms.interest_rate.on(from_day)
        capital = self.statement.capital.remaining
        if not capital or not rate_percent:
            return None
        a_day = half_up(Fraction(capital) * Fraction(rate_percent) / (100 * rule_on("days_in_a_year", from_day)))
        return RunningInterest(from_day, rate_percent, self.terms.reference_rate, a_day)


def total_costs(claims: Iterable[LetterClaim]) -> dict[CostName, int]:
    """The rest of each cost on all claims together, by name."""
    left: dict[CostName, int] = defaultdict(int)
    for claim in claims:
        for name, amount in claim.remaining_costs().items():
            left[name] += amount
    return dict(left)


def _period(line: LedgerEntry) -> InterestPeriod:
    assert line.first_day is not None
    assert line.to_date is not None
    assert line.days is not None
    assert line.rate_percent is not None
    assert line.base is not None
    # The day that an entry counts from carries no interest, and a reader takes both days of a period to be in it.
    return InterestPeriod(line.first_day, line.to_date, line.days, line.rate_percent, line.base, line.amount)


def _goes_on(before: InterestPeriod, after: InterestPeriod) -> bool:
    return (before.rate_percent, before.base, before.last_day + ONE_DAY) == (
        after.rate_percent,
        after.base,
        after.first_day,
    )
