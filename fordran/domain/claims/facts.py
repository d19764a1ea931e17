"""The dated facts of a case and the terms they are judged by: all that what is owed depends on.

A fact carries the id of the record that it represents. Facts are taken in an order of their own (`in_order`), never
in that of their arrival: by day, within a day capital, fees, credits, payments, steps, letters, closings, and within a kind by
what they say. Ids come last, where they can only tell facts apart that are otherwise the same.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal, TypeAlias, TypeVar

from fordran.domain.claims.interest import CaseInterestRate
from fordran.domain.claims.particulars import NO_PARTICULARS, Particulars
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.law.fees import LAW, Law

Origin: TypeAlias = Literal["creditor_system", "system", "bank"]
"""The source of a fact: the creditor's own system, this service, or the bank."""


@dataclass(frozen=True, slots=True)
class ClaimTerms:
    """The terms that a case's facts are judged by.

    Interest runs from the day after `interest_from`: the due date, or the invoice date and
    `interest_days_after_invoice_date`. The rate is the reference rate and eight points, or `rate_percent` where
    `reference_rate` is false; then no rate means no interest.
    """

    due_date: dt.date
    interest_from: dt.date
    reference_rate: bool = True
    rate_percent: Decimal | None = None
    is_business: bool = False
    write_off_below: int | None = None
    """The setting of the case; None if the law's row of the day decides."""
    law: Law = LAW
    particulars: Particulars = NO_PARTICULARS

    def rest_below(self, day: dt.date) -> int:
        """A rest of less than this is written off on a day."""
        return self.law.row("write_off_below", day).most if self.write_off_below is None else self.write_off_below

    def law_of_rest(self, day: dt.date) -> str:
        """The row by which a rest is written off on a day, where that is one on trial; else nothing, since no law asks for it."""
        row = self.law.row("write_off_below", day)
        return row.law if self.write_off_below is None and row in self.law.tried else ""

    @property
    def interest_rate(self) -> CaseInterestRate:
        """The rate that remaining capital carries."""
        return CaseInterestRate() if self.reference_rate else CaseInterestRate(self.rate_percent or Decimal(0))


@dataclass(frozen=True, slots=True)
class Capital:
    """The claim itself, on the day of its invoice."""

    id: str
    date: dt.date
    amount: int


@dataclass(frozen=True, slots=True)
class Fee:
    """A cost put on the debtor. One that the creditor had added is the creditor's money when paid, else it is ours.

    A fee whose letter turned out never to leave is withdrawn, and counts as never charged: lag (1981:739) 2 och 3 §§
    allow it for a letter that was sent. Its day stays one on which interest is booked.
    """

    id: str
    date: dt.date
    article: FeeArticle
    amount: int
    by_creditor: bool = False
    withdrawn_on: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Credit:
    """The creditor lowers the capital, on the day it is made; it takes effect no later than the due date."""

    id: str
    date: dt.date
    amount: int


@dataclass(frozen=True, slots=True)
class PaymentFact:
    """Money from the debtor, on its bank date. It reached us over our bank, or the creditor reported having got it.

    A payment that the bank recalled counts until that day; from it on it is as if it had never come.
    """

    id: str
    date: dt.date
    amount: int
    reached_us: bool
    recalled_on: dt.date | None = None


@dataclass(frozen=True, slots=True)
class StepFact:
    """A letter or step without a fee: nothing but a day up to which interest is booked."""

    id: str
    date: dt.date


@dataclass(frozen=True, slots=True)
class LetterLeft:
    """A letter that asked for all that was owed, on the day it left: a debtor who pays what it asks by its last day is free.

    `asked` is what it asks for this case, and `knew` are the payments that it had taken off, by their ids.
    """

    id: str
    date: dt.date
    pay_by: dt.date
    asked: int
    knew: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Closing:
    """A cancellation by the creditor or another closing by decision: whatever remains is booked off."""

    id: str
    date: dt.date
    reason: CloseReason = "cancelled"


Fact: TypeAlias = Capital | Fee | Credit | PaymentFact | StepFact | LetterLeft | Closing

AnyFact = TypeVar("AnyFact", bound=Fact)

_RANK: dict[type[object], int] = {Capital: 0, Fee: 1, Credit: 2, PaymentFact: 3, StepFact: 4, LetterLeft: 5, Closing: 6}


def _content(fact: Fact) -> tuple[int | str, ...]:
    """The sort key of facts of one kind on one day."""
    match fact:
        case Capital() | Credit():
            return (fact.amount,)
        case Fee():
            # The late-payment fee goes first, for others to be absorbed by it; the creditor's claim came before ours.
            return (fact.article != "late_payment_fee", not fact.by_creditor, fact.article, fact.amount)
        case PaymentFact():
            # Payments to the creditor are used first, so that an excess is money that we hold and can give back.
            return (fact.reached_us, fact.amount)
        case LetterLeft():
            return (fact.pay_by.toordinal(), fact.asked)
        case Closing():
            return (fact.reason,)
    return ()


def in_order(facts: Iterable[AnyFact]) -> list[AnyFact]:
    """The facts in the one order in which they count."""
    return sorted(facts, key=lambda fact: (fact.date, _RANK[type(fact)], _content(fact), fact.id))


def known(facts: Iterable[Fact], at: dt.date) -> list[Fact]:
    """The facts that are dated up to a day, in order, without the payments recalled by then.

    What a letter had taken off for a payment that was recalled since, it would have asked for: it asks for so much more.
    """
    dated = [fact for fact in facts if fact.date <= at]
    recalled = {
        fact.id: fact.amount
        for fact in dated
        if isinstance(fact, PaymentFact) and fact.recalled_on is not None and fact.recalled_on <= at
    }
    there = (fact for fact in dated if not (isinstance(fact, PaymentFact) and fact.id in recalled))
    return in_order(_asking_for_recalled(fact, recalled) for fact in there)


def _asking_for_recalled(fact: Fact, recalled: Mapping[str, int]) -> Fact:
    if not recalled or not isinstance(fact, LetterLeft):
        return fact
    return replace(fact, asked=fact.asked + sum(recalled.get(payment, 0) for payment in fact.knew))
