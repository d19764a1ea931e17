"""The press: invoices are printed beside whatever else is due, several portions at once.

One portion is typeset while another is read or stored, so that no renderer waits for a disk.
"""

from __future__ import annotations

from fordran.actions.days.run_day import PRINT_INVOICES
from fordran.worker.schedule import ScheduledJob

AT_ONCE = 2


def split_print_jobs(work: tuple[ScheduledJob, ...]) -> list[tuple[ScheduledJob, ...]]:
    """The duties as they run beside each other: those that take turns, and printing as often as it runs at once."""
    printing = tuple(duty for duty in work if duty.name == PRINT_INVOICES.name)
    in_turn = tuple(duty for duty in work if duty not in printing)
    return [in_turn, *([printing] * AT_ONCE)]
