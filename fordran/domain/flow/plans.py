"""Instalment plans: a schedule that sums to exactly what will be owed, what of it is covered, and when it fails.

The schedule is made by replaying the case with the instalments as payments. So it covers what is owed on the day the
plan is made, the fee for the plan, and the interest that runs on the falling capital until the last day: if every
instalment is paid on its day, the last one leaves nothing. All are equal but the last, which takes the rest and is
never larger. See docs/rules/case-flow.md.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from fordran.domain.claims.facts import ClaimTerms, Fact, Fee, PaymentFact
from fordran.domain.claims.statement import statement
from fordran.domain.days import days_after, months_after, next_banking_day
from fordran.domain.house_rules import rule_on
from fordran.domain.message import Message, Value

MOST_INSTALMENTS = 120

Wish: TypeAlias = Literal["first_date", "instalments", "amount"]
"""The wishes for a plan: the day of its first instalment, and the number or the amount of instalments."""


class NoSuchPlan(ValueError):
    """Instalments that no plan can be made of, with what was wished wrongly and a message that says why."""

    def __init__(self, wish: Wish, code: str, **values: Value) -> None:
        super().__init__(code)
        self.wish = wish
        self.message = Message(code, **values)


class Instalment(NamedTuple):
    """An amount in öre, to be paid by a banking day."""

    date: dt.date
    amount: int


@dataclass(frozen=True, slots=True)
class RunningPlan:
    """A plan and how far it has come."""

    made_on: dt.date
    instalments: tuple[Instalment, ...]
    paid: int = 0
    """The amount paid since the plan was made, in öre."""
    noticed: int = 0
    """How many of the instalments, from the first, the debtor was sent a notice of or needs none of."""
    reminded: int = 0
    """How many of them, from the first, the debtor was reminded of or has paid."""


def instalment_dates(first_date: dt.date, count: int) -> list[dt.date]:
    """The same day of so many months, each on a banking day.

    >>> [str(day) for day in instalment_dates(dt.date(2026, 10, 31), 3)]
    ['2026-11-02', '2026-11-30', '2027-01-04']
    """
    return [next_banking_day(months_after(first_date, month)) for month in range(count)]


def schedule(
    facts: Iterable[Fact],
    terms: ClaimTerms,
    made_on: dt.date,
    first_date: dt.date,
    *,
    instalments: int | None = None,
    amount: int | None = None,
    setup_fee: int = 0,
) -> tuple[Instalment, ...]:
    """The instalments of a plan for what is owed, either so many or of so much each; raises `NoSuchPlan`.

    `facts` are the case's own, without the fee for the plan. The amounts sum to what remains on the day the plan is
    made, what of `setup_fee` can be charged, and the interest until the last day.
    """
    size: Wish = "instalments" if instalments else "amount"
    if (instalments is None) == (amount is None):
        raise NoSuchPlan(size, "issue.plan_size")
    if first_date <= made_on:
        raise NoSuchPlan("first_date", "issue.first_instalment_too_early")
    # A small rest is written off when it occurs; a plan that leaned on that would not be one of what is owed.
    debt = _Debt(
        [*facts, *([Fee("plan", made_on, "amortization_setup", setup_fee)] if setup_fee else [])],
        replace(terms, write_off_below=0),
    )
    if debt.left_on(made_on, []) <= 0:
        raise NoSuchPlan(size, "law.nothing_owed")
    if instalments is not None:
        return _of_number(debt, first_date, instalments)
    assert amount is not None
    return _of_amount(debt, first_date, amount)


@dataclass(frozen=True, slots=True)
class _Debt:
    facts: list[Fact]
    terms: ClaimTerms

    def left_on(self, day: dt.date, paid: Sequence[Instalment]) -> int:
        """The debt on a day if these instalments were paid on their days."""
        payments = [PaymentFact(f"instalment {n}", one.date, one.amount, reached_us=True) for n, one in enumerate(paid)]
        return statement([*self.facts, *payments], self.terms, day).remaining


def _of_number(debt: _Debt, first_date: dt.date, count: int) -> tuple[Instalment, ...]:
    if not 1 <= count <= MOST_INSTALMENTS:
        raise NoSuchPlan("instalments", "issue.number_of_instalments", most=MOST_INSTALMENTS)
    *days, last_day = instalment_dates(first_date, count)

    def rest_after(amount: int) -> int:
        return debt.left_on(last_day, [Instalment(day, amount) for day in days])

    # The smallest equal amount of which the last instalment is no more than another: what is left falls as it grows.
    too_little, enough = 0, debt.left_on(last_day, [])
    while enough - too_little > 1:
        amount = (too_little + enough) // 2
        if rest_after(amount) <= amount:
            enough = amount
        else:
            too_little = amount
    rest = rest_after(enough)
    if rest <= 0:
        raise NoSuchPlan("instalments", "issue.instalments_of_nothing")
    return (*(Instalment(day, enough) for day in days), Instalment(last_day, rest))


def _of_amount(debt: _Debt, first_date: dt.date, amount: int) -> tuple[Instalment, ...]:
    if amount <= 0:
        raise NoSuchPlan("amount", "issue.instalment_of_nothing")
    planned: list[Instalment] = []
    for day in instalment_dates(first_date, MOST_INSTALMENTS):
        left = debt.left_on(day, planned)
        planned.append(Instalment(day, min(amount, left)))
        if left <= amount:
            return tuple(planned)
    raise NoSuchPlan("amount", "issue.amount_too_small", most=MOST_INSTALMENTS)


def covered(plan: RunningPlan) -> int:
    """How many instalments, from the first, what was paid covers.

    The last one is covered when nothing remains, which closes the case; while the case is open it is not.
    """
    left, count = plan.paid, 0
    for instalment in plan.instalments[:-1]:
        left -= instalment.amount
        if left < 0:
            break
        count += 1
    return count


def to_pay(plan: RunningPlan, number: int, remaining: int) -> int:
    """The amount to pay with an instalment, counted from 1: everything planned up to it and not paid.

    Never more than remains on its day, and with the last instalment exactly that, so that interest on late money is
    asked for and the plan ends with nothing owed.
    """
    if number == len(plan.instalments):
        return remaining
    planned = sum(instalment.amount for instalment in plan.instalments[:number])
    return max(0, min(planned - plan.paid, remaining))


def next_notice(plan: RunningPlan, notice_days: int, today: dt.date) -> tuple[int, dt.date] | None:
    """The next instalment to send a notice of, counted from 1, and the day to send it; None where none is left.

    An instalment that was paid ahead needs no notice, nor one whose day has come: it is missed or it is not. The plan
    itself, which the debtor has in writing, is the notice of what falls due before a notice could be sent.
    """
    for number, instalment in enumerate(plan.instalments, start=1):
        date = days_after(instalment.date, -notice_days)
        if number > max(plan.noticed, covered(plan)) and date > plan.made_on and today < instalment.date:
            return number, date
    return None


def default_date(plan: RunningPlan, missed_days: int) -> tuple[int, dt.date] | None:
    """The first instalment that is not covered, counted from 1, and the day on which missing it ends the plan."""
    if not plan.instalments:
        return None
    number = covered(plan) + 1
    return number, days_after(plan.instalments[number - 1].date, missed_days)


def last_day_to_pay(plan: RunningPlan, missed_days: int) -> dt.date:
    """The last day on which the first instalment that is not covered can be paid with the plan going on."""
    ends = default_date(plan, missed_days)
    assert ends is not None, "a plan has instalments"
    return days_after(ends[1], -1)


def missed_reminder(plan: RunningPlan, missed_days: int, today: dt.date) -> tuple[int, dt.date] | None:
    """The instalment to remind of before the plan ends for want of it, counted from 1, and the day to do so.

    None where the debtor was reminded of it, and where no day would be left to pay on: a plan that ends so soon, or a
    worker that comes so late.
    """
    ends = default_date(plan, missed_days)
    if ends is None or plan.reminded >= ends[0]:
        return None
    number = ends[0]
    date = days_after(plan.instalments[number - 1].date, rule_on("late_instalment_days", plan.made_on))
    return (number, date) if max(date, today) < last_day_to_pay(plan, missed_days) else None
