"""In a real Chromium: going back after an act leads to a page and not to an error, and one's own act is no conflict."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from fordran.commands.served import Served
from tests.api.world import World
from tests.console.browser import window
from tests.console.test_case import new_case
from tests.console.visiting import link_for


async def test_one_goes_back_after_confirming(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    case = await new_case(world)
    async with window(chromium, site, await link_for(served, people["handler"]), java_script_enabled=False) as one:
        page = one.page
        await one.open(f"/console/cases/{case}/note")
        await page.get_by_label("Text").fill("Ringde, inget svar.")
        await page.get_by_role("main").get_by_role("button", name="Anteckning").click()
        await expect(page.get_by_role("heading", name="Det här händer")).to_be_visible()
        shown = page.url
        assert "shown=" in shown
        await page.get_by_role("button", name="Bekräfta").click()
        await page.get_by_role("status").first.wait_for()
        answer = await page.go_back()
        assert answer is not None
        assert (answer.status, page.url) == (200, shown)
        await expect(page.get_by_text("Ringde, inget svar.")).to_be_visible()
        await page.reload()
        await expect(page.get_by_role("button", name="Bekräfta")).to_be_visible()
        await page.go_back()
        await expect(page.get_by_label("Text")).to_be_visible()


async def test_ones_own_act_in_another_window_is_no_conflict(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    case = await new_case(world)
    async with window(chromium, site, await link_for(served, people["handler"])) as one:
        first = one.page
        await first.goto(f"/console/cases/{case}/respite")
        await first.get_by_role("main").locator("input[type=date]").first.fill("2027-01-20")
        second = await one.context.new_page()
        await second.goto(f"{site}/console/cases/{case}")
        await second.locator("#f-handler-assigned_to").select_option(index=1)
        await second.get_by_role("button", name="Byt handläggare").click()
        await second.get_by_role("status").first.wait_for()
        await first.get_by_role("main").get_by_role("button", name="Anstånd").click()
        await expect(first.get_by_role("heading", name="Det här händer")).to_be_visible()
        await first.get_by_role("button", name="Bekräfta").click()
        await first.get_by_role("status").first.wait_for()
    now = (await world.operator.get(f"/cases/{case}")).json()
    assert now["status"] == "respite"


async def test_an_act_that_makes_no_sense_any_more_names_the_own_act_that_came_before(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    case = await new_case(world)
    async with window(chromium, site, await link_for(served, people["handler"])) as one:
        first, second = one.page, await one.context.new_page()
        for page in (first, second):
            await page.goto(f"{site}/console/cases/{case}/cancel")
        for page in (second, first):
            await page.get_by_role("main").get_by_role("button", name="Återkalla ärendet").click()
            if page is second:
                await page.get_by_role("button", name="Bekräfta").click()
                await page.get_by_role("status").first.wait_for()
        await expect(first.get_by_text("Du gjorde själv detta")).to_contain_text("Återkalla ärendet")
