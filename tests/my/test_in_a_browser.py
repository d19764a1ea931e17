"""A debtor's day in a real browser: checks the letter, understands, gets a plan, objects; every page is fit for anybody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, ConsoleMessage, Page, Request, ViewportSize, expect

from fordran.commands.served import Served
from tests.my.browsing import chromium, listening
from tests.my.debtors import Debtor
from tests.my.test_acts import decide

Make = Callable[..., Awaitable[Debtor]]
MOST_BYTES = 100_000
LOADED = """["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""


@pytest.fixture(scope="module")
async def url(served: Served) -> AsyncIterator[str]:
    async with listening(served) as url:
        yield url


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


def paths_of(one: Debtor) -> list[str]:
    acts = ("", "/plan", "/respite", "/dispute", "/messages")
    return [
        *("/my", "/my/pay", "/my/details", "/my/genuine", "/my/privacy", f"/my/genuine?letter={one.letter['_id']}"),
        *(f"/my/cases/{one.case}{act}" for act in acts),
    ]


async def test_a_debtor_checks_the_letter_gets_a_plan_and_then_objects(
    browser: Browser, url: str, debtor: Make
) -> None:
    one = await debtor(is_open=False)
    context = await browser.new_context(
        locale="sv-SE", java_script_enabled=False, viewport={"width": 390, "height": 844}
    )
    page = await context.new_page()
    await page.goto(f"{url}/my")
    await page.get_by_role("main").get_by_role("link", name="Är brevet äkta?").click()
    await page.get_by_label("Brevnummer").fill(one.letter["letter_number"])
    await page.get_by_label("Kod").fill(one.code)
    await page.get_by_role("button", name="Kontrollera").click()
    await expect(page.get_by_text("Det här brevet har vi skickat")).to_be_visible()
    await page.get_by_role("main").get_by_role("link", name="Din skuld").click()
    assert int(await page.locator("[data-owed]").get_attribute("data-owed") or 0) > 100_000
    await page.get_by_role("main").get_by_role("link", name="Dela upp").click()
    await page.get_by_label("Antal delbetalningar").select_option("4")
    await page.get_by_role("button", name="Räkna ut").click()
    assert await page.locator("tbody tr").count() == 4
    await page.get_by_label("Antal delbetalningar").select_option("3")
    await page.get_by_role("button", name="Kom överens om 4 ×").click()
    await expect(page.get_by_text("Du valde en annan plan")).to_be_visible()
    assert await page.locator("tbody tr").count() == 3
    await page.get_by_role("button", name="Kom överens om 3 ×").click()
    await expect(page.get_by_text("Vi är överens om planen")).to_be_visible()
    await expect(page.get_by_text("Enligt din plan betalar du")).to_be_visible()
    assert await page.locator("tbody tr").count() == 3
    await page.get_by_role("main").get_by_role("link", name="Invänd").click()
    await page.get_by_label("Vad är fel?").fill("Jag betalade i juni.")
    await page.get_by_label("Fil 1").set_input_files(
        {"name": "kvitto.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 kvitto"}
    )
    await page.get_by_role("button", name="Invänd").click()
    await expect(page.get_by_text("inkassot är stoppat")).to_be_visible()
    assert (await one.document())["status"] == "disputed"
    await page.get_by_role("button", name="Stäng").click()
    await page.goto(f"{url}/my/pay")
    await expect(page.get_by_label("Kod")).to_be_visible()
    await context.close()


async def test_another_number_of_instalments_shows_its_plan_at_once(browser: Browser, url: str, debtor: Make) -> None:
    one = await debtor()
    page = await browser.new_page(locale="sv-SE")
    await page.goto(f"{url}/my?code={one.code}")
    await page.goto(f"{url}/my/cases/{one.case}/plan")
    await page.get_by_label("Antal delbetalningar").select_option("12")
    await expect(page.locator("tbody tr")).to_have_count(12)
    await page.get_by_role("button", name="Kom överens om 12 ×").click()
    await expect(page.get_by_text("Vi är överens om planen")).to_be_visible()
    (plan,) = (await one.office.get(f"cases/{one.case}/amortization-plans"))["_items"]
    assert len(plan["instalments"]) == 12
    await page.close()


async def test_every_page_is_for_everybody_at_every_width(browser: Browser, url: str, debtor: Make) -> None:
    one = await debtor(is_open=False)
    troubles: list[str] = []

    def complain(message: ConsoleMessage) -> None:
        if message.type == "error":
            troubles.append(message.text)

    def watch(asked: Request) -> None:
        if not asked.url.startswith(url):
            troubles.append(f"asks elsewhere: {asked.url}")

    schemes: tuple[tuple[int, Literal["light", "dark"]], ...] = ((390, "light"), (640, "light"), (1280, "dark"))
    for width, scheme in schemes:
        size: ViewportSize = {"width": width, "height": 900}
        context = await browser.new_context(locale="sv-SE", color_scheme=scheme, viewport=size)
        page = await context.new_page()
        page.on("console", complain)
        page.on("request", watch)
        await page.goto(f"{url}/my?code={one.code}")
        for path in paths_of(one):
            troubles += [f"{width} {path}: {trouble}" for trouble in await troubles_of(page, url + path)]
        await context.close()
    assert troubles == []


async def troubles_of(page: Page, address: str) -> list[str]:
    """What is wrong with a page: rules of accessibility, sideways scrolling, too much to load."""
    await page.goto(address)
    found = (await Axe().run(page)).response["violations"]
    troubles = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
    if await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        troubles.append("scrolls sideways")
    if await page.evaluate(LOADED) > MOST_BYTES:
        troubles.append("is too much to load")
    return troubles


async def test_a_debtor_accepts_an_offer_by_a_click(browser: Browser, url: str, debtor: Make) -> None:
    one = await debtor()
    await one.send(await one.get("/plan", instalments="13", first_date="2026-10-15"), "/plan")
    offer = {"decision": "propose", "instalments": 6, "first_date": "2026-10-15", "good_until": "2026-09-16"}
    await decide(one, offer)
    context = await browser.new_context(locale="sv-SE", viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await page.goto(f"{url}/my?code={one.code}")
    await expect(page.get_by_role("heading", name="Vårt förslag till dig")).to_be_visible()
    assert not (await Axe().run(page)).response["violations"]
    await page.get_by_role("button", name="Godta").click()
    await expect(page.get_by_text("Vi är överens.")).to_be_visible()
    assert (await one.document())["status"] == "amortization"
