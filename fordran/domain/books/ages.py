"""Ages: how long a claim has been due, in the steps that reports sort open claims by."""

from bisect import bisect_right
from datetime import date
from typing import Literal, TypeAlias, get_args

Age: TypeAlias = Literal["not_due", "1_30", "31_60", "61_90", "91_180", "181_365", "over_365"]
"""Days past the due date."""

AGES: tuple[Age, ...] = get_args(Age)
_FIRST_DAYS = (1, 31, 61, 91, 181, 366)
"""The first day past due of each age but the first."""


def age_of(due: date, at: date) -> Age:
    """The age on a day of a claim that falls due on another; on its due date it is not late.

    >>> age_of(date(2026, 3, 31), date(2026, 3, 31)), age_of(date(2026, 3, 31), date(2026, 4, 1))
    ('not_due', '1_30')
    """
    return AGES[bisect_right(_FIRST_DAYS, (at - due).days)]
