"""The day on which letters leave, and the least time that they give. Every row is computed by hand from a calendar."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from fordran.domain.flow.dispatch import in_time, least_days, leaves_on, may_leave
from fordran.domain.house_rules import EDITION, EVER
from fordran.domain.kinds.channels import Channel

# Written on, by, leaves on, last day to pay at the earliest, why.
ROWS: tuple[tuple[str, Channel, str, str, str], ...] = (
    ("2026-11-18", "print", "2026-11-18", "2026-11-30", "a Wednesday; ten days later is a Saturday"),
    ("2026-11-18", "email", "2026-11-18", "2026-11-26", "eight days later is a Thursday"),
    ("2026-11-21", "print", "2026-11-23", "2026-12-03", "a Saturday: the batch leaves on Monday"),
    ("2026-11-22", "print", "2026-11-23", "2026-12-03", "a Sunday: the same batch"),
    ("2026-11-21", "email", "2026-11-21", "2026-11-30", "e-mail leaves on a Saturday; eight days later is a Sunday"),
    ("2026-12-16", "print", "2026-12-16", "2026-12-28", "ten days later is Boxing Day, a Saturday"),
    ("2026-12-24", "print", "2026-12-28", "2027-01-07", "Christmas Eve: the next banking day is the Monday"),
    ("2026-12-24", "email", "2026-12-24", "2027-01-04", "eight days later is New Year's Day, a Friday"),
    ("2026-12-31", "print", "2027-01-04", "2027-01-14", "New Year's Eve: banks are closed until Monday"),
    ("2027-01-06", "print", "2027-01-07", "2027-01-18", "Epiphany; ten days after the seventh is a Sunday"),
    ("2027-03-18", "email", "2027-03-18", "2027-03-30", "eight days later is Good Friday, and Easter Monday is closed"),
    ("2027-03-25", "print", "2027-03-25", "2027-04-05", "Maundy Thursday is a banking day; ten days later a Sunday"),
    ("2027-03-26", "print", "2027-03-30", "2027-04-09", "Good Friday: the batch leaves on Tuesday"),
    ("2027-05-06", "print", "2027-05-07", "2027-05-17", "Ascension Day"),
    ("2027-06-15", "print", "2027-06-15", "2027-06-28", "ten days later is Midsummer Eve"),
    ("2027-06-17", "email", "2027-06-17", "2027-06-28", "eight days later is Midsummer Eve"),
    ("2027-06-25", "print", "2027-06-28", "2027-07-08", "Midsummer Eve: the batch leaves on Monday"),
)


@pytest.mark.parametrize(("written", "channel", "leaves", "last_day", "why"), ROWS)
def test_the_day_of_a_letter_and_its_least_time(
    written: str, channel: Channel, leaves: str, last_day: str, why: str
) -> None:
    day = leaves_on(date.fromisoformat(written), channel, EDITION)
    assert day.isoformat() == leaves, why
    assert may_leave(day, channel, EDITION)
    assert in_time(day + timedelta(days=1), day, channel, EDITION).isoformat() == last_day, why


def test_a_longer_time_is_kept() -> None:
    assert in_time(date(2026, 12, 18), date(2026, 11, 18), "print", EDITION) == date(2026, 12, 18)


@pytest.mark.parametrize("channel", ["print", "email"])
def test_cases_of_earlier_rules_keep_their_days(channel: Channel) -> None:
    saturday = date(2026, 11, 21)
    assert leaves_on(saturday, channel, EVER) == saturday
    assert may_leave(saturday, channel, EVER)
    assert least_days(channel, EVER) == 0
    assert in_time(date(2026, 11, 24), saturday, channel, EVER) == date(2026, 11, 24)
    assert leaves_on(saturday, channel, EDITION - timedelta(days=1)) == saturday
