"""Small rests: what is too little to be asked for, and from which day it is enough, since interest runs.

Less than the case's limit for writing off is written off after a payment or a crediting (replay.py); what is so little
without either stays owed, and no letter, fee or step is for it. See docs/rules/what-is-owed.md.
"""

import datetime as dt
from collections.abc import Sequence

from fordran.domain.claims.facts import Fact, Terms
from fordran.domain.claims.statement import statement
from fordran.domain.days import days_after

LEAST_WRITTEN_ABOUT = 1_00
"""Where nothing is written off, all is owed, but nobody is written to about less than this."""

LOOKED_AHEAD_DAYS = 11 * 366
"""Longer than any claim lives without being asked for: preskriptionslag (1981:130) 2 §."""


def least_asked(terms: Terms) -> int:
    """The least that a letter or a step is for, in öre."""
    return max(terms.write_off_below, LEAST_WRITTEN_ABOUT)


def asked_from(facts: Sequence[Fact], terms: Terms, today: dt.date) -> dt.date | None:
    """The first day from today on which enough is owed to be asked for; None where that day does not come."""

    def is_enough(days: int) -> bool:
        return statement(facts, terms, days_after(today, days)).remaining >= least_asked(terms)

    if is_enough(0):
        return today
    too_early, late_enough = 0, LOOKED_AHEAD_DAYS
    if not is_enough(late_enough):
        return None
    while late_enough - too_early > 1:
        between = (too_early + late_enough) // 2
        too_early, late_enough = (too_early, between) if is_enough(between) else (between, late_enough)
    return days_after(today, late_enough)
