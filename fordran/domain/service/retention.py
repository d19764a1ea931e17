"""How long what is known of a person is kept: the stages of erasing, the days they are reached on, and the law that says so.

Personal data is kept no longer than its purpose asks (GDPR article 5.1 e). A claim's purpose ends some time after its case was
closed, when questions and complaints about it have run out; then the customer is *pseudonymised*. What the bookkeeping rests on
is kept for its own time (bokföringslagen 7 kap. 2 §), and then *anonymised*. Each noun has the rules for the columns of
its own tables, and `store/retention.py` joins them.
"""

from datetime import date
from typing import Literal, TypeAlias

from fordran.domain.days import months_after

ERASE_AFTER_MONTHS = 36
"""Inkasso practice under inkassolagen 4 § and GDPR article 5.1 e: as long as a consumer's claim can be disputed in court, which
preskriptionslagen 2 § ends after three years."""

BOOKKEEPING_YEARS = 7
"""Bokföringslag (1999:1078) 7 kap. 2 §: to the seventh year after the calendar year in which the fiscal year ended."""

PSEUDONYMISED: Literal["pseudonymised"] = "pseudonymised"
"""Everything but bookkeeping is erased, and a keyed hash replaces the person's name."""
ANONYMISED: Literal["anonymised"] = "anonymised"
"""The basis of the bookkeeping is erased, too, except amounts, dates and document numbers."""
KEPT: Literal["kept"] = "kept"
"""Never: it tells of nobody, or the law wants it."""

ErasureStage: TypeAlias = Literal["pseudonymised", "anonymised"]
"""How far a row is erased."""

FileToRemove: TypeAlias = Literal[
    "media",  # the bytes of a file, by its id
    "print",  # what was given to the printer, by its envelope's id
    "order",  # the file of an order to the bank, by the order's id
]

GONE = "Gallrad"
"""The name of somebody who is not known any more."""


def erasable_from(closed: date, months: int = ERASE_AFTER_MONTHS) -> date:
    """The first day on which a case that was closed on a day may be erased.

    >>> erasable_from(date(2024, 2, 29)).isoformat()
    '2027-02-28'
    """
    return months_after(closed, months)


def bookkeeping_kept_until(booked_on: date, fiscal_year_end_month: int = 12) -> date:
    """The last day on which the bookkeeping of a day has to be kept: bokföringslagen 7 kap. 2 §.

    >>> bookkeeping_kept_until(date(2026, 3, 1)).isoformat(), bookkeeping_kept_until(date(2026, 9, 1), 6).isoformat()
    ('2033-12-31', '2034-12-31')
    """
    ended = booked_on.year if booked_on.month <= fiscal_year_end_month else booked_on.year + 1
    return date(ended + BOOKKEEPING_YEARS, 12, 31)


STORAGE_LIMITATION = "GDPR article 5.1 e"
BOOKKEEPING = "bokföringslagen 7 kap. 2 §"
VERIFICATION = "bokföringslagen 5 kap. 6–7 §§ and 7 kap. 2 §"
SALES_INVOICE = "mervärdesskattelagen 17 kap. 24 §, bokföringslagen 7 kap. 2 §"
SECURITY = "GDPR article 32"
ACCOUNTABILITY = "GDPR article 5.2"
NOT_PERSONAL = "no personal data (GDPR article 4.1)"
