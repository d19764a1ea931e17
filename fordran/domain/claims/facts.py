"""The dated facts of a case and the terms they are judged by: all that what is owed depends on.

A fact carries the id of the record that it represents. Facts are taken in an order of their own (`in_order`), never
in that of their arrival: by day, within a day capital, fees, credits, waivers, payments, steps, letters, closings, and
within a kind by what they say. Ids come last, where they can only tell facts apart that are otherwise the same.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal, TypeAlias, TypeVar

from fordran.domain.claims.interest import CaseInterestRate
from fordran.domain.claims.particulars import NO_PARTICULARS, Particulars
from fordran.domain.days import banking_days_before
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.kinds.claim_kinds import CLAIM_KINDS
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.law.deadlines import CREDIT_CAPS_BEGIN
from fordran.domain.law.law import LAW, Law
from fordran.domain.law.payment_order import PaymentOrderRow

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
    arose: dt.date = dt.date.min
    """The day on which the debt arose: the invoice date, unless the registration states another."""
    reference_rate: bool = True
    rate_percent: Decimal | None = None
    is_business: bool = False
    write_off_below: int | None = None
    """The setting of the case; None if the law's row of the day decides."""
    law: Law = LAW
    particulars: Particulars = NO_PARTICULARS

    @property
    def bears_late_payment_fee(self) -> bool:
        """Whether the debtor may owe the late-payment fee: lag (1981:739) 4 a §."""
        return self.is_business and self.particulars.bears_late_payment_fee

    @property
    def late_payment_fee_from(self) -> dt.date | None:
        """The first day on which the late-payment fee is owed; None if it never is. Older cases have no first day."""
        if not self.particulars.bears_late_payment_fee:
            return None
        return self.interest_from + dt.timedelta(1) if self.particulars.has_rules else dt.date.min

    def rest_below(self, day: dt.date) -> int:
        """A rest of less than this is written off on a day."""
        return self.law.row("write_off_below", day).most if self.write_off_below is None else self.write_off_below

    def law_of_rest(self, day: dt.date) -> str:
        """The row by which a rest is written off on a day, if an operator added it; else nothing, since no law asks for it."""
        row = self.law.row("write_off_below", day)
        return row.law if self.write_off_below is None and row in self.law.fees else ""

    @property
    def interest_rate(self) -> CaseInterestRate:
        """The rate that remaining capital carries."""
        if self.reference_rate:
            return CaseInterestRate(added=self.law.rates)
        is_capped = self.is_capped_credit
        return CaseInterestRate(self.rate_percent or Decimal(0), is_capped, self.law.rates if is_capped else ())

    def order_of_payment(self, day: dt.date) -> PaymentOrderRow:
        """The order in which a payment of a day covers what is owed."""
        return self.law.order_of_payment(self.particulars.claim_kind, day, is_consumer=not self.is_business)

    @property
    def is_capped_credit(self) -> bool:
        """Whether interest and costs are capped: a consumer's credit, konsumentkreditlag (2010:1846) 19 a–c §§."""
        of = self.particulars
        is_credit = of.has_rules and (of.claim_kind == "loan" or of.consumer_credit)
        return is_credit and not self.is_business and self.arose >= CREDIT_CAPS_BEGIN


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
    allow it for a letter that was sent. Its day stays one on which interest is booked. The costs of an application are
    reversed on the day on which it ends without an order: lag (1990:746) 46 §. They were owed until then.

    A fee of the enforcement authority is an outlay: the operator pays it, whatever becomes of the fee.
    """

    id: str
    date: dt.date
    article: FeeArticle
    amount: int
    by_creditor: bool = False
    withdrawn_on: dt.date | None = None
    reversed_on: dt.date | None = None
    outlay: int | None = None
    """Of the authority's own fee: the amount that the operator pays for the creditor. Older versions did not say."""


@dataclass(frozen=True, slots=True)
class Credit:
    """The creditor lowers the capital, on the day it is made; it takes effect no later than the due date.

    One by an `order` that awarded less than was asked for takes effect on the day of the application, `counts_from`. One that the
    creditor has reversed counts until that day; from it on it is as if it had never come.
    """

    id: str
    date: dt.date
    amount: int
    counts_from: dt.date | None = None
    order: str | None = None
    """The application whose order did not award it."""
    reversed_on: dt.date | None = None


WaivedComponent: TypeAlias = Literal["interest", "costs"]
"""The components of a debt that can be waived. Capital is credited."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """The creditor gives up interest or costs: räntelag (1975:635) 8 §. They count as waived before any payment.

    It is of what was added from `begins` to `until`, both included: by default of all up to the day it is made. It takes at most
    `amount`, or everything; of costs one article, or each.
    """

    id: str
    date: dt.date
    component: WaivedComponent
    article: FeeArticle | None = None
    amount: int | None = None
    begins: dt.date | None = None
    until: dt.date | None = None
    order: str | None = None
    """The application whose order did not award it."""

    @property
    def last_day(self) -> dt.date:
        """The last day of what it is of."""
        return self.until or self.date

    def is_of(self, component: str, article: str, day: dt.date) -> bool:
        """Whether it is of something that was added on a day."""
        is_same = self.component == component and self.article in (None, article)
        return is_same and (self.begins or dt.date.min) <= day <= self.last_day


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
    ordered_on: dt.date | None = None
    """The day on which the payer's bank had the order, where that is known."""
    earmark: Literal["capital"] | None = None
    """The part of the debt that the payer pays for; the rest of the money goes the usual way."""


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
    disputed: int | None = None
    """The capital that it left out, since the debtor objects to it. Paying the letter settles the rest alone."""


