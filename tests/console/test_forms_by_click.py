"""Every form of every page in a real Chromium: filled by its fields, and sent by a click. A browser that refuses one fails."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser, Locator

from fordran.commands.served import Served
from tests.api.world import World
from tests.console.browser import Window, window
from tests.console.test_browser import paths
from tests.console.visiting import link_for

VALUES = {
    "date": "2026-06-01",
    "email": "karin@example.com",
    "number": "1",
    "tel": "070-174 06 05",
    "time": "14:30",
    "url": "https://example.com/",
}
"""The type of an input → a value that a browser takes for it; any other takes a word."""

ROLES = ("admin", "handler")


@pytest.mark.parametrize("role", ROLES)
async def test_a_browser_takes_every_form_that_is_filled(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World, role: str
) -> None:
    refused: dict[str, list[str]] = {}
    forms = 0
    async with window(chromium, site, await link_for(served, people[role])) as one:
        for path in (await paths(world)).values():
            answer = await one.page.goto(path)
            if answer is None or answer.status == 403:
                continue  # a page of another role
            for form in await one.page.locator("main form").all():
                forms += 1
                await unfold(form)
                await fill(form)
                if names := await form.evaluate(
                    "form => [...form.elements].filter(one => !one.checkValidity()).map(one => one.name)"
                ):
                    refused[f"{path} {await form.get_attribute('action')}"] = names
    assert refused == {}
    assert forms > 10


async def test_every_filter_is_sent_by_a_click(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    unsent, sent = [], 0
    async with window(chromium, site, await link_for(served, people["admin"])) as one:
        for path in (await paths(world)).values():
            await one.open(path)
            for index in range(await one.page.locator("main form.filters[method=get]").count()):
                await one.open(path)
                form = one.page.locator("main form.filters[method=get]").nth(index)
                fields = await form.evaluate("form => [...new FormData(form).keys()]")
                if not await was_sent(one, form, fields):
                    unsent.append((path, fields))
                sent += 1
    assert unsent == []
    assert sent > 8


async def was_sent(one: Window, form: Locator, fields: list[str]) -> bool:
    """Whether a click on the form's button, with all as it is first shown, leads to an answer with its fields in the address."""
    required = await form.evaluate("form => [...form.elements].filter(one => one.required).map(one => one.name)")
    for name in required:
        await form.locator(f"[name={name}]").fill("2026-06-01")
    async with one.page.expect_navigation(timeout=60_000) as navigation:
        await form.locator("button").first.click(timeout=10_000)
    answer = await navigation.value
    query = parse_qs(urlsplit(one.page.url).query, keep_blank_values=True)
    return answer is not None and answer.status < 500 and set(fields) <= set(query)


async def unfold(form: Locator) -> None:
    """Open the folded part of the page that has the form, by its summary."""
    folded = form.locator("xpath=ancestor::details[not(@open)]/summary")
    if await folded.count():
        await folded.first.click()


async def fill(form: Locator) -> None:
    """Fill every field that has nothing: texts by their type, selects and the rest as they are first shown."""
    for field in await form.locator("input:not([type=hidden]), textarea").all():
        kind = await field.get_attribute("type") or "textarea"
        if kind == "file":
            await field.set_input_files({"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 "})
        elif kind in ("checkbox", "radio"):
            await field.set_checked(True)
        elif not await field.input_value():
            await field.fill(VALUES.get(kind, "1"))
