"""Saved views: saved by a click, above the list for oneself or for all of the staff, and deleted by whom they are of."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Browser as Chromium

from fordran.actions.work.saved_views import MOST_VIEWS
from fordran.commands.served import Served
from tests.api.world import World
from tests.console.browser import window
from tests.console.visiting import Browser, Shown, link_for

Browse = Callable[[str], Awaitable[Browser]]


def views_of(page: Shown) -> dict[str, str]:
    """The views above a list: name → address."""
    links = page.tree.xpath("//nav[@aria-label='Sparade vyer']/a")
    return {link.text_content(): link.get("href") for link in links}


async def test_a_list_is_saved_by_a_click_opened_again_and_deleted(
    chromium: Chromium, site: str, served: Served, people: dict[str, str]
) -> None:
    async with window(chromium, site, await link_for(served, people["handler"])) as one:
        page = one.page
        await one.open("/console/cases")
        await page.get_by_label("Status").select_option("invoice")
        await page.get_by_role("button", name="Visa").click()
        await page.locator("thead a", has_text="Skuld").click()
        await page.get_by_text("Spara vyn").click()
        await page.get_by_label("Namn på vyn").fill("Fakturor, störst först")
        await page.get_by_role("button", name="Spara").click()
        view = page.get_by_role("link", name="Fakturor, störst först")
        await view.wait_for()
        assert await one.wrongs() == []
        await one.open("/console/cases")
        await view.click()
        await page.locator("th[aria-sort=descending]", has_text="Skuld").wait_for()
        assert await page.get_by_label("Status").input_value() == "invoice"
        await page.get_by_text("Spara vyn").click()
        await page.get_by_role("button", name="Ta bort vyn Fakturor, störst först").click()
        await page.wait_for_url("**/console/cases")
        assert await view.count() == 0


async def test_a_view_is_ones_own_until_it_is_shared(browse: Browse) -> None:
    handler, finance = await browse("handler"), await browse("finance")
    page = await handler.get("/console/work?mine=yes")
    await handler.send(page, "/console/views", name="Egna")
    page = await handler.get("/console/work?kind=stopped&sort=kind")
    await handler.send(page, "/console/views", name="Stoppade", shared="yes")
    seen = views_of(await handler.get("/console/work"))
    assert (
        seen.items()
        >= {
            "Egna": "/console/work?mine=yes",
            "Stoppade": "/console/work?kind=stopped&sort=kind",
        }.items()
    )
    others = await finance.get("/console/work?kind=stopped&sort=kind")
    assert set(views_of(others)) & {"Egna", "Stoppade"} == {"Stoppade"}
    assert "Ta bort vyn" not in others.text
    assert views_of(await finance.get("/console/cases")) == {}
    assert "Spara vyn" not in (await (await browse("auditor")).get("/console/work")).text
    assert "Spara vyn" not in (await (await browse("creditor_user")).get("/console/cases")).text


@pytest.mark.parametrize(
    "address",
    [
        *("https://example.com/", "//example.com/console/cases", "/console/payouts", "/console/cases?after=x", ""),
        *("/console/work?state=reminder", "/console/cases#x", "/console/../cases", "http://[/console/cases"),
    ],
)
async def test_an_address_that_is_no_list_of_the_console_is_refused(browse: Browse, world: World, address: str) -> None:
    answer = await world.operator.post("/saved--views", json={"name": "Alla", "address": address})
    assert answer.status_code == 422
    assert "address" in answer.json()["_issues"]
    handler = await browse("handler")
    page = await handler.get("/console/work")
    told = await handler.send(page, "/console/views", name="Alla", address=address)
    assert (told.status, told.trouble) == (409, "not_now")


async def test_only_an_administrator_deletes_another_persons_view(
    browse: Browse, world: World, people: dict[str, str]
) -> None:
    handler, finance = await browse("handler"), await browse("finance")
    await handler.send(await handler.get("/console/cases"), "/console/views", name="Alla öppna", shared="yes")
    found = (await world.operator.get("/saved--views", params={"where": '{"name": "Alla öppna"}'})).json()["_items"]
    (view,) = found
    assert view["user"] == people["handler"]
    token = await finance.token()
    path = f"/console/views/{view['_id']}/remove"
    refused = await finance.post(path, {"_token": token, "_once": "another"})
    assert (refused.status, refused.trouble) == (409, "not_now")
    mine = world.as_user(people["finance"])
    tag = {"If-Match": view["_etag"]}
    assert (await mine.delete(f"/saved--views/{view['_id']}", headers=tag)).status_code == 409
    assert (await world.operator.delete(f"/saved--views/{view['_id']}", headers=tag)).status_code == 204


async def test_a_user_has_so_many_views_and_no_more(world: World) -> None:
    own = {"max_results": "1", "where": json.dumps({"user": world.users["operator"]})}
    there = (await world.operator.get("/saved--views", params=own)).json()["_meta"]["total"]
    for place in range(MOST_VIEWS - there):
        await world.create("/saved--views", {"name": str(place), "address": "/console/cases"})
    answer = await world.operator.post("/saved--views", json={"name": "En till", "address": "/console/cases"})
    assert answer.status_code == 409