@dataclass(frozen=True, slots=True)
class Closing:
    """A cancellation by the creditor or another closing by decision: whatever remains is booked off.

    A cancellation that the creditor has reversed counts until that day.
    """

    id: str
    date: dt.date
    reason: CloseReason = "cancelled"
    reversed_on: dt.date | None = None


Fact: TypeAlias = Capital | Fee | Credit | Waiver | PaymentFact | StepFact | LetterLeft | Closing

AnyFact = TypeVar("AnyFact", bound=Fact)

_RANK: dict[type[object], int] = {
    kind: rank for rank, kind in enumerate((Capital, Fee, Credit, Waiver, PaymentFact, StepFact, LetterLeft, Closing))
}


def _content(fact: Fact) -> tuple[int | str, ...]:
    """The sort key of facts of one kind on one day: what they say, then what else is dated in them."""
    match fact:
        case Capital():
            return (fact.amount,)
        case Credit():
            return (fact.amount, _number(fact.counts_from), fact.order is not None, _number(fact.reversed_on))
        case Fee():
            # The late-payment fee goes first, for others to be absorbed by it; the creditor's claim came before ours.
            ends = (_number(fact.withdrawn_on), _number(fact.reversed_on), fact.outlay or 0)
            return (fact.article != "late_payment_fee", not fact.by_creditor, fact.article, fact.amount, *ends)
        case Waiver():
            days = (_number(fact.begins), fact.last_day.toordinal())
            return (fact.component, fact.article or "", fact.amount or 0, *days, fact.order is not None)
        case PaymentFact():
            # Payments to the creditor are used first, so that an excess is money that we hold and can give back.
            return (
                fact.reached_us,
                fact.amount,
                fact.earmark or "",
                _number(fact.ordered_on),
                _number(fact.recalled_on),
            )
        case LetterLeft():
            return (fact.pay_by.toordinal(), fact.asked, fact.disputed or 0, len(fact.knew))
        case Closing():
            return (fact.reason, _number(fact.reversed_on))
    return ()


def _number(day: dt.date | None) -> int:
    return 0 if day is None else day.toordinal()


def in_order(facts: Iterable[AnyFact]) -> list[AnyFact]:
    """The facts in the one order in which they count."""
    return sorted(facts, key=lambda fact: (fact.date, _RANK[type(fact)], _content(fact), fact.id))


def paid_when_ordered(facts: Iterable[Fact], terms: ClaimTerms) -> list[Fact]:
    """The facts, with payments of rent on the day on which the bank had the order: jordabalken 12 kap. 20 §.

    Where that is not known, a payment was ordered two banking days before its bank date.
    """
    of = terms.particulars
    if not of.has_rules or not CLAIM_KINDS[of.claim_kind].paid_when_ordered:
        return list(facts)
    return [
        replace(
            fact,
            date=fact.ordered_on or banking_days_before(fact.date, rule_on("order_before_bank_days", of.rules_day)),
        )
        if isinstance(fact, PaymentFact)
        else fact
        for fact in facts
    ]


def known(facts: Iterable[Fact], at: dt.date) -> list[Fact]:
    """The facts that are dated up to a day, in order, without the payments recalled and the creditings reversed by then.

    What a letter had taken off for a payment that was recalled since, it would have asked for: it asks for so much more. What it
    did not ask for because of a crediting, it does not ask for later: the debtor may rely on it.
    """
    dated = [fact for fact in facts if fact.date <= at]
    gone = {fact.id: fact for fact in dated if (taken_back_on(fact) or dt.date.max) <= at}
    recalled = {fact.id: fact.amount for fact in gone.values() if isinstance(fact, PaymentFact)}
    there = (fact for fact in dated if fact.id not in gone)
    return in_order(_asking_for_recalled(fact, recalled) for fact in there)


def taken_back_on(fact: Fact) -> dt.date | None:
    """The day from which a payment, crediting or cancellation counts as if it had never come."""
    match fact:
        case PaymentFact():
            return fact.recalled_on
        case Credit() | Closing():
            return fact.reversed_on
    return None


def counting(facts: Iterable[Fact], terms: ClaimTerms, at: dt.date) -> list[Fact]:
    """The facts that count on a day: those dated up to it, and the later credits and waivers that lower the debt by then."""
    those = list(facts)
    later = [
        fact
        for fact in those
        if fact.date > at and (isinstance(fact, Waiver) or (isinstance(fact, Credit) and _lowers_by(fact, terms, at)))
    ]
    return in_order([*known(those, at), *later])


def _lowers_by(credit: Credit, terms: ClaimTerms, at: dt.date) -> bool:
    return credit.reversed_on is None and lowers_from(credit, terms) <= at


def lowers_from(credit: Credit, terms: ClaimTerms) -> dt.date:
    """The day from which a credit lowers the capital: the due date, or the day on which it is made if that is earlier."""
    if credit.counts_from is not None:
        return credit.counts_from
    if not rule_on("credit_counts_from_due_date", credit.date):
        return credit.date
    return min(credit.date, terms.due_date)


def _asking_for_recalled(fact: Fact, recalled: Mapping[str, int]) -> Fact:
    if not recalled or not isinstance(fact, LetterLeft):
        return fact
    return replace(fact, asked=fact.asked + sum(recalled.get(payment, 0) for payment in fact.knew))
