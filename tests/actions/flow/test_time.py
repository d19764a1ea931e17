"""Time: every day that the law gives a debtor is given, whatever the calendar says and whenever the worker comes."""

from __future__ import annotations

import json
from datetime import date, timedelta
from itertools import count, pairwise
from typing import Any

import pytest

from fordran.actions.days.run_day import DAY
from fordran.actions.proof.verify import verify
from fordran.domain.days import is_banking_day, next_banking_day
from fordran.shape.moments import day_of, moment_of
from tests.actions.flow.days import FLOW, Days
from tests.actions.flow.people import person
from tests.actions.office import APPLYING, Body, Office

D = date.fromisoformat
ENFORCING = {"case_settings": APPLYING}


_people = count(5000)


async def registered(office: Office, days: Days, due: date, **more: Any) -> str:
    """A debt that is due on a day, registered on that day to be reminded of."""
    days.at(due)
    if "case_settings" in more:
        await office.give_mandate()
    invoiced = due - timedelta(days=30)
    debt = office.debt(1000, invoice_date=invoiced.isoformat())
    # A person each: claims on one person would go in one letter with one fee.
    body = office.case_body(debt, first_action="reminder", customer=person(next(_people)), **more)
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


async def letters(office: Office, case: str) -> list[Body]:
    found: list[Body] = (await office.get("letters", where=json.dumps({"case": case}), sort="_id"))["_items"]
    return found


def day(moment: str) -> date:
    return day_of(moment_of(moment))


def told(letter: Body) -> tuple[str, date, date | None]:
    """Its kind, its day, and the day to pay by."""
    return letter["kind"], day(letter["dated"]), day(letter["pay_by"]) if "pay_by" in letter else None


@pytest.mark.parametrize(
    ("due", "reminder", "demand", "application", "remark"),
    [
        ("2026-09-10", "2026-09-11 2026-09-21", "2026-09-24 2026-10-05", "2026-10-10", "an ordinary autumn"),
        ("2026-03-23", "2026-03-24 2026-04-07", "2026-04-10 2026-04-20", "2026-04-25", "Good Friday, Easter Monday"),
        ("2026-06-08", "2026-06-09 2026-06-22", "2026-06-25 2026-07-06", "2026-07-11", "Midsummer Eve"),
        ("2026-12-09", "2026-12-10 2026-12-21", "2026-12-28 2027-01-07", "2027-01-12", "due on Christmas Eve"),
        ("2026-12-13", "2026-12-14 2026-12-28", "2027-01-04 2027-01-14", "2027-01-19", "Christmas, New Year's Eve"),
        ("2026-12-20", "2026-12-21 2027-01-04", "2027-01-07 2027-01-18", "2027-01-23", "New Year, Epiphany"),
        ("2026-04-20", "2026-04-21 2026-05-04", "2026-05-07 2026-05-18", "2026-05-23", "the first of May"),
        ("2026-05-03", "2026-05-04 2026-05-15", "2026-05-18 2026-05-28", "2026-06-02", "Ascension Day"),
    ],
)
async def test_deadlines_fall_on_banking_days(
    office: Office, days: Days, due: str, reminder: str, demand: str, application: str, remark: str
) -> None:
    case = await registered(office, days, D(due), **ENFORCING)
    await days.live(D(application))
    dates = [*reminder.split(), *demand.split(), application]
    found = [told(letter) for letter in await letters(office, case)]
    assert [text for _, *two in found for text in map(str, two) if text != "None"] == dates, remark
    assert [kind for kind, *_ in found] == ["reminder", "debt_collection", "enforcement"]


@pytest.mark.parametrize("first", ["2026-12-10", "2026-03-20", "2026-06-08", "2026-10-01"])
async def test_a_printed_demand_never_gives_under_ten_days_whatever_is_set(
    office: Office, days: Days, first: str
) -> None:
    """The demand is due on each of nine days in turn, with a setting of no days at all."""
    cases = {}
    for later in range(9):
        registration = D(first) + timedelta(days=later)
        days.at(registration)
        cases[registration + timedelta(days=1)] = await office.register_debt(1000, invoice_date="2026-01-02")
    # Set after they were registered, at the account.
    found = await office.get(f"accounts/{office.account}")
    answer = await office.client.patch(
        f"/accounts/{office.account}",
        json={"case_settings": {"debt_collection_pay_days": 0, "debt_collection_grace_days": 0}},
        headers={"If-Match": found["_etag"]},
    )
    assert answer.status_code == 200, answer.text
    for later in range(1, 12):
        await days.work(D(first) + timedelta(days=later))
    for due, case in cases.items():
        (letter,) = await letters(office, case)
        leaves = next_banking_day(due)
        assert told(letter) == ("debt_collection", leaves, next_banking_day(leaves + timedelta(days=10)))
        # The grace is a day at least: nothing follows on the day to pay by itself.
        after = day((await office.case(case))["next_step_date"])
        assert after == day(letter["pay_by"]) + timedelta(days=1)


