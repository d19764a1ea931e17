"""A claim against the wrong person was never owed: all is taken off, and what was paid to us is owed back."""

from datetime import date

import pytest

from fordran.domain.claims.statement import booked, statement
from tests.domain.casebook import read

BEGINS = """
    due 2026-08-31
    2026-08-01  capital 1425.00
    2026-09-07  fee reminder 60.00
    2026-10-05  pay 1000.00
"""


@pytest.mark.parametrize(
    ("more", "refund", "closed", "remark"),
    [
        ("2026-10-07 close wrong_person", 100_000, "2026-10-07", "it is owed back whole, what covered fees and interest too"),
        ("2026-10-07 close wrong_person\n2026-10-09 pay 200.00", 120_000, "2026-10-07", "what comes later too"),
        ("2026-10-06 cancel\n2026-10-07 close wrong_person", 100_000, "2026-10-07", "of one that was closed before"),
        ("2026-10-06 credit 1425.00\n2026-10-07 close wrong_person", 100_000, "2026-10-07", "of one that was credited"),
        ("2026-10-07 close wrong_person\n2026-10-09 credit 100.00", 100_000, "2026-10-07", "a later credit is of nothing"),
    ],
)  # fmt: skip
def test_all_is_taken_off(more: str, refund: int, closed: str, remark: str) -> None:
    case = read(BEGINS + more)
    found = booked(case.facts, case.terms)
    assert (found.remaining, found.refund) == (0, refund), remark
    assert (found.interest.added, found.costs.added, found.capital.settled) == (0, 0, 0), remark
    assert found.closed is not None
    assert (found.closed.date, found.closed.reason) == (date.fromisoformat(closed), "wrong_person"), remark


def test_before_that_day_it_is_as_it_was_known() -> None:
    case = read(BEGINS + "2026-10-07 close wrong_person")
    before = statement(case.facts, case.terms, date(2026, 10, 6))
    assert before.closed is None
    assert before.costs.added == 6000
