"""The clock: what the present is, what day it is in Sweden, and `fordran clock`, by which a sandbox moves it."""

import json
import subprocess
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran import clock
from tests.commands.running import fordran


def test_now_is_in_utc_and_whole_seconds() -> None:
    before = clock.unix()
    now = clock.now()
    assert now.tzinfo is UTC
    assert now.microsecond == 0
    assert before - 1 <= now.timestamp() <= clock.unix()


@pytest.mark.parametrize(
    ("moment", "days", "business", "remark"),
    [
        (datetime(2026, 3, 28, 12, 30, tzinfo=UTC), 0, datetime(2026, 3, 28, 12, 30, tzinfo=UTC), "real time"),
        (datetime(2026, 5, 28, 12, 30, tzinfo=UTC), 2, datetime(2026, 5, 30, 12, 30, tzinfo=UTC), "two days"),
        (datetime(2026, 3, 28, 12, 30, tzinfo=UTC), 2, datetime(2026, 3, 30, 11, 30, tzinfo=UTC), "into summer time"),
        (datetime(2026, 10, 24, 12, 30, tzinfo=UTC), 2, datetime(2026, 10, 26, 13, 30, tzinfo=UTC), "out of it"),
        (datetime(2026, 3, 28, 1, 30, tzinfo=UTC), 1, datetime(2026, 3, 29, 1, 30, tzinfo=UTC), "an hour that is not"),
        (datetime(2026, 5, 28, 12, 30, tzinfo=UTC), -2, datetime(2026, 5, 26, 12, 30, tzinfo=UTC), "two days ago"),
    ],
)
def test_the_business_clock_stands_whole_days_ahead_by_the_clock_on_the_wall(
    moment: datetime, days: int, business: datetime, remark: str
) -> None:
    assert clock.business(moment, days) == business, remark


@given(st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1)), st.integers(-400, 4000))  # noqa: DTZ001
def test_every_day_of_the_offset_is_one_date(naive: datetime, days: int) -> None:
    now = naive.replace(tzinfo=UTC, microsecond=0)
    today = clock.stockholm_date(now)
    assert clock.stockholm_date(clock.business(now, days)) == today + timedelta(days=days)


@pytest.mark.parametrize(
    ("moment", "day", "remark"),
    [
        (datetime(2026, 1, 31, 22, 59, 59, tzinfo=UTC), date(2026, 1, 31), "winter: one hour ahead"),
        (datetime(2026, 1, 31, 23, 0, tzinfo=UTC), date(2026, 2, 1), "winter: midnight in Stockholm"),
        (datetime(2026, 7, 31, 21, 59, 59, tzinfo=UTC), date(2026, 7, 31), "summer: two hours ahead"),
        (datetime(2026, 7, 31, 22, 0, tzinfo=UTC), date(2026, 8, 1), "summer: midnight in Stockholm"),
    ],
)
def test_the_day_is_the_one_in_stockholm(moment: datetime, day: date, remark: str) -> None:
    assert clock.stockholm_date(moment) == day, remark


def test_a_moment_without_a_zone_has_no_day() -> None:
    with pytest.raises(ValueError, match="without a time zone"):
        clock.stockholm_date(datetime(2026, 1, 1))  # noqa: DTZ001


# The command ------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sandbox(data: Path) -> Path:
    """An installation whose first command says that it is a sandbox."""
    assert fordran("clock", "show", "--data", data, extra={"FORDRAN_SANDBOX": "true"}).returncode == 0
    return data


def _clock(data: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return fordran("clock", *arguments, "--json", "--data", data)


def test_a_sandbox_moves_its_clock_by_days_and_to_a_date(sandbox: Path) -> None:
    before = json.loads(_clock(sandbox, "show").stdout)
    assert before["sandbox"] is True
    start = date.fromisoformat(before["date"])
    moved = _clock(sandbox, "advance", "--days", 3)
    assert moved.returncode == 0, moved.stderr
    said = json.loads(moved.stdout)
    assert (said["date"], said["days"]) == ((start + timedelta(days=3)).isoformat(), 3)
    assert said.keys() >= {"steps", "letters", "fees", "interest", "paid", "closed", "payouts"}
    target = start + timedelta(days=10)
    assert json.loads(_clock(sandbox, "set", target).stdout)["days"] == 7
    assert json.loads(_clock(sandbox, "set", target).stdout)["days"] == 0, "it stands there already"
    shown = json.loads(_clock(sandbox, "show").stdout)
    assert (shown["date"], shown["offset_days"]) == (target.isoformat(), 10)
    for_people = fordran("clock", "advance", "--days", 1, "--data", sandbox)
    assert f"date      {target + timedelta(days=1)}\n" in for_people.stdout


def test_the_clock_goes_forward_only(sandbox: Path) -> None:
    today = json.loads(_clock(sandbox, "show").stdout)["date"]
    for arguments in (["advance", "--days", -1], ["set", "2020-01-01"], ["set", "2200-01-01"]):
        refused = _clock(sandbox, *arguments)
        assert (refused.returncode, refused.stdout) == (2, ""), arguments
        assert refused.stderr.startswith(f"The clock is at {today}: it only goes forward"), arguments
    refused = _clock(sandbox, "set", "tomorrow")
    assert (refused.returncode, refused.stderr) == (2, "'tomorrow' is not a day: write it as 2026-12-24.\n")


def test_the_clock_of_a_real_installation_cannot_be_moved(tmp_path: Path) -> None:
    refused = _clock(tmp_path, "advance", "--days", 1)
    assert refused.returncode == 2
    assert refused.stderr.endswith("The clock of an installation that is not a sandbox cannot be moved.\n")
