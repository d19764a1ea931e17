"""The reference rates that tests are written by: those up to 2026.

The next rate is published every half-year. Golden amounts that reach past the last one rest on it provisionally; were they to
follow every rate that is added, a row of law would change a dozen files of tests. `tests/domain/test_law.py` has all rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

from fordran.domain.days import months_after
from fordran.domain.law import reference_rates
from fordran.domain.law.reference_rates import ReferenceRate

ALL_RATES = reference_rates.REFERENCE_RATES
"""Every row, read before any is left out."""
LAST_HALF_YEAR = date(2026, 7, 1)


def hold_rates(rates: Sequence[ReferenceRate]) -> None:
    """Let these be all that is published."""
    reference_rates.REFERENCE_RATES = tuple(rates)
    reference_rates.FIRST_UNPUBLISHED_DAY = months_after(rates[-1].begins, 6)
    reference_rates._table.cache_clear()
    reference_rates.days_of_change.cache_clear()


def hold_the_tests_own() -> None:
    """Let the rates be published that were when the tests were written."""
    hold_rates([row for row in ALL_RATES if row.begins <= LAST_HALF_YEAR])


@contextmanager
def published(rates: Sequence[ReferenceRate]) -> Iterator[None]:
    """These rates, for as long as the block lasts."""
    hold_rates(rates)
    try:
        yield
    finally:
        hold_the_tests_own()
