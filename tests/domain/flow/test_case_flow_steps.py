"""What comes next, and when."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fordran.domain.days import is_banking_day
from fordran.domain.flow.before_application import ApplicationFacts, Mandate
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.marks import MARKS, STOPS
from fordran.domain.flow.next_step import missing_data, next_step, pay_by, stopped_by
from fordran.domain.flow.plans import Instalment, RunningPlan, last_day_to_pay, missed_reminder
from tests.domain.situations import D, after, case, lived, said, sent

DEFAULT = FlowSettings()
ENFORCING = FlowSettings(use_enforcement=True)
TODAY = D("2026-09-01")


@pytest.mark.parametrize(
    ("at", "expected", "remark"),
    [
        (case(), "reminder 2026-09-02", "the day after registration"),
        (case(first_action="debt_collection"), "debt_collection 2026-09-02", "by first_action"),
        (case(due_date=D("2026-09-20")), "reminder 2026-09-21", "never before it is overdue"),
        (case(held_until=D("2026-09-10")), "reminder 2026-09-11", "never on the day a hold ends"),
        (case("invoice", due_date=D("2026-09-30")), "reminder 2026-10-05", "five days after the due date"),
        (case("invoice", due_date=D("2026-08-01")), "reminder 2026-09-02", "registered late: the day after"),
        (case("reminder", letter=sent("2026-09-07", "2026-09-17")), "debt_collection 2026-09-20", "three days' grace"),
        (case("reminder"), "nothing", "the letter has not left"),
        (
            case("reminder", letter=sent("2026-09-07", "2026-09-17"), held_until=D("2026-10-03")),
            "debt_collection 2026-10-08",
            "a respite until a Saturday: Monday, and the grace",
        ),
        (case("debt_collection", letter=sent("2026-09-07", "2026-09-17")), "surveillance 2026-09-22", "not chosen"),
        (
            case("debt_collection", letter=sent("2026-09-15", "2026-09-17")),
            "surveillance 2026-09-28",
            "a letter that left late still gives eight days",
        ),
        (case("debt_collection"), "nothing", "the letter has not left"),
        (case("enforcement"), "nothing", "moved by the authority's replies"),
        (case("surveillance"), "surveillance_letter 2027-03-01", "six months"),
        (
            case("surveillance", letter=sent("2026-12-31", "2027-01-11")),
            "surveillance_letter 2027-06-30",
            "month's end",
        ),
        (case("closed"), "nothing", "closed"),
        (case("reminder", letter=sent("2026-09-07", "2026-09-17"), remaining=0), "nothing", "nothing is owed"),
        (case(start_flow=False), "nothing", "waits to be started"),
        (case(status="disputed"), "nothing", "disputed"),
        (case("reminder", status="respite", respite_until=D("2026-10-01")), "respite_end 2026-10-01", "its last day"),
    ],
)
def test_what_comes_next(at, expected: str, remark: str) -> None:
    assert said(next_step(at, DEFAULT, TODAY)) == expected, remark


@pytest.mark.parametrize(
    ("changes", "today", "expected"),
    [
        ({}, "2026-09-18", "enforcement 2026-09-22"),
        ({}, "2026-09-22", "enforcement 2026-09-22"),
        ({"missing_data": True}, "2026-09-18", "enforcement 2026-09-22"),
        ({"missing_data": True}, "2026-09-22", "nothing"),
        ({"capital": 0}, "2026-09-22", "rest_notice 2026-09-22"),
        ({"capital": 0, "remaining": 99_99}, "2026-09-22", "nothing"),
    ],
)
def test_after_the_demand_where_enforcement_is_chosen(changes: dict[str, Any], today: str, expected: str) -> None:
    ready = ApplicationFacts(
        capital=10_000_00,
        remaining=10_230_00,
        least_capital=25_00,
        least_costs=100_00,
        letters_until=D("2026-09-17"),
        mandate=Mandate(),
        is_released=True,
    )
    at = case("debt_collection", letter=sent("2026-09-07", "2026-09-17"), application=replace(ready, **changes))
    assert said(next_step(at, ENFORCING, D(today))) == expected


def test_a_surveillance_letter_waits_until_the_time_of_the_one_before_has_run_out() -> None:
    at = case("surveillance", letter=sent("2026-09-01", "2026-10-05"))
    monthly = FlowSettings(surveillance_months=1)
    assert said(next_step(at, monthly, TODAY)) == "surveillance_letter 2026-10-06"


def test_what_an_application_lacks_is_named_as_the_interface_names_it() -> None:
    complete = {
        "id_number_status": "valid",
        "address_line_1": "Storgatan 1",
        "zip_code": "111 22",
        "city": "Stockholm",
        "description": "Elförbrukning",
    }
    assert missing_data(**complete) == []
    for field, value, name in [
        ("id_number_status", "invalid", "id_number"),
        ("id_number_status", "foreign", "id_number"),
        ("address_line_1", " ", "address"),
        ("zip_code", "", "address"),
        ("city", "", "address"),
        ("description", "", "debt_description"),
    ]:
        assert missing_data(**{**complete, field: value}) == [name]


@pytest.mark.parametrize(
    ("at", "expected", "remark"),
    [
        (case(is_parking=True, first_action="debt_collection"), "reminder 2026-09-02", "reminded first, lag 1984:318"),
        (
            case(is_parking=True, first_action="debt_collection", was_reminded=True),
            "debt_collection 2026-09-02",
            "the creditor had reminded",
        ),
        (
            case("surveillance", is_parking=True, state_since=D("2028-02-01")),
            "close_time_barred 2028-07-17",
            "two years to sue, no letter prolongs it",
        ),
        (
            case("surveillance", is_parking=True, state_since=D("2028-02-01"), interrupted=(D("2028-02-01"),)),
            "close_time_barred 2028-07-17",
            "nor one that was sent",
        ),
        (
            case("surveillance", is_parking=True, state_since=D("2028-02-01"), sued=D("2028-01-15")),
            "surveillance_letter 2028-08-01",
            "sued for in time",
        ),
    ],
)
def test_parking(at, expected: str, remark: str) -> None:
    assert said(next_step(at, DEFAULT, TODAY)) == expected, remark


@pytest.mark.parametrize(
    ("at", "today", "expected", "remark"),
    [
        (case(), "2029-07-16", "reminder 2026-09-02", "the last day of three years"),
        (case(), "2029-07-17", "close_time_barred 2029-07-17", "a day too late"),
        (case(is_business=True), "2029-07-17", "reminder 2026-09-02", "ten years for a business"),
        (case(is_business=True), "2036-07-17", "close_time_barred 2036-07-17", "and no more"),
        (case(interrupted=(D("2027-01-01"),)), "2029-07-17", "reminder 2026-09-02", "a payment began a new term"),
        (case(interrupted=(D("2029-08-01"),)), "2029-09-01", "close_time_barred 2029-07-17", "too late to revive it"),
        (case("reminder"), "2029-07-17", "close_time_barred 2029-07-17", "a letter that never left"),
        (case("enforcement"), "2039-07-17", "nothing", "proceedings keep it alive"),
        (case(marks=frozenset({"minor"})), "2029-07-17", "close_time_barred 2029-07-17", "a mark does not"),
        (case(status="disputed"), "2029-07-17", "nothing", "a dispute is answered first"),
        (
            case("surveillance", state_since=D("2029-05-01")),
            "2029-05-02",
            "surveillance_letter 2029-06-16",
            "thirty days before limitation, not six months on",
        ),
        (
            case("surveillance", state_since=D("2029-07-01")),
            "2029-07-02",
            "surveillance_letter 2029-07-02",
            "too near for thirty days: the next day",
        ),
    ],
)
def test_limitation(at, today: str, expected: str, remark: str) -> None:
    assert said(next_step(at, DEFAULT, D(today))) == expected, remark


@pytest.mark.parametrize("mark", [mark for mark in MARKS if STOPS[mark].stops_letters])
@pytest.mark.parametrize(
    "at",
    [
        case(),
        case("invoice"),
        case("reminder", letter=sent("2026-09-07", "2026-09-17")),
        case("debt_collection", letter=sent("2026-09-07", "2026-09-17")),
        case("surveillance"),
        case("reminder", status="amortization", plan=RunningPlan(TODAY, (Instalment(D("2026-10-01"), 1000_00),))),
    ],
    ids=lambda at: f"{at.state}-{at.status}",
)
def test_a_mark_stops_whatever_would_come_next_and_says_by_which_law(at, mark) -> None:
    marked = replace(at, marks=frozenset({mark}))
    assert next_step(at, ENFORCING, TODAY) is not None
    assert next_step(marked, ENFORCING, TODAY) is None
    assert stopped_by(marked) == (STOPS[mark],)
    assert STOPS[mark].law
    assert stopped_by(at) == ()


@pytest.mark.parametrize(
    ("day", "by", "demand", "remark"),
    [
        ("2026-09-07", "2026-09-17", "2026-09-20", "an ordinary week: the step runs on a Sunday"),
        ("2026-03-24", "2026-04-07", "2026-04-10", "Good Friday to Easter Monday"),
        ("2026-03-27", "2026-04-07", "2026-04-10", "Easter Monday"),
        ("2026-04-21", "2026-05-04", "2026-05-07", "the first of May, a Friday"),
        ("2026-05-04", "2026-05-15", "2026-05-18", "Ascension Day alone"),
        ("2026-06-09", "2026-06-22", "2026-06-25", "Midsummer Eve"),
        ("2026-10-21", "2026-11-02", "2026-11-05", "All Saints' Day"),
        ("2026-12-14", "2026-12-28", "2026-12-31", "Christmas Eve"),
        ("2026-12-21", "2027-01-04", "2027-01-07", "New Year's Eve"),
        ("2026-12-27", "2027-01-07", "2027-01-10", "Epiphany, a Wednesday"),
    ],
)
def test_a_reminders_time_across_the_holidays(day: str, by: str, demand: str, remark: str) -> None:
    assert pay_by(D(day), 10) == D(by), remark
    assert said(next_step(case("reminder", letter=sent(day, by)), DEFAULT, D(day))) == f"debt_collection {demand}", (
        remark
    )


def plan(*amounts: int, first: str = "2026-10-01", paid: int = 0, noticed: int = 0, reminded: int = 0) -> RunningPlan:
    dates = [D(first), D("2026-11-02"), D("2026-12-01")]
    made = tuple(Instalment(day, kr * 100) for day, kr in zip(dates, amounts, strict=False))
    return RunningPlan(TODAY, made, paid * 100, noticed, reminded)


@pytest.mark.parametrize(
    ("running", "today", "expected", "remark"),
    [
        (plan(400, 400, 300), "2026-09-01", "amortization_notice 2026-09-21", "ten days before the first"),
        (plan(400, 400, 300, noticed=1), "2026-09-21", "amortization_reminder 2026-10-04", "the first, if it is late"),
        (plan(400, 400, 300, paid=400, noticed=1), "2026-10-01", "amortization_notice 2026-10-23", "paid: the second"),
        (plan(400, 400, 300, paid=399, noticed=1), "2026-10-02", "amortization_reminder 2026-10-04", "a krona short"),
        (plan(400, 400, 300), "2026-10-01", "amortization_reminder 2026-10-04", "no notice on the day itself"),
        (
            plan(400, 400, 300),
            "2026-10-09",
            "amortization_reminder 2026-10-04",
            "a late worker: a day is left to pay on",
        ),
        (plan(400, 400, 300), "2026-10-10", "amortization_default 2026-10-11", "no day is left to pay on"),
        (
            plan(400, 400, 300, reminded=1),
            "2026-10-05",
            "amortization_default 2026-10-11",
            "reminded of it: it is missed",
        ),
        (
            plan(400, 400, 300, paid=400, noticed=2, reminded=1),
            "2026-11-03",
            "amortization_reminder 2026-11-05",
            "another",
        ),
        (plan(400, 400, 300, paid=800), "2026-10-01", "amortization_notice 2026-11-21", "paid ahead: no notice of it"),
        (plan(400, 400, 300, paid=1200, noticed=3), "2026-12-02", "amortization_reminder 2026-12-04", "a rest remains"),
        (plan(400, first="2026-09-04"), "2026-09-01", "amortization_reminder 2026-09-07", "the plan is its own notice"),
    ],
)
def test_what_comes_next_in_a_plan(running: RunningPlan, today: str, expected: str, remark: str) -> None:
    at = case("debt_collection", status="amortization", plan=running)
    assert said(next_step(at, DEFAULT, D(today))) == expected, remark


@pytest.mark.parametrize(("days", "expected"), [(0, None), (4, None), (5, "2026-10-04"), (30, "2026-10-04")])
def test_a_plan_that_ends_at_once_reminds_of_nothing(days: int, expected: str | None) -> None:
    found = missed_reminder(plan(400, 400), days, D("2026-09-21"))
    assert found == (None if expected is None else (1, D(expected)))
    if found is not None:
        assert last_day_to_pay(plan(400, 400), days) == D("2026-10-01") + timedelta(days=days - 1)


def test_a_month_without_a_worker_gives_the_same_letters_with_whole_deadlines() -> None:
    first = case("invoice", due_date=D("2026-09-10"))
    every_day = [D("2026-09-01") + timedelta(days=n) for n in range(120)]
    nightly = lived(first, ENFORCING, every_day)
    late = lived(first, ENFORCING, every_day[44:])
    assert (
        [step for step, _, _ in late]
        == [step for step, _, _ in nightly]
        == ["reminder", "debt_collection", "enforcement"]
    )
    assert [(str(day), str(letter.pay_by)) for _, day, letter in nightly if letter] == [
        ("2026-09-15", "2026-09-25"),
        ("2026-09-28", "2026-10-08"),
    ]
    assert [(str(day), str(letter.pay_by)) for _, day, letter in late if letter] == [
        ("2026-10-15", "2026-10-26"),
        ("2026-10-29", "2026-11-09"),
    ]


days = st.dates(date(2024, 1, 1), date(2028, 12, 31))
some_settings = st.builds(
    FlowSettings,
    reminder_pay_days=st.integers(1, 30),
    reminder_grace_days=st.integers(1, 10),
    debt_collection_pay_days=st.integers(8, 30),
    debt_collection_grace_days=st.integers(1, 10),
    reminder_days_after_due=st.integers(1, 30),
    use_enforcement=st.booleans(),
    surveillance_months=st.integers(1, 40),
)


@given(days, st.integers(0, 60), st.integers(0, 60))
def test_a_pay_by_date_is_a_banking_day_and_never_under_the_minimum(day: date, wanted: int, minimum: int) -> None:
    found = pay_by(day, wanted, minimum)
    assert is_banking_day(found)
    assert (found - day).days >= max(wanted, minimum)
    assert not any(is_banking_day(day + timedelta(days=n)) for n in range(max(wanted, minimum), (found - day).days))


@settings(max_examples=60, deadline=None)
@given(
    days,
    st.integers(-60, 60),
    some_settings,
    st.sampled_from(["initializing", "invoice"]),
    st.sampled_from(["reminder", "debt_collection"]),
    st.booleans(),
    st.lists(st.integers(1, 45), min_size=40, max_size=40),
)
def test_a_case_however_late_its_worker_moves_on_lawfully(
    registered, due_in, chosen, state, first_action, is_parking, pauses
) -> None:
    at = case(
        state,
        registered=registered,
        state_since=registered,
        due_date=registered + timedelta(days=due_in),
        arose=registered - timedelta(days=60),
        first_action=first_action,
        is_parking=is_parking,
    )
    worked = [registered + timedelta(days=sum(pauses[: n + 1])) for n in range(len(pauses))]
    taken = lived(at, chosen, worked)
    days_taken = [day for _, day, _ in taken]
    assert len(set(days_taken)) == len(days_taken), "never two steps on one day"
    assert all(day > max(registered, at.due_date) for day in days_taken)
    names = [name for name, _, _ in taken]
    if is_parking and "debt_collection" in names:
        assert names.index("reminder") < names.index("debt_collection")
    for (name, day, letter), (then, following, _) in pairwise(taken):
        # Limitation waits for no letter's time.
        if letter is not None and then != "close_time_barred":
            assert following > letter.pay_by >= day
        if name == "debt_collection":
            assert (following - day).days > 8
    assert lived(at, chosen, worked) == taken, "the same start, the same life"


@given(days, some_settings, st.integers(0, 1500), st.integers(0, 1500))
def test_what_comes_next_never_comes_nearer_as_time_goes(registered, chosen, first, second) -> None:
    at = case("surveillance", registered=registered, state_since=registered, arose=registered, due_date=registered)
    soon, later = sorted((first, second))
    one = next_step(at, chosen, registered + timedelta(days=soon))
    other = next_step(at, chosen, registered + timedelta(days=later))
    assert one is not None
    assert other is not None
    assert one.date <= other.date


def test_after_a_step_the_next_one_is_another_day() -> None:
    at = case(first_action="debt_collection")
    step = next_step(at, ENFORCING, D("2026-09-02"))
    assert step is not None
    then = next_step(after(at, step, D("2026-09-02"), ENFORCING), ENFORCING, D("2026-09-02"))
    assert said(then) == "enforcement 2026-09-19", "Saturday the 12th, so Monday the 14th, and five days"
