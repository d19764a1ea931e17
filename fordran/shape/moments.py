"""Moments on the wire: RFC 1123 and ISO 8601 in, either of them out, whole seconds in UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

STOCKHOLM = ZoneInfo("Europe/Stockholm")

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH_NUMBERS = {name.lower(): number for number, name in enumerate(_MONTHS, 1)}

# The weekday is not checked against the date: clients that build it by hand get it wrong, and nothing hangs on it.
_RFC_1123 = re.compile(
    r"(?:[A-Za-z]{3,9},? )?(\d{1,2}) ([A-Za-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (?:GMT|UTC|UT|Z|([+-])(\d{2})(\d{2}))",
    re.ASCII,
)
_ISO_8601 = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|z|[+-]\d{2}:?\d{2})?)?", re.ASCII
)


class NotAMoment(ValueError):
    """The text is neither an RFC 1123 nor an ISO 8601 moment."""


@lru_cache(maxsize=8192)
def moment_of(text: str) -> datetime:
    """The moment that `text` says, in UTC and whole seconds.

    A bare date is the beginning of that day in UTC, which is how the contract's own examples write dates.
    A time without an offset is taken as UTC.
    """
    try:
        return _moment_of(text)
    except (ValueError, OverflowError) as error:
        raise NotAMoment(text) from error


def _moment_of(text: str) -> datetime:
    if match := _RFC_1123.fullmatch(text):
        day, month, year, hour, minute, second, sign, offset_hours, offset_minutes = match.groups()
        number = _MONTH_NUMBERS.get(month.lower(), 0)
        moment = datetime(int(year), number, int(day), int(hour), int(minute), int(second), tzinfo=UTC)
        if sign:
            offset = timedelta(hours=int(offset_hours), minutes=int(offset_minutes))
            moment = moment - offset if sign == "+" else moment + offset
        return moment
    if match := _ISO_8601.fullmatch(text):
        year, month, day, hour, minute, second_or_none, zone = match.groups()
        clock = int(hour or 0), int(minute or 0), int(second_or_none or 0)
        return datetime(int(year), int(month), int(day), *clock, tzinfo=_zone(zone)).astimezone(UTC)
    raise NotAMoment(text)


def _zone(text: str | None) -> timezone:
    if text is None or text in "Zz":
        return UTC
    hours, minutes = int(text[1:3]), int(text[-2:])
    if minutes > 59:
        raise NotAMoment(text)
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if text[0] == "-" else offset)


@lru_cache(maxsize=8192)
def day_of(moment: datetime) -> date:
    """The calendar day that a moment in a body means.

    A date is written as midnight, in UTC by most clients and in Swedish time by some (22:00 or 23:00 GMT the day
    before). Both mean the Swedish day that has begun by then, which is the day in Stockholm.
    """
    try:
        return moment.astimezone(STOCKHOLM).date()
    except OverflowError:
        # The last hour of the year 9999 is in Sweden the next day, which no date can say.
        return date.max


def midnight(day: date) -> datetime:
    """The moment that a stored date is shown as."""
    return datetime.combine(day, time(), UTC)


@lru_cache(maxsize=8192)
def rfc_1123(moment: datetime) -> str:
    """`Tue, 03 Mar 2026 09:30:00 GMT`. The names are English whatever the process's locale."""
    m = moment.astimezone(UTC)
    return f"{_DAYS[m.weekday()]}, {m.day:02} {_MONTHS[m.month - 1]} {m.year:04} {m.hour:02}:{m.minute:02}:{m.second:02} GMT"


@lru_cache(maxsize=8192)
def iso_8601(moment: datetime) -> str:
    """`2026-03-03T09:30:00Z`."""
    m = moment.astimezone(UTC)
    return f"{m.year:04}-{m.month:02}-{m.day:02}T{m.hour:02}:{m.minute:02}:{m.second:02}Z"
