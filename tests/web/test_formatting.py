"""Days and moments as pages show them: by the clock in Sweden."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from fordran.shape.moments import moment_of
from fordran.web.formatting import day_in


@pytest.mark.parametrize(
    ("value", "day"),
    [
        (moment_of("2026-11-16"), date(2026, 11, 16)),
        (moment_of("2026-11-16T00:00:00Z"), date(2026, 11, 16)),
        (moment_of("2026-11-16T23:30:00Z"), date(2026, 11, 17)),
        (moment_of("Mon, 16 Nov 2026 23:30:00 GMT"), date(2026, 11, 17)),
        (datetime(2026, 7, 1, 22, 30, tzinfo=UTC), date(2026, 7, 2)),
        (date(2026, 11, 16), date(2026, 11, 16)),
        (None, None),
    ],
)
def test_a_day_is_swedens(value: date | None, day: date | None) -> None:
    assert day_in(value) == day
