"""The replay under a statement: one pass over the days on which something happens.

On each day, first the interest up to and with it; then capital, fees, credits, payments and closings, in that order. What
is waived of interest and fees is taken as they are added;
then whether a letter is paid by it (paid_letters.py), and, after a payment or a crediting, whether what is left is so
little that it is written off, or all is covered.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fordran.domain.claims.entries import Component, EntryKind, LedgerEntry
from fordran.domain.claims.facts import (
    Capital,
    ClaimTerms,
    Closing,
    Credit,
    Fact,
    LetterLeft,
    PaymentFact,
    Waiver,
    counting,
    known,
)
from fordran.domain.claims.fees import ChargedFee
from fordran.domain.claims.interest import InterestAccrual, pieces
from fordran.domain.claims.objections import fees_after_paid_part, undisputed
from fordran.domain.claims.owed_items import OF_AUTHORITY, OwedItem
from fordran.domain.claims.paid_letters import paid_letters
from fordran.domain.claims.replay_events import (
    FeeReversal,
    ReplayEvent,
    days_of_credits,
    events_by_day,
    from_first_notice,
    wholly_credited_on,
)
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.articles import ARTICLES
from fordran.domain.kinds.close_reasons import CloseReason

CREDIT_LAW = "mervärdesskattelag (2023:200) 17 kap. 22 §"
WAIVER_LAW = "räntelag (1975:635) 8 §"
ORDER_LAW = "lag (1990:746) 42 §"
"""Of the parts of a claim that an order did not award."""

REVERSAL_LAW = "lag (1990:746) 46 §"


@dataclass(frozen=True, slots=True)
class Replayed:
    """The entries in order, and where the replay found the case closed."""

    entries: tuple[LedgerEntry, ...]
    closed_on: dt.date | None
    close_reason: CloseReason | None


def replay(facts: Sequence[Fact], terms: ClaimTerms, at: dt.date) -> Replayed:
    """Replay the facts that count on a day, to the end of that day."""
    every, facts = facts, counting(facts, terms, at)
    if not any(isinstance(fact, Capital) for fact in facts):
        return Replayed((), None, None)
    wrong = next((fact for fact in facts if isinstance(fact, Closing) and fact.reason == "wrong_person"), None)
    if wrong is not None:
        return _never_owed(facts, terms, wrong)
    terms = from_first_notice(facts, terms)
    credited_on = wholly_credited_on(facts)
    if credited_on is not None and credited_on > at:
        # A later crediting voids the costs unless something was paid before it, if only after the day of the statement.
        credited_on = wholly_credited_on(known(every, credited_on))
    if credited_on is not None and rule_on("whole_credit_voids_costs", credited_on):
        return _credited_whole(facts, terms, credited_on)
    paid = paid_letters(facts)
    waivers = [_WaiverLeft(fact, fact.amount) for fact in facts if isinstance(fact, Waiver)]
    running = _Running(terms, paid, days_of_credits(facts), facts, fees_after_paid_part(facts, paid), waivers)
    for day, events in events_by_day(facts, terms, at).items():
        running.live_through(day, events)
    return Replayed(tuple(running.entries), running.closed_on, running.close_reason)


def _never_owed(facts: Sequence[Fact], terms: ClaimTerms, wrong: Closing) -> Replayed:
    """The customer owed nothing: the capital is booked off, without fees and interest, and what was paid is owed back."""
    running = _Running(terms)
    for fact in facts:
        if isinstance(fact, Capital):
            running.add_capital(fact)
    running.close(wrong.date, wrong.reason, wrong.id)
    return Replayed(tuple(running.entries), wrong.date, wrong.reason)


def _credited_whole(facts: Sequence[Fact], terms: ClaimTerms, credited_on: dt.date) -> Replayed:
    """Nothing was owed after all: capital and its credits alone, without fees and interest."""
    running = _Running(terms)
    for day, events in events_by_day(facts, terms, credited_on).items():
        for event in events:
            if isinstance(event, Capital):
                running.add_capital(event)
            elif isinstance(event, Credit):
                running.credit(event, day)
    closing = next((fact for fact in facts if isinstance(fact, Closing) and fact.date < credited_on), None)
    if closing is not None:
        return Replayed(tuple(running.entries), closing.date, closing.reason)
    return Replayed(tuple(running.entries), credited_on, "credited")


@dataclass(slots=True)
class _WaiverLeft:
    """A waiver, and what is left of its amount; None where it has none."""

    waiver: Waiver
    left: int | None


@dataclass(slots=True)
class _Running:
    """A case on its way through the days."""

    terms: ClaimTerms
    paid_letters: Mapping[dt.date, LetterLeft] = field(default_factory=dict)
    credit_days: frozenset[dt.date] = frozenset()
    facts: Sequence[Fact] = ()
    void_fees: frozenset[str] = frozenset()
    waivers: Sequence[_WaiverLeft] = ()
    entries: list[LedgerEntry] = field(default_factory=list)
    owed: list[OwedItem] = field(default_factory=list)
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
                case FeeReversal():
                    self.reverse(event, day)
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
            item = self.put_interest(bearer.fact, day, amount)
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
            self.waive(item, day, amount)

    def within_credit(self, amount: int) -> int:
        """The part of interest or a cost that a consumer's credit may still bear: no more than the credit in all.

        Konsumentkreditlag (2010:1846) 19 b §. The authority's costs are outside.
        """
        if not self.terms.is_capped_credit:
            return amount
        added = [entry for entry in self.entries if entry.kind == "added"]
        credit = sum(entry.amount for entry in added if entry.component == "capital")
        borne = sum(entry.amount for entry in added if entry.component != "capital" and entry.type not in OF_AUTHORITY)
        return max(0, min(amount, credit - borne))

    def waive(self, item: OwedItem, day: dt.date, added: int) -> None:
        """Take what is waived of something that was just added, before a payment can cover it."""
        for one in self.waivers:
            if not one.waiver.is_of(item.component, item.type, day):
                continue
            taken = added if one.left is None else min(added, one.left)
            added -= taken
            one.left = None if one.left is None else one.left - taken
            own_law = WAIVER_LAW if item.component == "interest" else ""
            law = own_law if one.waiver.order is None else ORDER_LAW
            self.take(item, day, taken, "waived", one.waiver.id, law)

    def put_interest(self, bearer: str, day: dt.date, amount: int) -> OwedItem:
        item = next((item for item in self.owed if item.component == "interest"), None)
        if item is None:
            item = OwedItem(bearer, "interest", "interest", day, 0)
            self.owed.append(item)
        item.left += amount
        return item

    def add_capital(self, fact: Capital) -> None:
        self.owed.append(OwedItem(fact.id, "capital", "capital", fact.date, fact.amount))
        self.entries.append(LedgerEntry(fact.date, "capital", fact.amount, "capital", "added", fact.id))
        if fact.amount:
            self.closed_on = self.close_reason = None

    def add_fee(self, charged: ChargedFee, day: dt.date) -> None:
        """Put a fee on the debtor, unless everything was covered on an earlier day."""
        fee, amount = charged.fee, charged.amount
        if not ARTICLES[fee.article].of_authority:
            amount = self.within_credit(amount)
        if self.closed_on is not None or not amount or fee.id in self.void_fees:
            return
        whose, outlay, law = fee.by_creditor, bool(fee.outlay), charged.law
        self.owed.append(OwedItem(fee.id, fee.article, "costs", day, amount, whose, outlay))
        added = LedgerEntry(
            day, fee.article, amount, "costs", "added", fee.id, "", law, by_creditor=whose, outlay=outlay
        )
        self.entries.append(added)
        self.waive(self.owed[-1], day, amount)

    def reverse(self, reversal: FeeReversal, day: dt.date) -> None:
        """Take a fee off; money that had covered it covers what else is owed. A closed case stays as it is."""
        item = next((item for item in self.owed if item.fact == reversal.fee), None)
        if item is None or self.closed_on is not None:
            return
        freed = self.free(item, -sum(entry.amount for entry in self.entries if entry.settles == item.fact))
        item.left += sum(money for _, money in freed)
        self.take(item, day, item.left, "written_off", reversal.fee, REVERSAL_LAW)
        for entry, money in freed:
            self.cover(money, day, entry.fact, reached_us=entry.reached_us)

    def credit(self, fact: Credit, day: dt.date) -> None:
        """Lower the capital that is left; past that, lower what payments covered of it, and free their money.

        Capital cannot go below zero: a credit larger than all of it is used only so far.
        """
        capital = [item for item in self.owed if item.component == "capital"]
        rest, law = fact.amount, CREDIT_LAW if fact.order is None else ORDER_LAW
        for item in capital:
            used = min(rest, item.left)
            rest -= used
            self.take(item, day, used, "credited", fact.id, law)
        for item in capital:
            freed = self.free(item, rest)
            amount = sum(money for _, money in freed)
            rest -= amount
            item.left += amount
            self.take(item, day, amount, "credited", fact.id, law)
            for entry, money in freed:
                self.cover(money, day, entry.fact, reached_us=entry.reached_us)

    def free(self, item: OwedItem, most: int) -> list[tuple[LedgerEntry, int]]:
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
        """Part by part in the lawful order of the day, oldest first, but before them what the payer pays for.

        What is left of the money is not used.
        """
        order = self.terms.order_of_payment(day)
        for item in sorted(self.owed, key=lambda item: (item.component != first, item.turn(order))):
            used = min(money, item.left)
            money -= used
            self.take(item, day, used, "settled", payment, order.law, reached_us=reached_us)

    def take(
        self,
        item: OwedItem,
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
                outlay=item.outlay,
            )
        )

    def end_by_letter(self, day: dt.date, letter: LetterLeft) -> None:
        """A letter was paid in time: the rest beside it is written off."""
        if self.closed_on is not None or not self.left():
            return
        most = self.undisputed_left(day, letter) if letter.disputed else None
        self.write_off(day, letter.id, is_letter_paid=True, most=most)
        if not self.left():
            self.closed_on, self.close_reason = day, "paid"

    def undisputed_left(self, day: dt.date, letter: LetterLeft) -> int:
        """The rest beside a paid letter, without the disputed part that it left out."""
        # As if nothing had come in time for it.
        unpaid = replace(letter, pay_by=dt.date.min)
        known = [unpaid if fact.id == letter.id else fact for fact in self.facts if fact.date <= day]
        terms = replace(self.terms, write_off_below=0)
        return sum(entry.amount for entry in replay(undisputed(known, letter.disputed or 0), terms, day).entries)

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

    def write_off(self, day: dt.date, fact: str, *, is_letter_paid: bool = False, most: int | None = None) -> None:
        """Take all that is left, or no more than so much, in the order in which it would be covered."""
        rest = self.left() if most is None else most
        order = self.terms.order_of_payment(day)
        for item in sorted(self.owed, key=lambda item: item.turn(order)):
            taken = len(self.entries)
            amount = min(rest, item.left)
            rest -= amount
            # A rest that is not written off because of a fact is a small rest.
            self.take(item, day, amount, "written_off", fact, law="" if fact else self.terms.law_of_rest(day))
            if is_letter_paid:
                self.entries[taken:] = [replace(entry, type="letter_paid") for entry in self.entries[taken:]]
