"""The debt: the pure function from a case's dated facts to its entries and balance.

`statement` replays the facts in their own order, so that the same facts give the same balance however they arrived.
`booked` is the statement on the day of the last fact, which is what a case document shows; a later day adds the
interest accrued since. An earlier day takes the facts up to then, and the later credits and waivers, which lower
what was owed before. The rule, with worked tables, is in docs/rules/what-is-owed.md; the replay itself is in replay.py.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from fordran.domain.claims.entries import COMPONENTS, KINDS, Component, LedgerEntry
from fordran.domain.claims.facts import (
    ClaimTerms,
    Credit,
    Fact,
    Fee,
    PaymentFact,
    Waiver,
    counting,
    paid_when_ordered,
    taken_back_on,
)
from fordran.domain.claims.replay import Replayed, replay
from fordran.domain.kinds.close_reasons import CloseReason


@dataclass(frozen=True, slots=True)
class ComponentBalance:
    """The amounts added to and taken from one component of a debt, all positive."""

    added: int = 0
    settled: int = 0
    credited: int = 0
    waived: int = 0
    written_off: int = 0

    @property
    def remaining(self) -> int:
        """The amount still owed."""
        return self.added - self.settled - self.credited - self.waived - self.written_off


@dataclass(frozen=True, slots=True)
class PaymentOutcome:
    """The outcome of a payment. An unused part is a refund if it reached us."""

    amount: int
    settled: int
    reached_us: bool

    @property
    def unused(self) -> int:
        """The amount beyond the debt."""
        return self.amount - self.settled

    @property
    def refund(self) -> int:
        """The amount that we owe the payer."""
        return self.unused if self.reached_us else 0


@dataclass(frozen=True, slots=True)
class CreditOutcome:
    """The outcome of a credit: it cannot take capital below zero, and the excess is not used."""

    amount: int
    used: int

    @property
    def unused(self) -> int:
        """The amount beyond the capital."""
        return self.amount - self.used


@dataclass(frozen=True, slots=True)
class Closed:
    """A case is closed from a day, for a reason."""

    date: dt.date
    reason: CloseReason


@dataclass(frozen=True, slots=True)
class DebtStatement:
    """Every öre of a case on a day: the lines, what they sum to, and what became of payments and credits."""

    at: dt.date
    lines: tuple[LedgerEntry, ...]
    capital: ComponentBalance
    interest: ComponentBalance
    costs: ComponentBalance
    payments: Mapping[str, PaymentOutcome]
    credits: Mapping[str, CreditOutcome]
    closed: Closed | None

    @property
    def remaining(self) -> int:
        """All that is owed."""
        return self.capital.remaining + self.interest.remaining + self.costs.remaining

    @property
    def refund(self) -> int:
        """All that we owe the payers."""
        return sum(payment.refund for payment in self.payments.values())

    @property
    def provisional(self) -> bool:
        """Whether some interest rests on a reference rate that was not yet published."""
        return any(line.provisional for line in self.lines)

    def totals(self) -> dict[str, int]:
        """The amounts in öre under the names that the case gives them; `transaction` is all components together."""
        found = {}
        both: tuple[Literal["added"], Literal["remaining"]] = ("added", "remaining")
        for what in both:
            for component in COMPONENTS:
                found[f"total_{what}_{component}_amount"] = _amount(self, component, what)
            found[f"total_{what}_transaction_amount"] = sum(_amount(self, one, what) for one in COMPONENTS)
        return found


def _amount(of: DebtStatement, component: Component, what: Literal["added", "remaining"]) -> int:
    balance: ComponentBalance = getattr(of, component)
    return balance.added if what == "added" else balance.remaining


def statement(facts: Iterable[Fact], terms: ClaimTerms, at: dt.date) -> DebtStatement:
    """The debt at the end of a day, with every line."""
    facts = paid_when_ordered(facts, terms)
    now = counting(facts, terms, at)
    replayed = replay(facts, terms, at)
    settled = _taken(replayed.entries, "settled")
    credited = _taken(replayed.entries, "credited")
    return DebtStatement(
        at=at,
        lines=replayed.entries,
        capital=_balance(replayed.entries, "capital"),
        interest=_balance(replayed.entries, "interest"),
        costs=_balance(replayed.entries, "costs"),
        payments=MappingProxyType(
            {
                fact.id: PaymentOutcome(fact.amount, settled.get(fact.id, 0), fact.reached_us)
                for fact in now
                if isinstance(fact, PaymentFact)
            }
        ),
        credits=MappingProxyType(
            {fact.id: CreditOutcome(fact.amount, credited.get(fact.id, 0)) for fact in now if isinstance(fact, Credit)}
        ),
        closed=_closed(facts, terms, at, replayed),
    )


def booked(facts: Iterable[Fact], terms: ClaimTerms) -> DebtStatement:
    """The statement that a case document shows: that of the day of the last fact, or on which one was taken back."""
    facts = paid_when_ordered(facts, terms)
    days = [fact.date for fact in facts]
    days += [day for day in map(taken_back_on, facts) if day is not None]
    days += [fact.reversed_on for fact in facts if isinstance(fact, Fee) and fact.reversed_on is not None]
    return statement(facts, terms, max(days, default=terms.due_date))


def _taken(entries: Iterable[LedgerEntry], kind: Literal["settled", "credited"]) -> dict[str, int]:
    taken: dict[str, int] = {}
    for entry in entries:
        if entry.kind == kind:
            taken[entry.fact] = taken.get(entry.fact, 0) - entry.amount
    return taken


def _balance(entries: Iterable[LedgerEntry], component: Component) -> ComponentBalance:
    sums = dict.fromkeys(KINDS, 0)
    for entry in entries:
        if entry.component == component:
            sums[entry.kind] += abs(entry.amount)
    return ComponentBalance(**sums)


def _closed(facts: list[Fact], terms: ClaimTerms, at: dt.date, replayed: Replayed) -> Closed | None:
    """When and why the case closed: on the first day on which what was dated up to then closed it.

    A credit or waiver counts earlier but closes nothing before it is made. So where one was made after the replayed
    closing, the days of the facts from then on are asked in turn; a case that was paid stays so when credited later.
    """
    if replayed.closed_on is None or replayed.close_reason is None:
        return None
    is_later = any(
        isinstance(fact, Credit | Waiver) and fact.date > replayed.closed_on for fact in counting(facts, terms, at)
    )
    if replayed.closed_on <= at and not is_later:
        return Closed(replayed.closed_on, replayed.close_reason)
    since = replayed.closed_on if replayed.closed_on <= at else dt.date.min
    for day in sorted({since, *(fact.date for fact in facts if since < fact.date <= at)}):
        then = replay([fact for fact in facts if fact.date <= day], terms, day)
        if then.close_reason is not None:
            return Closed(day, then.close_reason)
    return None
