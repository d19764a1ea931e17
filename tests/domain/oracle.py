"""What is owed, worked out a second time as one would in a spreadsheet: a row a calendar day, sums only.

It shares no code with the replay but the facts themselves, and counts no line, only what is left of each component
and how much money was not used. Fees are taken as they are, so it is asked only about fees within the caps.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from math import floor

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
    in_order,
)

# The statutory rate, reference rate and eight points, on the days that the tests use.
RATES = [(date(2026, 1, 1), 10), (date(2025, 7, 1), 10), (date(2025, 1, 1), 11), (date(2024, 1, 1), 12)]


@dataclass
class Sheet:
    """The last row of the sheet."""

    capital: int = 0
    interest: int = 0
    costs: int = 0
    added_interest: int = 0
    added_costs: int = 0
    unused: int = 0
    closed: bool = False


def rounded(exact: Fraction) -> int:
    return floor(exact + Fraction(1, 2))


def sheet(facts: list[Fact], terms: ClaimTerms, at: date) -> Sheet:
    """The sheet at the end of a day."""
    # A later crediting lowers the capital from the due date, and a later waiver what was added before.
    dated = [fact for fact in facts if fact.date <= at]
    before = [fact for fact in facts if fact.date > at and isinstance(fact, Credit) and terms.due_date <= at]
    before += [fact for fact in facts if fact.date > at and isinstance(fact, Waiver)]
    if before:
        # But it closes nothing before it is made.
        counted = [*dated, *before]
        every = [fact for fact in facts if fact in counted or not isinstance(fact, Credit)]
        return replace(_lived(every, counted, terms, at), closed=_lived(dated, dated, terms, at).closed)
    return _lived(dated, dated, terms, at)


def _lived(every: list[Fact], facts: list[Fact], terms: ClaimTerms, at: date) -> Sheet:
    """The sheet of facts that count up to a day; `every` says besides what is paid before a later crediting."""
    capital_facts = [fact for fact in facts if isinstance(fact, Capital)]
    if not capital_facts:
        return Sheet(unused=sum(fact.amount for fact in facts if isinstance(fact, PaymentFact)))
    first = min(fact.date for fact in capital_facts)
    if credited_before_any_payment(every, sum(fact.amount for fact in capital_facts)):
        return Sheet(unused=sum(fact.amount for fact in facts if isinstance(fact, PaymentFact)), closed=True)
    row, stretch, counted, paid_capital, any_payment = Sheet(), Fraction(0), 0, 0, False
    waivers = in_order(fact for fact in facts if isinstance(fact, Waiver))
    left = [fact.amount for fact in waivers]
    day = first

    def waived(component: str, article: str, amount: int) -> int:
        taken = 0
        for number, fact in enumerate(waivers):
            if fact.component != component or fact.article not in (None, article):
                continue
            if (fact.begins or date.min) <= day <= (fact.until or fact.date):
                most = left[number]
                one = amount - taken if most is None else min(amount - taken, most)
                left[number] = None if most is None else most - one
                taken += one
        return taken

    while day <= at:
        if day > terms.interest_from:
            rate = next(rate for begins, rate in RATES if day >= begins)
            stretch += Fraction(row.capital * rate, 36500)
            new = rounded(stretch) - counted
            counted += new
            row.added_interest += new
            row.interest += new - waived("interest", "interest", new)
        row.capital += sum(fact.amount for fact in capital_facts if fact.date == day)
        if not row.closed:
            for fact in in_order(facts):
                if isinstance(fact, Fee) and (fact.date == day or (day == first and fact.date < first)):
                    row.costs += fact.amount - waived("costs", fact.article, fact.amount)
                    row.added_costs += fact.amount
        money = 0
        for fact in facts:
            if isinstance(fact, Credit) and max(min(fact.date, terms.due_date), first) == day:
                used = min(fact.amount, row.capital)
                row.capital -= used
                freed = min(fact.amount - used, paid_capital)
                paid_capital -= freed
                money += freed
        payments = [fact for fact in facts if isinstance(fact, PaymentFact) and max(fact.date, first) == day]
        money += sum(fact.amount for fact in payments)
        any_payment = any_payment or bool(payments)
        if money or payments:
            stretch, counted = Fraction(0), 0
            for component in ("costs", "interest", "capital"):
                used = min(money, getattr(row, component))
                setattr(row, component, getattr(row, component) - used)
                money -= used
                paid_capital += used if component == "capital" else 0
            row.unused += money
        owed = row.costs + row.interest + row.capital
        credited_today = any(isinstance(fact, Credit | Waiver) and max(fact.date, first) == day for fact in facts)
        is_little = bool(payments or credited_today) and owed < terms.rest_below(day)
        covered = is_little or (any_payment and owed == 0) or letter_paid(facts, day)
        cancelled = any(isinstance(fact, Closing) and fact.date == day for fact in facts)
        if (covered or cancelled) and not row.closed:
            row.costs = row.interest = row.capital = 0
            row.closed = True
        day += timedelta(days=1)
    return row


def letter_paid(facts: list[Fact], day: date) -> bool:
    """Whether by this day so much was paid on a letter that still counts, or had counted, as it asks for."""
    letters = [fact for fact in facts if isinstance(fact, LetterLeft)]
    return any(
        letter.date <= day
        and letter.asked
        <= sum(
            payment.amount
            for payment in facts
            if isinstance(payment, PaymentFact)
            and payment.date <= min(day, letter.pay_by)
            and payment.id not in letter.knew
            and not any(letter.date < other.date <= payment.date for other in letters)
        )
        for letter in letters
    )


def credited_before_any_payment(facts: list[Fact], capital: int) -> bool:
    """Whether credits took all capital on a day before which nothing was paid."""
    first_payment = min((fact.date for fact in facts if isinstance(fact, PaymentFact)), default=date.max)
    credited = sum(fact.amount for fact in facts if isinstance(fact, Credit) and fact.date <= first_payment)
    return credited >= capital > 0
