"""Ages: how long a claim has been due, in the steps that reports sort open claims by."""

from bisect import bisect_right
from datetime import date
from typing import Literal, TypeAlias, get_args

from fordran.domain.languages import Language

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


def age_text(age: Age, language: Language = "sv") -> str:
    """The age as it is written, days with a dash between them.

    >>> age_text("not_due"), age_text("31_60"), age_text("over_365"), age_text("31_60", "en")
    ('Ej förfallet', '31–60 dagar', 'Över 365 dagar', '31–60 days')
    """
    days, not_due, over = ("dagar", "Ej förfallet", "Över") if language == "sv" else ("days", "Not due", "Over")
    if age == "not_due":
        return not_due
    first, _, last = age.partition("_")
    return f"{over} {last} {days}" if first == "over" else f"{first}–{last} {days}"
