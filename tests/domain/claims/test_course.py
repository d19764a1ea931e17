"""How a debt went: which days are looked at, and what was owed at the end of each."""

from __future__ import annotations

from datetime import date

import pytest

from fordran.domain.claims.course import course, spread_days
from fordran.domain.claims.facts import Capital, ClaimTerms, PaymentFact

FIRST = date(2026, 1, 1)


@pytest.mark.parametrize(
    ("last", "most", "days", "remark"),
    [
        (date(2026, 1, 1), 5, [1], "one day"),
        (date(2026, 1, 4), 5, [1, 2, 3, 4], "fewer than there may be: each"),
        (date(2026, 1, 9), 5, [1, 3, 5, 7, 9], "every other"),
        (date(2026, 1, 10), 5, [1, 4, 7, 10], "as far apart as it takes"),
        (date(2026, 1, 12), 5, [3, 6, 9, 12], "the last day is one, the first need not be"),
        (date(2025, 12, 31), 5, [], "an invoice that is dated tomorrow"),
    ],
)
def test_days_are_spread_evenly_up_to_the_last(last: date, most: int, days: list[int], remark: str) -> None:
    assert spread_days(FIRST, last, most) == [date(2026, 1, day) for day in days], remark


def test_each_day_is_stated_as_it_would_be_alone() -> None:
    facts = [Capital("1", FIRST, 100_000), PaymentFact("2", date(2026, 1, 5), 40_000, reached_us=True)]
    terms = ClaimTerms(due_date=date(2026, 1, 31), interest_from=date(2026, 1, 31))
    stated = course(facts, terms, FIRST, date(2026, 1, 9), 5)
    assert [(one.at.day, one.capital.remaining) for one in stated] == [
        (1, 100_000),
        (3, 100_000),
        (5, 60_000),
        (7, 60_000),
        (9, 60_000),
    ]
