"""The last day of a claim."""

from datetime import date

import pytest

from fordran.domain.flow.limitation import last_day_of_claim
from fordran.domain.flow.next_step import shown_day

D = date.fromisoformat


@pytest.mark.parametrize(
    ("interrupted", "is_consumer", "is_parking", "sued", "last", "remark"),
    [
        ([], True, False, None, "2027-03-01", "three years for a consumer"),
        ([], False, False, None, "2034-03-01", "ten otherwise"),
        (["2027-03-01"], True, False, None, "2030-03-01", "interrupted on the last day"),
        (["2027-03-02"], True, False, None, "2027-03-01", "a day late revives nothing"),
        (["2029-01-01", "2026-06-01"], True, False, None, "2032-01-01", "each within the term of the one before"),
        (["2030-01-01", "2026-06-01"], True, False, None, "2029-06-01", "but not past it"),
        (["2024-01-01"], True, False, None, "2027-03-01", "something earlier shortens nothing"),
        ([], True, True, None, "2026-03-01", "two years to sue for a parking fee"),
        (["2025-06-01"], True, True, None, "2026-03-01", "which no letter prolongs"),
        ([], True, True, "2026-03-01", "2029-03-01", "sued on the last day"),
        ([], True, True, "2026-03-02", "2026-03-01", "sued too late"),
        (["2026-09-01"], True, True, "2026-02-01", "2029-09-01", "sued, and the proceedings ended"),
    ],
)
def test_the_last_day(interrupted, is_consumer, is_parking, sued, last: str, remark: str) -> None:
    found = last_day_of_claim(
        D("2024-03-01"),
        [D(day) for day in interrupted],
        is_consumer=is_consumer,
        is_parking=is_parking,
        sued=D(sued) if sued else None,
    )
    assert found == D(last), remark


@pytest.mark.parametrize(
    ("step", "told", "remark"),
    [
        ("reminder", True, "a step has its day"),
        ("close_time_barred", True, "limitation itself is a step"),
        ("review", False, "a person decides, whenever that is"),
        ("letter", False, "a letter is about to leave"),
        (None, True, "too little is owed: looked at again then"),
    ],
)
def test_people_are_told_the_day_of_a_step_and_not_when_a_claim_that_waits_is_barred(
    step: str | None, told: bool, remark: str
) -> None:
    day = date(2029, 11, 8)
    assert shown_day(step, day) == (day if told else None), remark
