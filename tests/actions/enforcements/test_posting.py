"""An application waits to be signed, and costs something from the day on which a person has posted it."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.actions.flow.days import Days
from tests.actions.office import APPLYING, Office
from tests.actions.work.test_read_back import demanded

ENFORCING = {"case_settings": APPLYING}
SIGNED = {"date": "2026-09-23", "signed_by": "Eva Lind"}


async def applied(office: Office, days: Days) -> tuple[str, dict[str, Any]]:
    """A case whose application waits to be signed since 2026-09-19 at the latest, and the application."""
    days.signs_applications = False
    await office.give_mandate()
    case = await demanded(office, days, **ENFORCING)
    await days.live(date(2026, 9, 25))
    (enforcement,) = (await office.get(f"cases/{case}/enforcements"))["_items"]
    return case, enforcement


async def test_an_application_that_is_not_posted_costs_nothing(office: Office, days: Days) -> None:
    case, enforcement = await applied(office, days)
    shown = await office.case(case)
    assert (shown["state"], shown["next_step"], shown["total_added_costs_amount"]) == ("enforcement", "letter", 180)
    assert (enforcement["status"], enforcement["channel"], enforcement["cases"]) == ("to_sign", "paper", [case])
    assert "sent_date" not in enforcement
    assert enforcement["asked_capital_amount"] == shown["total_remaining_capital_amount"]
    assert enforcement["asked_costs_amount"] == 180 + 300 + 380
    assert enforcement["document"]["content_type"] == "application/pdf"
    await days.work(date(2026, 9, 28))
    again = await office.get(f"enforcements/{enforcement['_id']}")
    assert again["document"]["id"] == enforcement["document"]["id"], "the paper that somebody may be signing stays"
    assert await office.differences() == []


async def test_a_posted_application_costs_what_the_law_says_from_the_day_it_was_posted(
    office: Office, days: Days
) -> None:
    case, enforcement = await applied(office, days)
    answer = await office.post(f"enforcements/{enforcement['_id']}/posted", SIGNED)
    assert answer["status"] == "sent"
    after = await office.get(f"enforcements/{enforcement['_id']}")
    assert (after["signed_by"], after["sent_date"]) == ("Eva Lind", "Wed, 23 Sep 2026 00:00:00 GMT")
    lines = (await office.get(f"cases/{case}/statement"))["lines"]
    costs = [(line["date"], line["amount"]) for line in lines if line["type"] == "enforcement"]
    assert costs == [("2026-09-23", 300), ("2026-09-23", 380)]
    (letter,) = (await office.get("letters", where=f'{{"case": "{case}", "kind": "enforcement"}}'))["_items"]
    assert (letter["status"], letter["fee"]) == ("sent", 680)
    assert (await office.case(case))["next_step"] == "enforcement_reply"
    assert await office.differences() == []


async def test_an_application_is_posted_once_and_on_a_day_that_can_be(office: Office, days: Days) -> None:
    _, enforcement = await applied(office, days)
    path = f"enforcements/{enforcement['_id']}/posted"
    for day in ("2026-09-26", "2026-09-01"):
        refused = await office.post(path, SIGNED | {"date": day}, 422)
        assert list(refused["_issues"]) == ["date"]
    assert list((await office.post(path, {"date": "2026-09-23"}, 422))["_issues"]) == ["signed_by"]
    await office.post(path, SIGNED)
    await office.post(path, SIGNED, 409)
    await office.post(f"enforcements/{'0' * 24}/posted", SIGNED, 404)


async def test_an_application_is_made_again_when_something_was_paid_before_it_was_posted(
    office: Office, days: Days
) -> None:
    case, enforcement = await applied(office, days)
    await office.pay(case, 5000, "2026-09-24")
    await days.work(date(2026, 9, 28))
    again = await office.get(f"enforcements/{enforcement['_id']}")
    assert again["status"] == "to_sign"
    assert again["document"]["id"] != enforcement["document"]["id"]
    assert again["asked_capital_amount"] == (await office.case(case))["total_remaining_capital_amount"] < 6000
    await office.post(f"enforcements/{enforcement['_id']}/posted", SIGNED | {"date": "2026-09-28"})
    assert await office.differences() == []


async def test_an_application_of_a_paid_case_is_withdrawn_and_costs_nothing(office: Office, days: Days) -> None:
    case, enforcement = await applied(office, days)
    await office.pay(case, 100_000, "2026-09-24")
    await days.work(date(2026, 9, 28))
    shown = await office.case(case)
    assert (shown["close_reason"], shown["total_added_costs_amount"]) == ("paid", 180)
    assert (await office.get(f"enforcements/{enforcement['_id']}"))["status"] == "withdrawn"
    await office.post(f"enforcements/{enforcement['_id']}/posted", SIGNED, 409)
    assert await office.differences() == []
