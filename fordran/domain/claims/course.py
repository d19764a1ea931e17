"""How a debt went: what was owed at the end of days that are spread evenly over its time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from fordran.domain.claims.facts import ClaimTerms, Fact
from fordran.domain.claims.statement import DebtStatement, statement


def course(facts: Iterable[Fact], terms: ClaimTerms, first: dt.date, last: dt.date, most: int) -> list[DebtStatement]:
    """Statements from about the first day to exactly the last, as far apart as it takes for there to be no more than `most`."""
    known = list(facts)
    return [statement(known, terms, day) for day in spread_days(first, last, most)]


def spread_days(first: dt.date, last: dt.date, most: int) -> list[dt.date]:
    """At most so many days, equally far apart, of which the last is one. Nothing where the first comes after it."""
    apart = max(1, -(-(last - first).days // (most - 1)))
    back = range((last - first).days // apart, -1, -1)
    return [last - dt.timedelta(days=apart * steps) for steps in back]
