"""The only reader of time.

Real time serves tokens, rate limits, retries, `_created` and `_updated`. The business clock is real time moved forward
by the whole days that a sandbox installation has asked for; histories, steps, letters, bookings and interest follow it.
"""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

STOCKHOLM = ZoneInfo("Europe/Stockholm")


def now() -> datetime:
    """The present moment in UTC, in whole seconds, which is the finest the interface shows."""
    return datetime.now(UTC).replace(microsecond=0)


def unix() -> float:
    """Seconds since 1970, with fractions."""
    return time.time()


def monotonic() -> float:
    """Seconds that only ever grow, for measuring how long something took."""
    return time.monotonic()


def have_passed(seconds: float) -> Callable[[], bool]:
    """Tells, whenever it is asked, whether so many seconds have passed since now."""
    until = monotonic() + seconds
    return lambda: monotonic() > until


def sleep(seconds: float) -> None:
    """Let time pass."""
    time.sleep(seconds)


def business(now: datetime, offset_days: int) -> datetime:
    """The moment of the business, when its clock is `offset_days` ahead of real time.

    Days are counted by the clock on the wall in Sweden: a day of 23 or 25 hours is one day, so that no date is skipped
    or comes twice.
    """
    if not offset_days:
        return now
    return (now.astimezone(STOCKHOLM) + timedelta(days=offset_days)).astimezone(UTC)


def end_of_day(day: date) -> datetime:
    """The last moment of a day in Stockholm."""
    after = day + timedelta(days=1)
    return datetime(after.year, after.month, after.day, tzinfo=STOCKHOLM).astimezone(UTC) - timedelta(microseconds=1)


def start_of_day(day: date) -> datetime:
    """The first moment of a day in Stockholm."""
    return datetime(day.year, day.month, day.day, tzinfo=STOCKHOLM).astimezone(UTC)


def stockholm_date(moment: datetime) -> date:
    """The calendar day in Sweden at a moment, which is the day that deadlines and interest count by."""
    if moment.tzinfo is None:
        raise ValueError("A moment without a time zone has no date in Stockholm.")
    return moment.astimezone(STOCKHOLM).date()
