"""Days: Swedish banking days, the Stockholm date of a moment, terms of years and months, and finance periods."""

import calendar
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

STOCKHOLM = ZoneInfo("Europe/Stockholm")
ONE_DAY = timedelta(days=1)

Interval: TypeAlias = Literal["daily", "weekly", "monthly", "quarterly"]


_NATIONAL_DAY_SINCE = 2005
"""From then on 6 June is a holiday, and the day after Whit Sunday is none: lag (2004:1320)."""


@lru_cache(maxsize=256)
def _weekday_holidays(year: int) -> frozenset[date]:
    """Holidays that may fall on a weekday, lag (1989:253) om allmänna helgdagar 1 §, and the three eves on which banks are
    closed, too. Half-days such as Maundy Thursday are none: banks settle then as usual."""
    easter = _easter(year)
    fixed = [(1, 1), (1, 6), (5, 1), (12, 24), (12, 25), (12, 26), (12, 31)]
    moved = [easter - timedelta(days=2), easter + timedelta(days=1), easter + timedelta(days=39)]
    if year >= _NATIONAL_DAY_SINCE:
        fixed.append((6, 6))
    else:
        moved.append(easter + timedelta(days=50))
    # Midsummer Day is the Saturday from 20 to 26 June; its eve is a Friday.
    first = date(year, 6, 19)
    moved.append(first + timedelta(days=(calendar.FRIDAY - first.weekday()) % 7))
    return frozenset([*(date(year, month, day) for month, day in fixed), *moved])


def _easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher."""
    golden, century, rest = year % 19, year // 100, year % 100
    shift = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - century // 4 - shift + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    correction = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * correction + 114, 31)
    return date(year, month, day + 1)


def is_banking_day(day: date) -> bool:
    """Whether banks settle: not on weekends, public holidays, nor Midsummer, Christmas and New Year's Eve."""
    return day.weekday() < calendar.SATURDAY and day not in _weekday_holidays(day.year)


def next_banking_day(day: date) -> date:
    """The day itself where it is a banking day, else the first one after it."""
    while not is_banking_day(day):
        day += ONE_DAY
    return day


def banking_days_before(day: date, days: int) -> date:
    """The banking day that lies so many banking days before a day.

    >>> banking_days_before(date(2026, 11, 16), 2)
    datetime.date(2026, 11, 12)
    """
    for _ in range(days):
        day -= ONE_DAY
        while not is_banking_day(day):
            day -= ONE_DAY
    return day


def banking_days_after(day: date, days: int) -> date:
    """The banking day so many banking days after a day.

    >>> banking_days_after(date(2026, 12, 23), 3)
    datetime.date(2026, 12, 30)
    """
    for _ in range(days):
        day = next_banking_day(day + ONE_DAY)
    return day


def days_after(day: date, days: int) -> date:
    """The calendar day so many days later."""
    return day + timedelta(days=days)


def months_after(day: date, months: int) -> date:
    """The day of the same number so many months later, the month's last day where it has none of that number.

    Lag (1930:173) om beräkning av lagstadgad tid 1 § counts months and years so.
    """
    years, month_index = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = calendar.monthrange(years, month_index + 1)[1]
    return date(years, month_index + 1, min(day.day, last))


def years_after(day: date, years: int) -> date:
    """The same day so many years later; 29 February becomes 28 February, lag (1930:173) 1 §."""
    return months_after(day, 12 * years)


def stockholm_date(moment: datetime) -> date:
    """The calendar day in Sweden at a moment, which must say its offset."""
    if moment.tzinfo is None:
        raise ValueError("a moment must say its offset from UTC")
    return moment.astimezone(STOCKHOLM).date()


def stockholm_midnight(day: date) -> datetime:
    """The moment at which a day begins in Sweden."""
    return datetime(day.year, day.month, day.day, tzinfo=STOCKHOLM)


def quarter_of(day: date) -> int:
    """1 to 4."""
    return (day.month + 2) // 3


def half_year_of(day: date) -> int:
    """1 from January, 2 from July."""
    return 1 if day.month <= 6 else 2


@dataclass(frozen=True, slots=True)
class FinancePeriod:
    """A payout's period, with the numbers that its interval has; both dates belong to the period."""

    finance_interval: Interval
    finance_period_start_date: date
    finance_period_end_date: date
    finance_period_year: int
    finance_period_half_year: int
    finance_period_quarter: int
    finance_period_month: int | None = None
    finance_period_week: int | None = None
    finance_period_day: int | None = None


def finance_period(day: date, interval: Interval) -> FinancePeriod:
    """The period of that length that the day falls in; weeks are ISO 8601 weeks, Monday to Sunday."""
    if interval == "daily":
        return _period(interval, day, day, day, day_number=day.timetuple().tm_yday)
    if interval == "weekly":
        monday = day - timedelta(days=day.weekday())
        # A week belongs to the year, and here to the quarter, of its Thursday.
        thursday = monday + timedelta(days=3)
        return _period(interval, monday, monday + timedelta(days=6), thursday, week=day.isocalendar().week)
    months = 1 if interval == "monthly" else 3
    start = date(day.year, day.month - (day.month - 1) % months, 1)
    end = months_after(start, months) - ONE_DAY
    return _period(interval, start, end, start, month=start.month if interval == "monthly" else None)


def _period(
    interval: Interval,
    start: date,
    end: date,
    anchor: date,
    *,
    month: int | None = None,
    week: int | None = None,
    day_number: int | None = None,
) -> FinancePeriod:
    return FinancePeriod(
        finance_interval=interval,
        finance_period_start_date=start,
        finance_period_end_date=end,
        finance_period_year=anchor.year,
        finance_period_half_year=half_year_of(anchor),
        finance_period_quarter=quarter_of(anchor),
        finance_period_month=month,
        finance_period_week=week,
        finance_period_day=day_number,
    )
