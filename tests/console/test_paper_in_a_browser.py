"""In a real Chromium: a case printed on paper takes what it needs, with no forms and no empty pages."""

from __future__ import annotations

import re

from playwright.async_api import Browser

from fordran.commands.served import Served
from tests.api.world import World
from tests.console.browser import window
from tests.console.visiting import link_for

MOST_PAGES = 2


async def test_a_case_is_printed_on_two_pages_without_its_forms(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    async with window(chromium, site, await link_for(served, people["handler"])) as one:
        await one.open(f"/console/cases/{world.case}")
        paper = await one.page.pdf(format="A4")
        await one.page.emulate_media(media="print")
        shown = [form for form in await one.page.locator("form").all() if await form.is_visible()]
        assert shown == []
        assert await one.page.get_by_role("heading", level=1).is_visible()
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) <= MOST_PAGES
