"""Gathering: how lines that are owed to a creditor become payouts, period by period.

All that a creditor is owed in one category and interval is looked at together. An ended period is paid out once what
has been gathered comes to more than nothing and reaches the agreed minimum; until then it is carried over to the next
period, so that what was taken back is paid by what comes later. Within a payout by invoice, an invoice on which more
was taken back than came in is covered by the largest others. See docs/rules/payout.md.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, Literal, TypeAlias, TypeVar

from fordran.domain.days import FinancePeriod, Interval, finance_period
from fordran.domain.payouts.payout import Payee

NotReady: TypeAlias = Literal[
    "period_running",
    "below_minimum",
    "no_payout_account",
    "payout_account_invalid",
    "payee_unpayable",
    "transfer_rejected",
]

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class PayoutGroup(Generic[R]):
    """Lines that stay together: those of a day that are in no payout yet, or those of a payout that is not paid."""

    what: R
    day: date
    """When they were booked; of a payout, the last day of its period."""
    total: int
    invoice: str | None = None
    """The case that they are of, where each invoice is paid out by itself."""


@dataclass(frozen=True, slots=True)
class Gathered(Generic[R]):
    """The lines that make one payout."""

    period: FinancePeriod
    invoice: str | None
    pieces: tuple[PayoutGroup[R], ...]
    waits: NotReady | None
    """Why it cannot be paid yet, as far as period and amount say."""


def gather(pieces: Iterable[PayoutGroup[R]], interval: Interval, minimum: int, today: date) -> list[Gathered[R]]:
    """The payouts that all the pieces of one creditor, category and interval make, the earliest period first."""
    by_period: dict[date, list[PayoutGroup[R]]] = defaultdict(list)
    for piece in pieces:
        by_period[finance_period(piece.day, interval).finance_period_start_date].append(piece)
    made: list[Gathered[R]] = []
    carried: list[PayoutGroup[R]] = []
    for start in sorted(by_period):
        period = finance_period(start, interval)
        if period.finance_period_end_date >= today:
            continue
        carried += by_period.pop(start)
        if _total(carried) >= max(minimum, 1):
            made += [Gathered(period, *group, None) for group in _covered(carried)]
            carried = []
    running = carried + [piece for start in sorted(by_period) for piece in by_period[start]]
    is_short = bool(carried) and _total(running) < max(minimum, 1)
    period = finance_period(today, interval)
    waits: NotReady = "below_minimum" if is_short else "period_running"
    return made + [Gathered(period, *group, waits) for group in _by_invoice(running)]


def not_ready(waits: NotReady | None, payee: Payee | None) -> NotReady | None:
    """Why a payout cannot be paid, None where it can."""
    if waits is not None:
        return waits
    if payee is None:
        return "no_payout_account"
    return None if payee.is_valid else "payout_account_invalid"


def _total(pieces: Sequence[PayoutGroup[R]]) -> int:
    return sum(piece.total for piece in pieces)


Group: TypeAlias = tuple[str | None, tuple[PayoutGroup[R], ...]]


def _by_invoice(pieces: Iterable[PayoutGroup[R]]) -> list[Group[R]]:
    groups: dict[str | None, list[PayoutGroup[R]]] = {}
    for piece in pieces:
        groups.setdefault(piece.invoice, []).append(piece)
    return [(invoice, tuple(group)) for invoice, group in groups.items()]


def _covered(pieces: Iterable[PayoutGroup[R]]) -> list[Group[R]]:
    """The pieces by invoice, none of which comes to nothing or less; together they come to more."""
    groups = _by_invoice(pieces)
    short = [group for group in groups if _total(group[1]) <= 0]
    if not short:
        return groups
    others = sorted((group for group in groups if _total(group[1]) > 0), key=lambda group: _total(group[1]))
    together = [piece for _, group in short for piece in group]
    while _total(together) <= 0:
        together += others.pop()[1]
    return [*others, (None, tuple(together))]
