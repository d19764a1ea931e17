"""The last day of a claim."""

from datetime import date

import pytest

from fordran.domain.flow.limitation import Limitation, last_day_of_claim
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
    ("kind", "is_consumer", "interrupted", "letters", "sued", "moved_out", "last", "remark"),
    [
        ("consumer", True, [], [], None, None, "2027-03-01", "three years"),
        ("general", False, [], [], None, None, "2034-03-01", "ten years"),
        ("running_note", True, [], [], None, None, "2034-03-01", "ten years of a consumer's note too"),
        ("consumer", True, [], ["2026-05-01"], None, None, "2027-03-01", "one letter is no proof"),
        ("consumer", True, [], ["2026-05-01", "2026-06-01"], None, None, "2029-06-01", "two are"),
        ("consumer", True, [], ["2026-05-01", "2026-05-01"], None, None, "2027-03-01", "of one day they are one"),
        ("consumer", True, ["2026-05-15"], ["2026-05-01", "2026-06-01"], None, None, "2029-05-15", "not in one term"),
        ("consumer", True, [], ["2027-02-01", "2027-03-02"], None, None, "2027-03-01", "the second came too late"),
        ("consumer", True, [], ["2026-05-01", "2026-06-01", "2028-01-01"], None, None, "2029-06-01", "a third alone"),
        ("consumer", True, ["2027-03-01"], [], None, None, "2030-03-01", "interrupted on the last day"),
        ("consumer", True, ["2027-03-02"], [], None, None, "2027-03-01", "a day late revives nothing"),
        ("consumer", True, [], [], "2026-12-01", None, "2029-12-01", "legal action"),
        ("control_fee", True, ["2025-06-01"], ["2025-07-01", "2025-08-01"], None, None, "2026-03-01", "only to sue"),
        ("control_fee", True, [], [], "2026-03-01", None, "2029-03-01", "sued for on the last day"),
        ("control_fee", True, [], [], "2026-03-02", None, "2026-03-01", "sued for too late"),
        ("tenancy", True, [], [], None, None, "2027-03-01", "a tenant who has not moved out"),
        ("tenancy", True, [], [], None, "2024-04-30", "2026-04-30", "two years after moving out"),
        ("tenancy", True, [], [], None, "2025-09-30", "2027-03-01", "and the usual time beside them"),
        ("tenancy", True, ["2026-05-01"], [], None, "2025-09-30", "2027-09-30", "which only legal action keeps"),
    ],
)
def test_the_last_day_by_kind(kind, is_consumer, interrupted, letters, sued, moved_out, last: str, remark: str) -> None:
    found = Limitation(
        kind=kind,
        arose=D("2024-03-01"),
        is_consumer=is_consumer,
        rules_day=D("2026-11-18"),
        interrupted=tuple(D(day) for day in interrupted),
        letters=tuple(D(day) for day in letters),
        sued=D(sued) if sued else None,
        moved_out=D(moved_out) if moved_out else None,
    )
    assert found.last_day == D(last), remark


@pytest.mark.parametrize(
    ("proceedings", "interrupted", "last", "remark"),
    [
        ([("2026-12-01", "2027-05-01")], [], "2030-05-01", "from the day on which the authority's case ended"),
        ([("2026-12-01", "2031-05-01")], [], "2034-05-01", "however long it took"),
        ([("2027-03-02", "2027-05-01")], [], "2027-03-01", "it began a day late"),
        ([("2026-12-01", "2027-05-01"), ("2030-05-01", "2030-09-01")], [], "2033-09-01", "asked for again in time"),
        ([("2026-12-01", "2027-05-01"), ("2030-05-02", "2030-09-01")], [], "2030-05-01", "asked for again too late"),
        ([("2026-12-01", "2027-05-01")], ["2029-01-01"], "2032-01-01", "a payment afterwards"),
        ([("2026-12-01", "2029-05-01")], ["2028-01-01"], "2032-05-01", "a payment meanwhile"),
    ],
)
def test_after_legal_action_the_time_begins_on_the_day_it_ended(
    proceedings, interrupted, last: str, remark: str
) -> None:
    found = Limitation(
        kind="consumer",
        arose=D("2024-03-01"),
        is_consumer=True,
        rules_day=D("2026-11-18"),
        interrupted=tuple(D(day) for day in interrupted),
        proceedings=tuple((D(began), D(ended)) for began, ended in proceedings),
        sued=min(D(began) for began, _ in proceedings),
    )
    assert found.last_day == D(last), remark


def test_the_time_to_apply_for_a_control_fee() -> None:
    parked = Limitation(kind="control_fee", arose=D("2024-03-01"), is_consumer=True, rules_day=D("2026-11-18"))
    assert (parked.alarm_on, parked.last_application) == (D("2025-11-01"), D("2026-02-01"))
    other = Limitation(kind="consumer", arose=D("2024-03-01"), is_consumer=True, rules_day=D("2026-11-18"))
    assert (other.alarm_on, other.last_application) == (None, None)


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
