"""Banking days, terms and finance periods."""

import calendar
from datetime import UTC, date, datetime, timedelta

import pytest
from holidays.constants import DE_FACTO, PUBLIC
from holidays.countries.sweden import Sweden
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain import days

WEEKDAY_HOLIDAYS = {
    2026: "01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31",
    2027: "01-01 01-06 03-26 03-29 05-06 06-25 12-24 12-31",
}


@pytest.mark.parametrize("year", WEEKDAY_HOLIDAYS)
def test_weekdays_on_which_banks_do_not_settle(year: int) -> None:
    closed = [
        day
        for day in (date(year, 1, 1) + timedelta(days=n) for n in range(365))
        if day.weekday() < 5 and not days.is_banking_day(day)
    ]
    assert " ".join(f"{day:%m-%d}" for day in closed) == WEEKDAY_HOLIDAYS[year]


@pytest.mark.parametrize(
    ("day", "banking_day", "remark"),
    [
        (date(2026, 11, 13), date(2026, 11, 13), "a Friday is its own next banking day"),
        (date(2026, 11, 14), date(2026, 11, 16), "Saturday"),
        (date(2026, 12, 24), date(2026, 12, 28), "Christmas Eve to Sunday"),
        (date(2026, 4, 2), date(2026, 4, 2), "Maundy Thursday is a half-day but banks settle"),
        (date(2026, 4, 3), date(2026, 4, 7), "Good Friday to Easter Monday"),
        (date(2026, 12, 31), date(2027, 1, 4), "over New Year"),
    ],
)
def test_next_banking_day(day: date, banking_day: date, remark: str) -> None:
    assert days.next_banking_day(day) == banking_day, remark


@pytest.mark.parametrize(
    ("moment", "day", "remark"),
    [
        (datetime(2026, 6, 30, 21, 59, tzinfo=UTC), date(2026, 6, 30), "summer, a minute to midnight"),
        (datetime(2026, 6, 30, 22, 0, tzinfo=UTC), date(2026, 7, 1), "summer, midnight"),
        (datetime(2026, 12, 31, 22, 59, tzinfo=UTC), date(2026, 12, 31), "winter, a minute to midnight"),
        (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), date(2027, 1, 1), "winter, midnight"),
    ],
)
def test_the_day_in_stockholm(moment: datetime, day: date, remark: str) -> None:
    assert days.stockholm_date(moment) == day, remark


def test_a_moment_without_offset_has_no_day() -> None:
    with pytest.raises(ValueError, match="offset"):
        days.stockholm_date(datetime(2026, 1, 1))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("day", "years", "later"),
    [
        (date(2024, 2, 29), 3, date(2027, 2, 28)),
        (date(2024, 2, 29), 4, date(2028, 2, 29)),
        (date(2026, 11, 15), 10, date(2036, 11, 15)),
    ],
)
def test_years_after(day: date, years: int, later: date) -> None:
    assert days.years_after(day, years) == later


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2026, 12, 15), 1, date(2027, 1, 15)),
        (date(2026, 8, 31), 6, date(2027, 2, 28)),
    ],
)
def test_months_after(day: date, months: int, later: date) -> None:
    assert days.months_after(day, months) == later


@pytest.mark.parametrize(
    ("day", "interval", "start", "end", "numbers"),
    [
        ("2026-12-31", "daily", "2026-12-31", "2026-12-31", {"day": 365, "quarter": 4, "half_year": 2, "year": 2026}),
        ("2024-12-31", "daily", "2024-12-31", "2024-12-31", {"day": 366, "quarter": 4, "half_year": 2, "year": 2024}),
        ("2027-01-01", "weekly", "2026-12-28", "2027-01-03", {"week": 53, "quarter": 4, "half_year": 2, "year": 2026}),
        ("2026-06-30", "weekly", "2026-06-29", "2026-07-05", {"week": 27, "quarter": 3, "half_year": 2, "year": 2026}),
        ("2026-02-10", "monthly", "2026-02-01", "2026-02-28", {"month": 2, "quarter": 1, "half_year": 1, "year": 2026}),
        ("2026-11-15", "quarterly", "2026-10-01", "2026-12-31", {"quarter": 4, "half_year": 2, "year": 2026}),
    ],
)
def test_finance_periods(day: str, interval: days.Interval, start: str, end: str, numbers: dict[str, int]) -> None:
    period = days.finance_period(date.fromisoformat(day), interval)
    assert period.finance_period_start_date == date.fromisoformat(start)
    assert period.finance_period_end_date == date.fromisoformat(end)
    for name in ("day", "week", "month", "quarter", "half_year", "year"):
        assert getattr(period, f"finance_period_{name}") == numbers.get(name)


@given(st.dates(date(2000, 1, 1), date(2060, 12, 31)), st.sampled_from(["daily", "weekly", "monthly", "quarterly"]))
def test_every_day_is_in_its_period_and_the_next_begins_the_day_after(day: date, interval: days.Interval) -> None:
    period = days.finance_period(day, interval)
    assert period.finance_period_start_date <= day <= period.finance_period_end_date
    following = days.finance_period(period.finance_period_end_date + timedelta(days=1), interval)
    assert following.finance_period_start_date == period.finance_period_end_date + timedelta(days=1)


@pytest.mark.parametrize("year", range(1954, 2101))
def test_holidays_on_weekdays_are_those_that_a_library_knows_until_2100(year: int) -> None:
    known = Sweden(years=year, categories=(PUBLIC, DE_FACTO), include_sundays=False)
    every = (date(year, 1, 1) + timedelta(days=n) for n in range(365 + calendar.isleap(year)))
    weekdays = [day for day in every if day.weekday() < calendar.SATURDAY]
    assert [day for day in weekdays if not days.is_banking_day(day)] == [day for day in weekdays if day in known]
