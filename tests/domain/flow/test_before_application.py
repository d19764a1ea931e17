"""What an application waits for, by hand-computed rows. The page is docs/rules/before-an-application.md."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from fordran.domain.flow.before_application import (
    ApplicationFacts,
    Mandate,
    asks_creditor,
    changes_on,
    needs_forbearance,
    waits_for,
)
from fordran.domain.kinds.application_needs import WAITS_FOR

TUESDAY, FRIDAY, MONDAY = date(2026, 9, 22), date(2026, 9, 25), date(2026, 9, 28)

READY = ApplicationFacts(
    capital=10_000_00,
    remaining=10_230_00,
    least_capital=25_00,
    least_costs=100_00,
    letters_until=date(2026, 9, 14),
    mandate=Mandate(),
    confirmed_unpaid=TUESDAY,
    confirmation_days=3,
    is_released=True,
)


@pytest.mark.parametrize(
    ("day", "changes", "expected"),
    [
        (TUESDAY, {}, ()),
        # Letters.
        (date(2026, 9, 14), {}, ("letter_running",)),
        (date(2026, 9, 15), {}, ()),
        (TUESDAY, {"letters_until": None}, ("letter_running",)),
        # A payment on its way, to its last day.
        (TUESDAY, {"payment_until": TUESDAY}, ("payment_on_its_way",)),
        (TUESDAY, {"payment_until": TUESDAY - timedelta(days=1)}, ()),
        # Judged elsewhere, and handed in.
        (TUESDAY, {"is_disputed": True}, ("objection",)),
        (TUESDAY, {"time_barred_at_registration": True}, ("time_barred_at_registration",)),
        (TUESDAY, {"lacks_forbearance": True}, ("forbearance_offered",)),
        (TUESDAY, {"missing_data": True}, ("debtor_data",)),
        # Amounts.
        (TUESDAY, {"capital": 25_00}, ()),
        (TUESDAY, {"capital": 24_99}, ("minimum_amount",)),
        (TUESDAY, {"capital": 0, "remaining": 100_00}, ("rest_notice",)),
        (TUESDAY, {"capital": 0, "remaining": 99_99}, ("minimum_amount", "rest_notice")),
        (TUESDAY, {"capital": 0, "remaining": 100_00, "rest_noticed": True}, ()),
        # The power of attorney.
        (TUESDAY, {"mandate": None}, ("enforcement_mandate",)),
        (TUESDAY, {"mandate": Mandate(TUESDAY, TUESDAY)}, ()),
        (TUESDAY, {"mandate": Mandate(date(2026, 9, 23), None)}, ("enforcement_mandate",)),
        (TUESDAY, {"mandate": Mandate(None, date(2026, 9, 21))}, ("enforcement_mandate",)),
        # Three banking days after a Tuesday is the Friday.
        (FRIDAY, {}, ()),
        (date(2026, 9, 26), {}, ("confirm_unpaid",)),
        (MONDAY, {"confirmed_unpaid": FRIDAY}, ()),
        (date(2026, 9, 30), {"confirmed_unpaid": FRIDAY}, ()),
        (date(2026, 10, 1), {"confirmed_unpaid": FRIDAY}, ("confirm_unpaid",)),
        (TUESDAY, {"confirmed_unpaid": None}, ("confirm_unpaid",)),
        (TUESDAY, {"confirmed_unpaid": None, "confirmation_days": 0}, ()),
        # The release.
        (TUESDAY, {"is_released": False}, ("application_release",)),
        (TUESDAY, {"is_released": False, "release": "automatic"}, ()),
        (TUESDAY, {"is_released": False, "release": "automatic", "was_minor": True}, ("application_release",)),
        (TUESDAY, {"was_minor": True}, ()),
    ],
)
def test_what_is_missing_on_a_day(day: date, changes: dict[str, Any], expected: tuple[str, ...]) -> None:
    assert waits_for(replace(READY, **changes), day) == expected


def test_every_code_can_be_missing_at_once() -> None:
    facts = ApplicationFacts(
        capital=0,
        remaining=1,
        least_capital=25_00,
        least_costs=100_00,
        is_disputed=True,
        missing_data=True,
        time_barred_at_registration=True,
        lacks_forbearance=True,
        awaits_inventory=True,
        payment_until=TUESDAY,
        confirmation_days=3,
    )
    assert waits_for(facts, TUESDAY) == tuple(WAITS_FOR)


@pytest.mark.parametrize(
    ("waiting", "asked"),
    [
        (("confirm_unpaid",), True),
        (("confirm_unpaid", "application_release"), True),
        (("application_release",), False),
        (("enforcement_mandate", "confirm_unpaid"), False),
    ],
)
def test_the_creditor_is_asked_last(waiting: Any, asked: bool) -> None:
    assert asks_creditor(waiting) is asked


@pytest.mark.parametrize(
    ("changes", "again"),
    [
        ({"confirmed_unpaid": None}, date(2026, 9, 29)),
        ({}, date(2026, 9, 26)),
        ({"letters_until": date(2026, 9, 23)}, date(2026, 9, 24)),
        ({"confirmed_unpaid": None, "mandate": Mandate(date(2026, 9, 24), None)}, date(2026, 9, 24)),
        ({"confirmed_unpaid": None, "mandate": Mandate(None, date(2026, 9, 27))}, MONDAY),
    ],
)
def test_a_case_that_waits_is_looked_at_when_something_changes_or_in_a_week(
    changes: dict[str, Any], again: date
) -> None:
    assert changes_on(replace(READY, **changes), TUESDAY) == again


def test_forbearance_is_asked_for_from_its_first_day() -> None:
    assert not needs_forbearance(date(2026, 11, 19))
    assert needs_forbearance(date(2026, 11, 20))
