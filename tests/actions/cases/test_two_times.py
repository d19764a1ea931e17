"""A statement has two times: the day that the debt is stated for, and the moment by which facts were known."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.actions.flow.days import Days
from tests.actions.office import Office

LETTER_DAY = date(2026, 10, 6)


@pytest.fixture
async def case(office: Office, days: Days) -> str:
    """10 000 kr, reminded of on 6 October, when 4 000 kr were paid already that became known on the 20th."""
    days.at(date(2026, 9, 1))
    body = office.invoice_body(10000.0, invoice_date="2026-09-01", invoice_due_date="2026-10-01")
    made: str = (await office.post("invoice--registrations", body))["_case"]
    await days.live(LETTER_DAY)
    days.at(date(2026, 10, 20))
    await office.pay(made, 4000.0, "2026-10-02")
    days.at(date(2026, 11, 1))
    return made


async def stated(office: Office, case: str, **times: str) -> dict[str, Any]:
    found: dict[str, Any] = await office.get(f"cases/{case}/statement", **times)
    return found


async def test_by_what_was_known_then_it_is_what_the_letter_said(office: Office, case: str) -> None:
    (letter,) = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
    then = await stated(office, case, at="2026-10-06", known="2026-10-06")
    assert then["total_remaining_transaction_amount"] == letter["amount"] == 10073.70
    assert (then["at"], then["known"]) == ("2026-10-06", "2026-10-06T21:59:59Z")


async def test_by_what_is_known_now_the_payment_counts_at_its_own_date(office: Office, case: str) -> None:
    now = await stated(office, case, at="2026-10-06")
    assert now["total_remaining_transaction_amount"] == 6069.32
    assert now["known_since"] == []
    assert now == await stated(office, case, at="2026-10-06", known="2026-11-01")


async def test_what_has_become_known_since_is_listed(office: Office, case: str) -> None:
    (since,) = (await stated(office, case, known="2026-10-19"))["known_since"]
    assert since.pop("fact")
    assert since == {
        "date": "2026-10-02",
        "type": "payment",
        "amount": 4000,
        "registered": "2026-10-20T11:00:00Z",
    }
    types = [one["type"] for one in (await stated(office, case, known="2026-10-01"))["known_since"]]
    assert types == ["reminder", "letter", "payment"]


async def test_a_moment_is_exact(office: Office, case: str) -> None:
    before = await stated(office, case, known="2026-10-20T10:59:59Z")
    after = await stated(office, case, known="2026-10-20T11:00:00Z")
    assert (len(before["known_since"]), len(after["known_since"])) == (1, 0)


REFUSED = [
    ("2026-11-02", 422, "later than today"),
    ("2026-08-31", 422, "before the case was registered"),
    ("2026-09-01T10:00:00Z", 422, "before the case was registered"),
    ("soon", 400, "nown must be a date or a moment"),
]


async def test_what_cannot_have_been_known_is_refused(office: Office, case: str) -> None:
    for known, status, says in REFUSED:
        answer = await office.client.get(f"/cases/{case}/statement", params={"known": known})
        assert answer.status_code == status, known
        assert says in answer.text
