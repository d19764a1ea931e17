"""Every run begins at the same moment, in this process and in those that it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date, timedelta

from fordran import clock
from tests.commands.running import environment
from tests.same_day import MOMENT

_FIRST = date.fromisoformat(os.environ.get("FORDRAN_TEST_MOMENT", str(MOMENT))[:10])
"""A run that takes hours, or was asked to begin late in the evening, may come to the day after."""


def test_this_process_is_on_the_day_of_the_run() -> None:
    assert clock.stockholm_date(clock.now()) - _FIRST in (timedelta(0), timedelta(1))


def test_a_process_that_is_started_is_there_too() -> None:
    program = "from fordran import clock; print(clock.unix())"
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, text=True, check=True, timeout=60
    )
    assert abs(float(done.stdout) - clock.unix()) < timedelta(minutes=10).total_seconds()
