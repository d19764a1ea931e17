"""Offers instead of what a debtor asked for: shown with their cost, accepted or declined once, and only while they are good."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

import pytest

from tests.actions.flow.days import Days
from tests.my.debtors import REMINDED, Debtor, posted
from tests.my.test_acts import decide

Make = Callable[..., Awaitable[Debtor]]
PLAN = {"decision": "propose", "instalments": 6, "first_date": "2026-10-15", "good_until": "2026-09-16"}


async def asked_for_plan(debtor: Make) -> Debtor:
    one = await debtor()
    await one.send(await one.get("/plan", instalments="13", first_date="2026-10-15"), "/plan")
    return one


async def answered(one: Debtor, act: str) -> str:
    return (await one.send(await one.get(), "/offer", act=act)).text.replace("\xa0", " ")


async def test_an_offered_plan_is_shown_with_its_cost_and_agreed_when_it_is_accepted(debtor: Make) -> None:
    one = await asked_for_plan(debtor)
    item = await decide(one, PLAN | {"answer": "Tretton blir för långt."})
    assert "resolved" in item
    assert (item["offered_instalments"], "offer_outcome" in item) == (6, False)
    assert (await one.document())["status"] == "reminder_active", "nothing is agreed yet"
    page = await one.get()
    assert "Vårt förslag till dig" in page.text
    assert {"Godta", "Tacka nej"} <= set(page.buttons)
    said = (await one.get("/messages")).text.replace("\xa0", " ")
    assert "Vi föreslår en avbetalningsplan med 6 delbetalningar" in said
    assert "Tretton blir för långt." in said
    assert "Vi är överens." in await answered(one, "accept")
    assert (await one.document())["status"] == "amortization"
    (plan,) = (await one.office.get(f"cases/{one.case}/amortization-plans"))["_items"]
    assert len(plan["instalments"]) == 6
    assert (await one.office.get(f"work--items/{item['_id']}"))["offer_outcome"] == "accepted"
    assert "Vårt förslag till dig" not in (await one.get()).text
    assert not await one.office.differences()


async def test_an_offered_respite_is_declined_and_a_person_is_told(debtor: Make) -> None:
    one = await asked_for_plan(debtor)
    until = (REMINDED + timedelta(days=20)).isoformat()
    item = await decide(one, {"decision": "propose", "respite_until": until, "good_until": "2026-09-10"})
    page = await one.get()
    assert "Mer tid att betala" in page.text
    assert "Du har tackat nej." in await answered(one, "decline")
    assert (await one.document())["status"] == "reminder_active"
    assert (await one.office.get(f"work--items/{item['_id']}"))["offer_outcome"] == "declined"
    assert ("debtor_message", "The debtor declined our offer.") in await one.work_items()
    assert "Jag tackar nej till förslaget." in (await one.get("/messages")).text
    assert not await one.office.differences()


async def test_an_offer_lapses_after_its_last_day(debtor: Make, days: Days) -> None:
    one = await asked_for_plan(debtor)
    item = await decide(one, PLAN | {"good_until": "2026-09-03"})
    late = posted(await one.get(), f"/my/cases/{one.case}/offer")
    days.at(date(2026, 9, 4))
    await one.open()
    page = await one.get()
    assert "Vårt förslag till dig" not in page.text
    fresh = {"_token": page.form("/my/close")["_token"], "etag": (await one.document())["_etag"], "act": "accept"}
    again = await one.browser.post(f"/my/cases/{one.case}/offer", late | fresh)
    assert "har ändrats sedan sidan visades" in again.text
    assert (await one.document())["status"] == "reminder_active"
    assert "offer_outcome" not in await one.office.get(f"work--items/{item['_id']}")


async def test_an_offer_ends_when_a_plan_is_made_otherwise_or_the_wish_waits_again(debtor: Make) -> None:
    one = await asked_for_plan(debtor)
    item = await decide(one, PLAN)
    path = f"/work--items/{item['_id']}"
    opened = await one.office.client.patch(path, json={"resolved": False}, headers={"If-Match": item["_etag"]})
    assert opened.status_code == 200, opened.text
    assert (await one.office.get(path[1:]))["offer_outcome"] == "withdrawn"
    assert "Vårt förslag till dig" not in (await one.get()).text
    await decide(one, PLAN | {"instalments": 4})
    page = await one.get()
    await one.office.post(f"cases/{one.case}/amortization-plans", {"instalments": 3, "first_date": "2026-10-15"})
    assert "har ändrats" in (await one.send(page, "/offer", act="accept")).text
    assert (await one.office.get(path[1:]))["offer_outcome"] == "withdrawn"
    (plan,) = (await one.office.get(f"cases/{one.case}/amortization-plans"))["_items"]
    assert len(plan["instalments"]) == 3


@pytest.mark.parametrize(
    ("changes", "issues"),
    [
        ({"good_until": None}, {"good_until": "required field"}),
        ({"good_until": "2026-09-01"}, {"good_until": "must not be before today"}),
        ({"good_until": "2026-10-16"}, {"good_until": "must not be after the day that is offered"}),
        ({"first_date": None}, {"first_date": "required field"}),
        ({"respite_until": "2026-10-15"}, {"instalments": "a proposal is either a plan or a respite"}),
        (
            {"instalments": None, "first_date": None, "respite_until": "2028-10-15"},
            {"respite_until": "must be within 365 days"},
        ),
        (
            {"instalments": None, "respite_until": "2026-09-20"},
            {"first_date": "goes with a plan"},
        ),
        (
            {"decision": "refuse", "answer": "Nej."},
            dict.fromkeys(("instalments", "first_date", "good_until"), "goes with a proposal"),
        ),
    ],
)
async def test_an_offer_that_cannot_be_done_is_refused(
    debtor: Make, changes: dict[str, Any], issues: dict[str, str]
) -> None:
    one = await asked_for_plan(debtor)
    body = {name: value for name, value in (PLAN | changes).items() if value is not None}
    assert (await decide(one, body, 422))["_issues"] == issues
    assert "Vårt förslag till dig" not in (await one.get()).text


async def test_nothing_is_offered_instead_of_an_account_for_refunds(debtor: Make) -> None:
    one = await debtor()
    await one.browser.send(
        await one.browser.get("/my/details"), "/my/details/account", account_kind="bankgiro", account_number="991-2346"
    )
    refused = await decide(one, PLAN, 409)
    assert refused["_error"]["message"] == "Nothing else can be offered instead of this. Grant or refuse it."