async def test_a_month_without_the_worker_gives_the_same_letters_with_whole_deadlines(
    office: Office, days: Days
) -> None:
    due = [D("2026-08-28") + timedelta(days=later) for later in range(0, 40, 4)]
    in_time = [await registered(office, days, on, **ENFORCING) for on in due]
    await days.live(D("2027-02-01"))
    usual = [await letters(office, case) for case in in_time]

    late = [await registered(office, days, on, **ENFORCING) for on in due]
    days.day = D("2026-09-10")
    await days.work(D("2026-09-10"))
    # Nobody works for a month.
    await days.work(D("2026-10-11"))
    await days.live(D("2027-03-01"))
    for case, before in zip(late, usual, strict=True):
        found = await letters(office, case)
        assert [letter["kind"] for letter in found] == [letter["kind"] for letter in before]
        assert [letter["fee"] for letter in found] == [letter["fee"] for letter in before]
        dated = [told(letter) for letter in found]
        for kind, sent, pay_by in dated:
            assert not D("2026-09-10") < sent < D("2026-10-11"), "nobody worked then"
            if pay_by is not None:
                assert pay_by == next_banking_day(sent + timedelta(days=10)), kind
        for (_, _, pay_by), (_, sent, _) in pairwise(dated):
            assert pay_by is not None
            assert sent > pay_by, "no step comes before the time of the letter before it has run out"
    async with days.transaction() as tx:
        twice = await tx.fetch("select case_id from steps group by case_id, done_on having count(*) > 1")
    assert twice == []


async def test_a_letter_that_leaves_late_gives_its_whole_time_and_nothing_follows_before(
    office: Office, days: Days
) -> None:
    case = await registered(office, days, D("2026-09-10"), **ENFORCING)
    queueing = ("advance cases",)
    for later in range(1, 31):
        await days.work(D("2026-09-10") + timedelta(days=later), only=queueing)
    (letter,) = await letters(office, case)
    assert letter["status"] == "queued"
    shown = await office.case(case)
    assert (shown["state"], shown["next_step"]) == ("reminder", "letter")

    await days.work(D("2026-10-11"))
    (letter,) = await letters(office, case)
    assert letter["status"] == "queued", "no batch is posted on a Sunday"
    await days.work(D("2026-10-12"))
    (letter,) = await letters(office, case)
    assert told(letter) == ("reminder", D("2026-10-12"), D("2026-10-22"))
    assert day((await office.case(case))["next_step_date"]) == D("2026-10-25")


async def test_a_letter_that_was_made_and_did_not_leave_that_day_is_made_again(office: Office, days: Days) -> None:
    case = await registered(office, days, D("2026-09-10"), **ENFORCING)
    await days.work(D("2026-09-11"), only=tuple(name for name in FLOW if name != "show letters"))
    (letter,) = await letters(office, case)
    assert letter["status"] == "made"
    await days.work(D("2026-09-20"))
    (letter,) = await letters(office, case)
    assert letter["status"] == "queued", "taken back, and not made on a Sunday"
    await days.work(D("2026-09-21"))
    (letter,) = await letters(office, case)
    assert (letter["status"], *told(letter)) == ("shown", "reminder", D("2026-09-21"), D("2026-10-01"))
    assert is_banking_day(D("2026-10-01"))


async def test_letters_that_are_late_by_months_are_still_one_step_a_day(office: Office, days: Days) -> None:
    case = await registered(office, days, D("2026-01-15"), **ENFORCING)
    for wait in (200, 200, 200):
        await days.work(days.day + timedelta(days=wait))
    kinds = [told(letter)[0] for letter in await letters(office, case)]
    assert kinds == ["reminder", "debt_collection", "enforcement"]


async def test_a_clock_that_steps_back_doubles_nothing_and_takes_no_day_from_the_debtor(
    office: Office, days: Days
) -> None:
    """A machine that ran a week ahead is set right: payments and work go on, and what is done stays done."""
    case = await registered(office, days, D("2026-09-10"), **ENFORCING)
    await days.live(D("2026-09-24"))
    before = await letters(office, case)
    assert [letter["kind"] for letter in before] == ["reminder", "debt_collection"]
    for back in ("2026-09-17", "2026-09-18"):
        await days.work(D(back), only=tuple(thing.name for thing in DAY))
        assert await letters(office, case) == before
    await office.pay(case, 100, "2026-09-18")
    await days.live(D("2026-10-09"))
    assert await letters(office, case) == before, "the demand's days are those that it says"
    await days.work(D("2026-10-10"))
    assert [letter["kind"] for letter in await letters(office, case)] == ["reminder", "debt_collection", "enforcement"]
    async with days.transaction() as tx:
        assert [found async for found in verify(tx)] == []
