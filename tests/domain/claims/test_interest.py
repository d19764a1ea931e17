"""Interest against known answers and a count day by day."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.claims.interest import CaseInterestRate, InterestAccrual, interest, pieces
from fordran.domain.law.reference_rates import rate_on
from fordran.domain.money import half_up


@pytest.mark.parametrize(
    ("capital", "from_date", "to_date", "split", "amount", "remark"),
    [
        (10_000, "2026-01-01", "2026-01-31", [(30, 10)], "82.19", "one rate"),
        (50_000, "2026-03-01", "2026-03-31", [(30, 10)], "410.96", "one rate"),
        (10_000, "2024-12-01", "2025-02-01", [(30, 12), (32, 11)], "195.07", "the rate changes on 1 January"),
        (1_000, "2024-02-15", "2024-03-15", [(29, 12)], "9.53", "365 days in a leap year too"),
        (6_780, "2020-12-31", "2021-04-20", [(110, 8)], "163.46", "both 1 January and 20 April counted"),
        (1_425, "2026-08-31", "2026-10-05", [(35, 10)], "13.66", "due in August, paid in October"),
        (10_000, "2016-06-30", "2016-07-01", [(1, 7.5)], "2.05", "the first day of a negative reference rate"),
        (10_000, "2026-07-01", "2026-07-01", [], "0", "no day, no interest"),
        (10_000, "2026-07-02", "2026-07-01", [], "0", "paid before due"),
    ],
)
def test_interest(
    capital: int, from_date: str, to_date: str, split: list[tuple[int, float]], amount: str, remark: str
) -> None:
    period = date.fromisoformat(from_date), date.fromisoformat(to_date)
    found = pieces(capital * 100, *period)
    assert [(piece.days, piece.rate_percent) for piece in found] == split, remark
    assert interest(capital * 100, *period) == int(Decimal(amount) * 100), remark


def test_an_agreed_rate_knows_no_half_years() -> None:
    found = pieces(100_000, date(2024, 1, 1), date(2026, 1, 1), CaseInterestRate(Decimal("24")))
    assert [(piece.days, piece.rate_percent) for piece in found] == [(731, 24)]
    assert interest(100_000, date(2024, 1, 1), date(2025, 1, 1), CaseInterestRate(Decimal("24"))) == half_up(
        Fraction(24000 * 366, 365)
    )


def test_interest_past_the_last_published_half_year_is_said_to_be_provisional() -> None:
    found = pieces(100_000, date(2026, 12, 30), date(2027, 1, 2))
    assert [(piece.days, piece.provisional) for piece in found] == [(1, False), (2, True)]


days = st.dates(date(2000, 1, 1), date(2030, 1, 1))


@given(st.integers(0, 10**10), days, st.integers(-5, 2500))
def test_interest_is_the_sum_of_its_days(base: int, from_date: date, length: int) -> None:
    to_date = from_date + timedelta(days=length)
    exact = sum(
        (
            Fraction(base) * Fraction(rate_on(from_date + timedelta(days=n))[0] + 8) / 36500
            for n in range(1, length + 1)
        ),
        Fraction(0),
    )
    assert interest(base, from_date, to_date) == half_up(exact)
    assert sum(piece.days for piece in pieces(base, from_date, to_date)) == max(0, length)


@given(st.lists(st.fractions(0, 1000, max_denominator=36500)))
def test_rounded_parts_always_sum_to_the_rounded_sum(parts: list[Fraction]) -> None:
    stretch = InterestAccrual()
    rounded = [stretch.book(part) for part in parts]
    for n in range(len(parts) + 1):
        assert sum(rounded[:n]) == half_up(sum(parts[:n], Fraction(0)))
    assert all(part >= 0 for part in rounded)
