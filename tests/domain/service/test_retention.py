"""How long what is known of a person is kept: the days. What becomes of which column is in tests/resources."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.days import ONE_DAY
from fordran.domain.service.retention import bookkeeping_kept_until, erasable_from


@pytest.mark.parametrize(
    ("closed", "months", "first", "remark"),
    [
        (date(2026, 6, 8), 36, date(2029, 6, 8), "three years later, on the same day"),
        (date(2024, 2, 29), 36, date(2027, 2, 28), "a day that the month lacks is its last"),
        (date(2026, 8, 31), 6, date(2027, 2, 28), "the same for months"),
        (date(2026, 12, 31), 1, date(2027, 1, 31), "over the turn of the year"),
    ],
)
def test_a_case_can_be_erased_so_many_months_after_it_was_closed(
    closed: date, months: int, first: date, remark: str
) -> None:
    assert erasable_from(closed, months) == first, remark


@pytest.mark.parametrize(
    ("booked", "month", "until", "remark"),
    [
        (date(2026, 1, 1), 12, date(2033, 12, 31), "the first day of a calendar year"),
        (date(2026, 12, 31), 12, date(2033, 12, 31), "its last day"),
        (date(2026, 6, 30), 6, date(2033, 12, 31), "the last day of a broken fiscal year: the year ends in 2026"),
        (date(2026, 7, 1), 6, date(2034, 12, 31), "the day after: the year ends in 2027"),
        (date(2026, 1, 1), 4, date(2033, 12, 31), "a year that ends in April"),
    ],
)
def test_bookkeeping_is_kept_to_the_seventh_year_after_the_fiscal_year_ended(
    booked: date, month: int, until: date, remark: str
) -> None:
    assert bookkeeping_kept_until(booked, month) == until, remark


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(1, 12))
def test_bookkeeping_is_kept_between_seven_and_nine_years(booked: date, month: int) -> None:
    until = bookkeeping_kept_until(booked, month)
    assert 7 <= (until - booked).days / 365.2425 < 9
    assert (until + ONE_DAY).timetuple()[:3] == (until.year + 1, 1, 1)
