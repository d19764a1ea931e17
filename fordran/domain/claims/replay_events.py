"""Before the replay: the facts as events of their days, and what they decide beforehand."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from fordran.domain.claims.facts import (
    Capital,
    ClaimTerms,
    Closing,
    Credit,
    Fact,
    Fee,
    LetterLeft,
    PaymentFact,
    Waiver,
    lowers_from,
)
from fordran.domain.claims.fees import ChargedFee, chargeable
from fordran.domain.days import days_after
from fordran.domain.law.deadlines import term_on


@dataclass(frozen=True, slots=True)
class FeeReversal:
    """The day on which a fee is no longer owed."""

    fee: str


ReplayEvent: TypeAlias = Capital | ChargedFee | FeeReversal | Credit | PaymentFact | Closing


def from_first_notice(facts: Sequence[Fact], terms: ClaimTerms) -> ClaimTerms:
    """A consumer whose invoice did not mention interest owes it from the 30th day after the first letter that does.

    Räntelag (1975:635) 4 §. Every letter of ours that asks for payment mentions it.
    """
    if terms.particulars.interest_notice or terms.is_business:
        return terms
    first = next((fact.date for fact in facts if isinstance(fact, LetterLeft)), None)
    if first is None:
        return replace(terms, interest_from=dt.date.max)
    free_days = term_on("interest_without_agreed_due_date_days", first) - 1
    return replace(terms, interest_from=max(terms.interest_from, days_after(first, free_days)))


def wholly_credited_on(facts: Sequence[Fact]) -> dt.date | None:
    """The day on which credits had taken all capital of a case on which nothing was paid before it.

    Costs that an order awarded are owed, although it awarded no capital.
    """
    capital = sum(fact.amount for fact in facts if isinstance(fact, Capital))
    last_capital = max((fact.date for fact in facts if isinstance(fact, Capital)), default=dt.date.min)
    credited = 0
    for fact in facts:
        if isinstance(fact, PaymentFact):
            return None
        if isinstance(fact, Credit) and fact.order is None:
            credited += fact.amount
            if credited >= capital > 0:
                return max(fact.date, last_capital)
    return None


def days_of_credits(facts: Sequence[Fact]) -> frozenset[dt.date]:
    """The days on which credits and waivers were made, which is no earlier than the claim is there."""
    first = min(fact.date for fact in facts if isinstance(fact, Capital))
    return frozenset(max(fact.date, first) for fact in facts if isinstance(fact, Credit | Waiver))


def events_by_day(facts: Sequence[Fact], terms: ClaimTerms, at: dt.date) -> dict[dt.date, list[ReplayEvent]]:
    """The facts of each day that matters, in order. Each fact's own day matters, since interest is booked on it."""
    for_letters_that_left = (fact for fact in facts if isinstance(fact, Fee) and fact.withdrawn_on is None)
    charged = chargeable(
        for_letters_that_left,
        is_business=terms.bears_late_payment_fee,
        may_agree_reminder_fee=terms.particulars.may_agree_reminder_fee,
        law=terms.law,
    )
    fees = {charge.fee: charge for charge in charged}
    first = min(fact.date for fact in facts if isinstance(fact, Capital))
    days: dict[dt.date, list[ReplayEvent]] = {at: []}
    for fact in facts:
        # Money that came ahead of the claim waits for it, such as a payment before the invoice was made.
        day = max(fact.date, first)
        if day <= at or not isinstance(fact, Credit | Waiver):
            days.setdefault(day, [])
        match fact:
            case Waiver(component="interest"):
                # Interest is booked on the days between which it is waived.
                ends = [fact.last_day, *([days_after(fact.begins, -1)] if fact.begins else [])]
                days |= {end: days.get(end, []) for end in ends if first < end <= at}
            case Fee(withdrawn_on=None):
                days[day].append(fees[fact])
                if fact.reversed_on is not None and fact.reversed_on <= at:
                    days.setdefault(max(fact.reversed_on, day), []).append(FeeReversal(fact.id))
            case Credit():
                days.setdefault(max(lowers_from(fact, terms), first), []).append(fact)
            case Capital() | PaymentFact() | Closing():
                days[day].append(fact)
    return {day: sorted(days[day], key=_turn) for day in sorted(days)}


def _turn(event: ReplayEvent) -> int:
    """Within a day; sorting is stable, so facts of a kind keep the order they have."""
    return (Capital, ChargedFee, FeeReversal, Credit, PaymentFact, Closing).index(type(event))
