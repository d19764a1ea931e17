"""When a delivery is tried again, and when it is given up."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.service.retries import GIVE_UP_AFTER, hold_after, is_given_up, next_try, wait_after

FIRST = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)
MIDDLE = 500


@pytest.mark.parametrize(
    ("failures", "seconds", "remark"),
    [
        (1, 5, "soon: most troubles are a restart"),
        (2, 20, "each wait four times the one before"),
        (3, 80, ""),
        (4, 320, ""),
        (5, 1280, "21 minutes"),
        (6, 5120, "85 minutes"),
        (7, 20480, "almost 6 hours"),
        (8, 28800, "never more than 8 hours"),
        (9, 28800, ""),
        (1000, 28800, "however long"),
    ],
)
def test_waits_grow_to_eight_hours(failures: int, seconds: int, remark: str) -> None:
    assert wait_after(failures) == timedelta(seconds=seconds), remark


@pytest.mark.parametrize(
    ("after", "failures", "chance", "expected", "remark"),
    [
        (timedelta(0), 1, MIDDLE, timedelta(seconds=5), "in the middle of chance the wait itself"),
        (timedelta(0), 1, 0, timedelta(seconds=3.75), "a quarter shorter at the least"),
        (timedelta(0), 1, 1000, timedelta(seconds=6.25), "a quarter longer at the most"),
        (timedelta(hours=60), 12, MIDDLE, timedelta(hours=68), "counted from now, not from the first try"),
        (timedelta(hours=70), 12, MIDDLE, timedelta(hours=72), "the last try is at 72 hours, not beyond"),
        (timedelta(hours=71, minutes=59, seconds=59), 12, 0, timedelta(hours=72), "also a second before"),
        (timedelta(hours=72), 12, MIDDLE, None, "at 72 hours it is given up"),
        (timedelta(hours=100), 1, 0, None, "and later"),
    ],
)
def test_the_next_try(after: timedelta, failures: int, chance: int, expected: timedelta | None, remark: str) -> None:
    again = next_try(FIRST, FIRST + after, failures, chance)
    assert again == (None if expected is None else FIRST + expected), remark


@given(st.lists(st.integers(0, 1000), min_size=60, max_size=60))
def test_whatever_chance_says_a_receiver_has_three_days_and_some_tries(chances: list[int]) -> None:
    now, tries = FIRST, 1
    for chance in chances:
        again = next_try(FIRST, now, tries, chance)
        if again is None:
            break
        assert again > now
        now, tries = again, tries + 1
    assert now == FIRST + GIVE_UP_AFTER
    assert 14 <= tries <= 22


@pytest.mark.parametrize(("failures", "seconds"), [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (50, 60), (10**6, 60)])
def test_a_failing_receiver_is_left_alone_for_up_to_a_minute(failures: int, seconds: int) -> None:
    assert hold_after(failures) == timedelta(seconds=seconds)


@pytest.mark.parametrize(("hours", "expected"), [(0, False), (71, False), (72, True), (1000, True)])
def test_a_receiver_is_given_up_after_72_hours(hours: int, expected: bool) -> None:
    assert is_given_up(FIRST, FIRST + timedelta(hours=hours)) is expected


def test_the_page_says_the_waits_as_they_are() -> None:
    page = (Path(__file__).parents[3] / "docs/events.md").read_text()
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) (seconds|minutes|hours) \|", page, re.MULTILINE)
    units = {"seconds": 1, "minutes": 60, "hours": 3600}
    assert len(rows) == 8
    for failures, number, unit in rows:
        said = float(number) * units[unit]
        assert abs(said - wait_after(int(failures)).total_seconds()) <= 0.05 * said, failures
