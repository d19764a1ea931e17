"""Imported by Python at the start of each process that a test run starts."""

from __future__ import annotations

import os
import time

BEHIND = "TEST_SECONDS_BEHIND"
"""How far the run is behind the machine's clock: a variable of the environment, which started processes inherit."""


def follow_run() -> None:
    """Move this process to where the run is, unless it is there."""
    import time_machine

    if not time_machine.escape_hatch.is_travelling():
        time_machine.travel(time.time() - float(os.environ[BEHIND]), tick=True).start()


if BEHIND in os.environ:
    follow_run()
