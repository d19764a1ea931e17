"""Every test run begins at one moment, so that no result depends on the date, the hour or the weekday.

Time passes from there as it does. Processes that tests start begin where the run is: Python imports `sitecustomize` of this
folder at their start. PostgreSQL keeps the machine's time; only the audit log asks it.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tests.same_day.sitecustomize import BEHIND, follow_run

MOMENT = datetime(2026, 11, 18, 10, tzinfo=ZoneInfo("Europe/Stockholm"))
"""A Wednesday morning: banks are open on this day and the next. `FORDRAN_TEST_MOMENT` chooses another, to try it."""
_HERE = str(Path(__file__).parent)


def begin_run() -> None:
    """Move this process to the moment, or to where the run is that started it, and with it what it starts."""
    if BEHIND not in os.environ:
        asked = os.environ.get("FORDRAN_TEST_MOMENT")
        moment = datetime.fromisoformat(asked) if asked else MOMENT
        os.environ[BEHIND] = str(time.time() - moment.timestamp())
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if _HERE not in folders:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*folders, _HERE]))
    follow_run()


def real_now() -> datetime:
    """The moment by the machine's clock, which PostgreSQL has."""
    return datetime.fromtimestamp(time.time() + float(os.environ[BEHIND]), UTC)
