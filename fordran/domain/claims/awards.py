"""Orders that award less than was asked for: the parts that are no longer claimed. The page is docs/rules/enforcement.md."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fordran.domain.claims.facts import ClaimTerms, Fact, PaymentFact
from fordran.domain.claims.statement import statement
from fordran.domain.days import days_after


@dataclass(frozen=True, slots=True)
class ClaimParts:
    """The parts of a claim, in öre."""

    capital: int
    interest: int
    costs: int


def claimed_parts(facts: Iterable[Fact], terms: ClaimTerms, asked: dt.date, ordered: dt.date) -> ClaimParts:
    """A claim as an order judges it: interest up to the day of the application, `asked`, capital and costs on its own day.

    Lag (1990:746) 11 §: the application states the interest up to its day, and from which day it goes on.
    """
    known = list(facts)
    on_order = statement(known, terms, ordered)
    interest = statement(known, terms, asked).interest.remaining
    return ClaimParts(on_order.capital.remaining, interest, on_order.costs.remaining)


def not_awarded(claimed: Sequence[ClaimParts], awarded: ClaimParts) -> list[ClaimParts]:
    """The parts of each claim that an order did not award: lag (1990:746) 42 §.

    An order that awards less than all claims awards them in turn, the one that was due first at the head.

    >>> not_awarded([ClaimParts(100, 5, 860), ClaimParts(50, 2, 0)], ClaimParts(120, 7, 860))
    [ClaimParts(capital=0, interest=0, costs=0), ClaimParts(capital=30, interest=0, costs=0)]
    """
    capital = _rests([one.capital for one in claimed], awarded.capital)
    interest = _rests([one.interest for one in claimed], awarded.interest)
    costs = _rests([one.costs for one in claimed], awarded.costs)
    return [ClaimParts(*parts) for parts in zip(capital, interest, costs, strict=True)]


def _rests(claimed: Iterable[int], awarded: int) -> list[int]:
    rests = []
    for amount in claimed:
        covered = min(amount, awarded)
        awarded -= covered
        rests.append(amount - covered)
    return rests


def unpaid_interest_begins(facts: Iterable[Fact], terms: ClaimTerms, asked: dt.date, amount: int) -> dt.date | None:
    """The first day of the interest of which an amount was not awarded, so that it is of what nobody paid.

    That is the day after the last payment, unless less has accrued since; then it is any interest, None.
    """
    known = list(facts)
    paid = [fact.date for fact in known if isinstance(fact, PaymentFact) and fact.date <= asked]
    if not paid:
        return None
    lines = statement(known, terms, asked).lines
    added = [line for line in lines if line.component == "interest" and line.kind == "added"]
    since = sum(line.amount for line in added if line.date > max(paid))
    return days_after(max(paid), 1) if since >= amount else None
