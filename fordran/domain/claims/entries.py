"""Entries: the lines that explain every öre of a case, and what to append when the facts turn out otherwise.

An entry adds to what is owed (positive) or takes from it (negative). Nothing booked is ever changed: when a fact
arrives late, the new replay is compared with everything booked so far, and `difference` is appended.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal, TypeAlias, get_args

from fordran.domain.days import ONE_DAY
from fordran.domain.kinds.articles import Article, LineType

Component: TypeAlias = Literal["capital", "interest", "costs"]
EntryKind: TypeAlias = Literal["added", "settled", "credited", "waived", "written_off"]

COMPONENTS: tuple[Component, ...] = get_args(Component)
KINDS: tuple[EntryKind, ...] = get_args(EntryKind)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One line. `type` is the article, or `letter_paid`; `fact` what caused it; `settles` the fact whose amount it takes from.

    A settled line says whether the money `reached_us`, and each line of a fee whether it is the creditor's or an outlay. Interest
    says how it came about: `days` days at `rate_percent` on `base`, from `from_date` (which carries none) to
    `to_date`; it is provisional where the reference rate was not yet published.
    """

    date: dt.date
    type: LineType
    amount: int
    component: Component
    kind: EntryKind
    fact: str
    settles: str = ""
    law: str = ""
    reached_us: bool = False
    by_creditor: bool = False
    days: int | None = None
    rate_percent: Decimal | None = None
    base: int | None = None
    from_date: dt.date | None = None
    to_date: dt.date | None = None
    provisional: bool = False
    outlay: bool = False

    @property
    def article(self) -> Article:
        """The article of a line; None for a line that gives up the rest of a paid letter."""
        assert self.type != "letter_paid"
        return self.type

    @property
    def first_day(self) -> dt.date | None:
        """The first day that bears interest, as papers and pages write the period."""
        return None if self.from_date is None else self.from_date + ONE_DAY

    @property
    def description(self) -> str:
        """The tag of the line's text in the locales, such as `capital_added` or `reminder_settled`."""
        return f"{self.type}_{self.kind}"


Key: TypeAlias = tuple[dt.date, str, Component, EntryKind, str, str, bool, bool]


def _key(entry: LedgerEntry) -> Key:
    return (
        entry.date,
        entry.type,
        entry.component,
        entry.kind,
        entry.fact,
        entry.settles,
        entry.reached_us,
        entry.by_creditor,
    )


def difference(before: Iterable[LedgerEntry], after: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """The entries to append to `before` so that everything booked sums to `after`, line for line of one cause.

    What is booked for the first time keeps its details. A correction of something booked is one entry with the
    amount that it was wrong by, and so without days and rate, which belong to no such amount.
    """
    booked = _by_key(before)
    wanted = _by_key(after)
    appended: list[LedgerEntry] = []
    for key in sorted(booked.keys() | wanted.keys()):
        lines = wanted.get(key, [])
        if key not in booked:
            appended.extend(lines)
            continue
        change = sum(line.amount for line in lines) - sum(line.amount for line in booked[key])
        if change:
            appended.append(_correction((lines or booked[key])[-1], change))
    return appended


def _by_key(entries: Iterable[LedgerEntry]) -> dict[Key, list[LedgerEntry]]:
    grouped: dict[Key, list[LedgerEntry]] = defaultdict(list)
    for entry in entries:
        grouped[_key(entry)].append(entry)
    return grouped


def _correction(of: LedgerEntry, amount: int) -> LedgerEntry:
    return replace(of, amount=amount, days=None, rate_percent=None, base=None, from_date=None, to_date=None)
