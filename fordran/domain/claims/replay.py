"""The replay under a statement: one pass over the days on which something happens.

On each day, first the interest up to and with it; then capital, fees, credits, payments and closings, in that order;
then whether a letter is paid by it (paid_letters.py), and, after a payment or a crediting, whether what is left is so
little that it is written off, or all is covered.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from fordran.domain.claims.entries import Component, EntryKind, LedgerEntry
from fordran.domain.claims.facts import Capital, ClaimTerms, Closing, Credit, Fact, Fee, LetterLeft, PaymentFact
from fordran.domain.claims.fees import ChargedFee, chargeable
from fordran.domain.claims.interest import InterestAccrual, pieces
from fordran.domain.claims.paid_letters import paid_letters
from fordran.domain.days import days_after
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.articles import ARTICLES, Article
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.law.deadlines import term_on

ALLOCATION_LAW = "handelsbalken 9 kap. 5 §, utsökningsbalken 13 kap. 13 §"
CREDIT_LAW = "mervärdesskattelag (2023:200) 17 kap. 22 §"

_OF_AUTHORITY = frozenset(code for code, article in ARTICLES.items() if article.of_authority)

ReplayEvent: TypeAlias = Capital | ChargedFee | Credit | PaymentFact | Closing


@dataclass(frozen=True, slots=True)
class Replayed:
    """The entries in order, and where the replay found the case closed."""

    entries: tuple[LedgerEntry, ...]
    closed_on: dt.date | None
    close_reason: CloseReason | None


@dataclass(slots=True)
class _Owed:
    """Something put on the debtor, and what is left of it."""

    fact: str
    type: Article
    component: Component
    date: dt.date
    left: int
    by_creditor: bool = False

    @property
    def turn(self) -> tuple[int, dt.date]:
        """Its turn to be covered: enforcement costs, other costs, interest, capital, each oldest first."""
        if self.component == "costs":
            return (0 if ARTICLES[self.type].of_authority else 1), self.date
        return (2 if self.component == "interest" else 3), self.date


def replay(facts: Sequence[Fact], terms: ClaimTerms, at: dt.date) -> Replayed:
    """Replay facts that are known on a day and in order, to the end of that day."""
    if not any(isinstance(fact, Capital) for fact in facts):
        return Replayed((), None, None)
    terms = _from_first_notice(facts, terms)
    credited_on = _wholly_credited_on(facts)
    if credited_on is not None and rule_on("whole_credit_voids_costs", credited_on):
        return _credited_whole(facts, terms, credited_on)
    running = _Running(terms, paid_letters(facts), _days_of_credits(facts))
    for day, events in _days(facts, terms, at).items():
        running.live_through(day, events)
    return Replayed(tuple(running.entries), running.closed_on, running.close_reason)


def _from_first_notice(facts: Sequence[Fact], terms: ClaimTerms) -> ClaimTerms:
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


def _wholly_credited_on(facts: Sequence[Fact]) -> dt.date | None:
    """The day on which credits had taken all capital of a case on which nothing was paid before it."""
    capital = sum(fact.amount for fact in facts if isinstance(fact, Capital))
    last_capital = max((fact.date for fact in facts if isinstance(fact, Capital)), default=dt.date.min)
    credited = 0
    for fact in facts:
        if isinstance(fact, PaymentFact):
            return None
        if isinstance(fact, Credit):
            credited += fact.amount
            if credited >= capital > 0:
                return max(fact.date, last_capital)
    return None


def _credited_whole(facts: Sequence[Fact], terms: ClaimTerms, credited_on: dt.date) -> Replayed:
    """Nothing was owed after all: capital and its credits alone, without fees and interest."""
    running = _Running(terms)
    for day, events in _days(facts, terms, credited_on).items():
        for event in events:
            if isinstance(event, Capital):
                running.add_capital(event)
            elif isinstance(event, Credit):
                running.credit(event, day)
    closing = next((fact for fact in facts if isinstance(fact, Closing) and fact.date < credited_on), None)
    if closing is not None:
        return Replayed(tuple(running.entries), closing.date, closing.reason)
    return Replayed(tuple(running.entries), credited_on, "credited")


def _days_of_credits(facts: Sequence[Fact]) -> frozenset[dt.date]:
    """The days on which credits were made, which is no earlier than the claim is there."""
    first = min(fact.date for fact in facts if isinstance(fact, Capital))
    return frozenset(max(fact.date, first) for fact in facts if isinstance(fact, Credit))


def _days(facts: Sequence[Fact], terms: ClaimTerms, at: dt.date) -> dict[dt.date, list[ReplayEvent]]:
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
        days.setdefault(day, [])
        match fact:
            case Fee(withdrawn_on=None):
                days[day].append(fees[fact])
            case Credit() if rule_on("credit_counts_from_due_date", fact.date):
                # From the due date, or from the day it is made where that is earlier.
                days.setdefault(max(min(day, terms.due_date), first), []).append(fact)
            case Capital() | Credit() | PaymentFact() | Closing():
                days[day].append(fact)
    return {day: sorted(days[day], key=_turn) for day in sorted(days)}


def _turn(event: ReplayEvent) -> int:
    """Within a day; sorting is stable, so facts of a kind keep the order they have."""
    return (Capital, ChargedFee, Credit, PaymentFact, Closing).index(type(event))


@dataclass(slots=True)
class _Running:
    """A case on its way through the days."""

    terms: ClaimTerms
    paid_letters: Mapping[dt.date, LetterLeft] = field(default_factory=dict)
    credit_days: frozenset[dt.date] = frozenset()
    entries: list[LedgerEntry] = field(default_factory=list)
    owed: list[_Owed] = field(default_factory=list)
    reached: dt.date | None = None
    stretch: InterestAccrual = field(default_factory=InterestAccrual)
    something_paid: bool = False
    closed_on: dt.date | None = None
    close_reason: CloseReason | None = None

    def live_through(self, day: dt.date, events: Sequence[ReplayEvent]) -> None:
        self.accrue(day)
        for event in events:
            match event:
                case Capital():
                    self.add_capital(event)
                case ChargedFee():
                    self.add_fee(event, day)
                case Credit():
                    self.credit(event, day)
                case PaymentFact():
                    self.pay(event, day)
                case Closing():
                    self.close(day, event.reason, event.id)
        if day in self.paid_letters:
            self.end_by_letter(day, self.paid_letters[day])
        is_measured = day in self.credit_days or any(isinstance(event, PaymentFact) for event in events)
        self.end_if_covered(day, self.terms.rest_below(day) if is_measured else 0)

    def left(self, component: Component | None = None) -> int:
        return sum(item.left for item in self.owed if component in (None, item.component))

    def accrue(self, day: dt.date) -> None:
        """Book the interest on the capital that stood since the last day, rounded with its whole stretch."""
        since = max(self.reached or day, self.terms.interest_from)
        self.reached = day
        base = self.left("capital")
        if not base:
            return
        bearer = next(item for item in self.owed if item.component == "capital")
        rate = self.terms.interest_rate
        for piece in pieces(base, since, day, rate):
            amount = self.within_credit(self.stretch.book(piece.exact))
            if not amount:
                continue
            self.put_interest(bearer.fact, day, amount)
            self.entries.append(
                LedgerEntry(
                    date=day,
                    type="interest",
                    amount=amount,
                    component="interest",
                    kind="added",
                    fact=bearer.fact,
                    law=rate.law,
                    days=piece.days,
                    rate_percent=piece.rate_percent,
                    base=base,
                    from_date=piece.from_date,
                    to_date=piece.to_date,
                    provisional=piece.provisional,
                )
            )

    def within_credit(self, amount: int) -> int:
        """The part of interest or a cost that a consumer's credit may still bear: no more than the credit in all.

        Konsumentkreditlag (2010:1846) 19 b §. The authority's costs are outside.
        """
        if not self.terms.is_capped_credit:
            return amount
        added = [entry for entry in self.entries if entry.kind == "added"]
        credit = sum(entry.amount for entry in added if entry.component == "capital")
        borne = sum(entry.amount for entry in added if entry.component != "capital" and entry.type not in _OF_AUTHORITY)
        return max(0, min(amount, credit - borne))

    def put_interest(self, bearer: str, day: dt.date, amount: int) -> None:
        item = next((item for item in self.owed if item.component == "interest"), None)
        if item is None:
            item = _Owed(bearer, "interest", "interest", day, 0)
            self.owed.append(item)
        item.left += amount

    def add_capital(self, fact: Capital) -> None:
        self.owed.append(_Owed(fact.id, "capital", "capital", fact.date, fact.amount))
        self.entries.append(LedgerEntry(fact.date, "capital", fact.amount, "capital", "added", fact.id))
        if fact.amount:
            self.closed_on = self.close_reason = None

    def add_fee(self, charged: ChargedFee, day: dt.date) -> None:
        """Put a fee on the debtor, unless everything was covered on an earlier day."""
        fee, amount = charged.fee, charged.amount
        if not ARTICLES[fee.article].of_authority:
            amount = self.within_credit(amount)
        if self.closed_on is not None or not amount:
            return
        self.owed.append(_Owed(fee.id, fee.article, "costs", day, amount, fee.by_creditor))
        self.entries.append(
            LedgerEntry(
                day,
                fee.article,
                amount,
                "costs",
                "added",
                fee.id,
                law=charged.law,
                by_creditor=fee.by_creditor,
            )
        )

    def credit(self, fact: Credit, day: dt.date) -> None:
        """Lower the capital that is left; past that, lower what payments covered of it, and free their money.

        Capital cannot go below zero: a credit larger than all of it is used only so far.
        """
        capital = [item for item in self.owed if item.component == "capital"]
        rest = fact.amount
        for item in capital:
            used = min(rest, item.left)
            rest -= used
            self.take(item, day, used, "credited", fact.id, CREDIT_LAW)
        for item in capital:
            freed = self.free(item, rest)
            amount = sum(money for _, money in freed)
            rest -= amount
            item.left += amount
            self.take(item, day, amount, "credited", fact.id, CREDIT_LAW)
            for entry, money in freed:
                self.cover(money, day, entry.fact, reached_us=entry.reached_us)

    def free(self, item: _Owed, most: int) -> list[tuple[LedgerEntry, int]]:
        """Take back what payments settled of an item, the latest first and no more than so much."""
        freed = []
        for at in reversed(range(len(self.entries))):
            entry = self.entries[at]
            back = min(most, -entry.amount)
            if back and entry.kind == "settled" and entry.settles == item.fact and entry.component == item.component:
                self.entries[at] = replace(entry, amount=entry.amount + back)
                freed.append((entry, back))
                most -= back
        self.entries = [entry for entry in self.entries if entry.amount or entry.kind == "added"]
        return freed

    def pay(self, fact: PaymentFact, day: dt.date) -> None:
        """Cover what is owed on the day, and begin a new stretch of interest."""
        self.something_paid = True
        self.stretch = InterestAccrual()
        self.cover(fact.amount, day, fact.id, reached_us=fact.reached_us, first=fact.earmark)

    def cover(
        self, money: int, day: dt.date, payment: str, *, reached_us: bool, first: Component | None = None
    ) -> None:
        """Costs, then interest, then capital, oldest first, but before them what the payer pays for.

        What is left of the money is not used.
        """
        for item in sorted(self.owed, key=lambda item: (item.component != first, item.turn)):
            used = min(money, item.left)
            money -= used
            self.take(item, day, used, "settled", payment, ALLOCATION_LAW, reached_us=reached_us)

    def take(
        self,
        item: _Owed,
        day: dt.date,
        amount: int,
        kind: EntryKind,
        fact: str,
        law: str = "",
        *,
        reached_us: bool = False,
    ) -> None:
        """Take an amount from an item, in a line that says why."""
        if not amount:
            return
        item.left -= amount
        self.entries.append(
            LedgerEntry(
                day,
                item.type,
                -amount,
                item.component,
                kind,
                fact,
                settles=item.fact,
                law=law,
                reached_us=reached_us,
                by_creditor=item.by_creditor,
            )
        )

    def end_by_letter(self, day: dt.date, letter: LetterLeft) -> None:
        """A letter was paid in time: the rest beside it is written off."""
        if self.closed_on is not None or not self.left():
            return
        self.write_off(day, letter.id, is_letter_paid=True)
        self.closed_on, self.close_reason = day, "paid"

    def end_if_covered(self, day: dt.date, write_off_below: int) -> None:
        """Close what is covered, and write off a rest below so much, whatever it is made of."""
        has_capital = any(item.component == "capital" for item in self.owed)
        if self.closed_on is not None or not has_capital:
            return
        left = self.left()
        if left < write_off_below or (not left and self.something_paid):
            settled = any(entry.kind == "settled" for entry in self.entries)
            self.close(day, "paid" if settled else "credited", "")

    def close(self, day: dt.date, reason: CloseReason, fact: str) -> None:
        """Book off whatever remains; a case that is closed already stays as it is."""
        if self.closed_on is not None:
            return
        self.write_off(day, fact)
        self.closed_on, self.close_reason = day, reason

    def write_off(self, day: dt.date, fact: str, *, is_letter_paid: bool = False) -> None:
        """Take all that is left, in the order in which it would be covered."""
        for item in sorted(self.owed, key=lambda item: item.turn):
            taken = len(self.entries)
            # A rest that is not written off because of a fact is a small rest.
            self.take(item, day, item.left, "written_off", fact, law="" if fact else self.terms.law_of_rest(day))
            if is_letter_paid:
                self.entries[taken:] = [replace(entry, type="letter_paid") for entry in self.entries[taken:]]
