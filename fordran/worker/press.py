"""The press: invoices are printed and letters made beside whatever else is due, several portions at once.

A document that takes long to render delays no other job. One portion is typeset while another is read or stored, so that no
renderer waits for a disk.
"""

from __future__ import annotations

from fordran.actions.days.run_day import MAKE_LETTERS, PRINT_INVOICES
from fordran.worker.schedule import ScheduledJob

AT_ONCE = 2
RENDERS = (PRINT_INVOICES.name, MAKE_LETTERS.name)
LANES = 1 + AT_ONCE * len(RENDERS)
"""How many duties run beside each other, each with its connection."""


def split_print_jobs(work: tuple[ScheduledJob, ...]) -> list[tuple[ScheduledJob, ...]]:
    """The duties as they run beside each other: those that take turns, and each that renders as often as it runs at once."""
    rendering = [duty for duty in work if duty.name in RENDERS]
    in_turn = tuple(duty for duty in work if duty not in rendering)
    return [in_turn, *((duty,) for duty in rendering for _ in range(AT_ONCE))]
