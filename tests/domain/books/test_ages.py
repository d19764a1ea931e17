"""How old a claim is: the day of each step, and how it is written."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from fordran.domain.books.ages import AGES, Age, age_of
from fordran.texts.catalogue import texts

DUE = date(2026, 3, 31)


@pytest.mark.parametrize(
    ("days", "age"),
    [
        (-400, "not_due"),
        (0, "not_due"),
        (1, "1_30"),
        (30, "1_30"),
        (31, "31_60"),
        (60, "31_60"),
        (61, "61_90"),
        (90, "61_90"),
        (91, "91_180"),
        (180, "91_180"),
        (181, "181_365"),
        (365, "181_365"),
        (366, "over_365"),
        (9999, "over_365"),
    ],
)
def test_a_claim_is_as_old_as_the_days_past_its_due_date(days: int, age: Age) -> None:
    assert age_of(DUE, DUE + timedelta(days=days)) == age


def test_ages_are_written_in_one_way() -> None:
    assert [texts("sv").of("age", age) for age in AGES] == [
        "Ej förfallet", "1–30 dagar", "31–60 dagar", "61–90 dagar", "91–180 dagar", "181–365 dagar", "Över 365 dagar",
    ]  # fmt: skip
    assert [texts("en").of("age", age) for age in AGES][:2] == ["Not due", "1–30 days"]
