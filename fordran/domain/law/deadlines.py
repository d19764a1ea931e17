"""Times and rates that the law sets, from which day: how long a debtor has, what late money costs, when a claim is lost.

A row holds from its first day until the next one of its term begins; the first one also holds before its day. So a row
for next year changes nothing that is reckoned for a day of this one. Which day is asked about, each rule says: interest
for its own days, a letter for the day it leaves, limitation for the day from which it runs.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias, get_args

from fordran.domain.days import years_after

LawTerm: TypeAlias = Literal[
    "shortest_demand_days",
    "longest_term_between_businesses_days",
    "interest_without_agreed_due_date_days",
    "points_above_reference_rate",
    "credit_points_above_reference_rate",
    "consumer_limitation_years",
    "limitation_years",
    "parking_limitation_years",
    "tenancy_limitation_years",
    "answer_to_payment_order_days",
    "transfer_to_court_days",
]
"""Numbers of the law that are no amounts. The unit comes last; points are percentage points a year."""

LAW_TERMS: tuple[LawTerm, ...] = get_args(LawTerm)


@dataclass(frozen=True, slots=True)
class TermRow:
    """The value of a term from a day, with its law."""

    term: LawTerm
    begins: date
    value: int
    law: str


# With the reference rate came the points above it: SFS 2002:352. What has no day of its own that is established carries it too.
_2002 = date(2002, 7, 1)
_2013 = date(2013, 3, 16)

TERM_ROWS: tuple[TermRow, ...] = (
    # A reasonable time to pay or object; practice: never under eight days from dispatch.
    TermRow("shortest_demand_days", _2002, 8, "inkassolag (1974:182) 5 §"),
    # Due at the latest so long after a demand, unless the creditor expressly agrees.
    TermRow("longest_term_between_businesses_days", _2013, 30, "räntelag (1975:635) 2 a §"),
    # Without a due date fixed in advance interest runs from so long after the invoice.
    TermRow("interest_without_agreed_due_date_days", _2002, 30, "räntelag (1975:635) 4 §"),
    TermRow("points_above_reference_rate", _2002, 8, "räntelag (1975:635) 6 §"),
    # The most that a consumer's credit may bear, of agreements since that day.
    TermRow("credit_points_above_reference_rate", date(2025, 3, 1), 20, "konsumentkreditlag (2010:1846) 19 a §"),
    # What a consumer owes a trader for private goods or services.
    TermRow("consumer_limitation_years", _2002, 3, "preskriptionslag (1981:130) 2 § andra stycket"),
    TermRow("limitation_years", _2002, 10, "preskriptionslag (1981:130) 2 § första stycket"),
    # The time to sue, from the day the parking ended.
    TermRow("parking_limitation_years", _2002, 2, "lag (1984:318) om kontrollavgift vid olovlig parkering 9 §"),
    # The time to sue for a claim from a tenancy, from the day on which the tenant moved out.
    TermRow("tenancy_limitation_years", _2002, 2, "jordabalken 12 kap. 61 §"),
    TermRow("answer_to_payment_order_days", _2002, 14, "lag (1990:746) 25 §"),
    # To ask that a contested case is handed to the district court.
    TermRow("transfer_to_court_days", _2002, 28, "lag (1990:746) 34 §"),
)


CREDIT_CAPS_BEGIN = date(2025, 3, 1)
"""Konsumentkreditlag (2010:1846) 19 a–c §§ (SFS 2024:1238) cap the interest and costs of credits of this day and later."""


def by_term(rows: Iterable[TermRow]) -> dict[LawTerm, list[TermRow]]:
    """The rows of each term, in the order of their days."""
    found: dict[LawTerm, list[TermRow]] = {term: [] for term in LAW_TERMS}
    for row in sorted(rows, key=lambda row: row.begins):
        found[row.term].append(row)
    return found


_BY_TERM = by_term(TERM_ROWS)


def term_on(term: LawTerm, day: date) -> int:
    """The value of a term on a day.

    >>> term_on("shortest_demand_days", date(2026, 9, 7))
    8
    """
    first, *later = _BY_TERM[term]
    in_force = first
    for row in later:
        if row.begins <= day:
            in_force = row
    return in_force.value


def term_changes(term: LawTerm) -> tuple[date, ...]:
    """The first days of all rows of a term but the first."""
    return tuple(row.begins for row in _BY_TERM[term][1:])


def limitation_date(interrupted: date, *, is_consumer: bool, is_parking: bool = False) -> date:
    """The day on which a claim that arose, or was last demanded, on a day is barred; by the law of that day.

    A written demand that reaches the debtor starts a new full term: preskriptionslag (1981:130) 5–6 §§. The two years
    for a parking fee are a time to sue, which no demand prolongs.

    >>> limitation_date(date(2026, 1, 31), is_consumer=True)
    datetime.date(2029, 1, 31)
    """
    if is_parking:
        return years_after(interrupted, term_on("parking_limitation_years", interrupted))
    years: LawTerm = "consumer_limitation_years" if is_consumer else "limitation_years"
    return years_after(interrupted, term_on(years, interrupted))
