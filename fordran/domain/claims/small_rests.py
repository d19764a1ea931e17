"""Small rests: what is too little to be asked for, and from which day it is enough, since interest runs.

Less than the case's limit for writing off is written off after a payment or a crediting (replay.py); what is so little
without either stays owed, and no letter, fee or step is for it. See docs/rules/what-is-owed.md.
"""

import datetime as dt
from collections.abc import Sequence

from fordran.domain.claims.facts import ClaimTerms, Fact
from fordran.domain.claims.statement import statement
from fordran.domain.days import days_after
from fordran.domain.house_rules import rule_changes, rule_on

LOOKED_AHEAD_DAYS = 11 * 366
"""Longer than any claim lives without being asked for: preskriptionslag (1981:130) 2 §."""


def least_asked(terms: ClaimTerms, day: dt.date) -> int:
    """The least that a letter or a step is for on a day, in öre. Where nothing is written off, all is owed."""
    return max(terms.rest_below(day), rule_on("least_written_about", day))


def asked_from(facts: Sequence[Fact], terms: ClaimTerms, today: dt.date) -> dt.date | None:
    """The first day from today on which enough is owed to be asked for; None where that day does not come."""
    last = days_after(today, LOOKED_AHEAD_DAYS)
    # The debt only grows, but the limit changes with its rows: within each of them the day is searched for.
    changes = sorted({*terms.law.changes("write_off_below"), *rule_changes("least_written_about")})
    begins = [today, *(day for day in changes if today < day <= last)]
    for first, after in zip(begins, [*begins[1:], days_after(last, 1)], strict=True):
        found = _first_day(facts, terms, first, (after - first).days - 1)
        if found is not None:
            return found
    return None


def _first_day(facts: Sequence[Fact], terms: ClaimTerms, first: dt.date, days: int) -> dt.date | None:
    """The first of some days on which enough is owed, of days under one row of the law."""

    def is_enough(number: int) -> bool:
        day = days_after(first, number)
        return statement(facts, terms, day).remaining >= least_asked(terms, day)

    if is_enough(0):
        return first
    too_early, late_enough = 0, days
    if not is_enough(late_enough):
        return None
    while late_enough - too_early > 1:
        between = (too_early + late_enough) // 2
        too_early, late_enough = (too_early, between) if is_enough(between) else (between, late_enough)
    return days_after(first, late_enough)
