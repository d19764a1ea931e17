"""The curve of a cohort: what counts when, and from which day a share is told."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from fordran.domain.books.cohorts import AFTER_DAYS, Cohort, percent

FEBRUARY = date(2028, 2, 1)


def cohort(*paid: tuple[int, int]) -> Cohort:
    made = Cohort(FEBRUARY, cases=2, registered=1000_00)
    for days, amount in paid:
        made.pay(days, amount)
    return made


@pytest.mark.parametrize(
    ("days", "first_place"),
    [(-5, 0), (0, 0), (1, 1), (30, 1), (31, 2), (60, 2), (90, 3), (91, 4), (180, 4), (181, 5), (360, 5)],
)
def test_what_was_paid_counts_from_the_first_number_of_days_that_is_no_less(days: int, first_place: int) -> None:
    """A payment of a tenth, of which we look at all shares long after."""
    shares = cohort((days, 100_00)).curve(date(2030, 1, 1))
    assert shares == (Decimal("0.0"),) * first_place + (Decimal("10.0"),) * (len(AFTER_DAYS) - first_place)


def test_what_was_paid_later_than_the_curve_goes_does_not_count() -> None:
    assert cohort((361, 100_00)).curve(date(2030, 1, 1)) == (Decimal("0.0"),) * len(AFTER_DAYS)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (date(2028, 2, 28), 0),  # a claim may still be registered on the leap day
        (date(2028, 2, 29), 1),
        (date(2028, 3, 29), 1),
        (date(2028, 3, 30), 2),  # 30 days after the last day of the month
        (date(2029, 2, 22), 5),
        (date(2029, 2, 23), 6),
    ],
)
def test_a_share_is_told_when_the_last_claim_of_the_month_had_the_time(at: date, told: int) -> None:
    assert [share is not None for share in cohort().curve(at)] == [place < told for place in range(len(AFTER_DAYS))]


def test_money_that_was_taken_back_counts_no_more() -> None:
    assert cohort((0, 100_00), (0, -100_00), (40, 50_00)).curve(date(2030, 1, 1))[-1] == Decimal("5.0")


@pytest.mark.parametrize(
    ("part", "whole", "share"),
    [(1, 3, "33.3"), (2, 3, "66.7"), (1, 2000, "0.1"), (-1, 8, "-12.5"), (3, 2, "150.0"), (0, 5, "0.0"), (0, 0, "0.0")],
)
def test_a_share_has_one_decimal_a_half_away_from_zero(part: int, whole: int, share: str) -> None:
    assert str(percent(part, whole)) == share
