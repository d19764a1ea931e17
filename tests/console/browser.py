"""A real Chromium: the one found on PATH, else the one that Playwright has; where there is none, the reason is told."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Page, Playwright, Request, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage")
WIDTHS = {"wide": (1280, 900), "zoomed": (640, 450), "narrow": (390, 844)}
"""`zoomed` is the wide one at 200 %."""
VIOLATIONS = {"resultTypes": ["violations"]}
"""Rules that hold are not described node by node, which takes axe longer than to check them."""
CUT = """[...document.querySelectorAll("main .scroll")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.getAttribute("aria-label")}: ${one.scrollWidth} in ${one.clientWidth}`)"""
"""Tables that are wider than their boxes."""
NONE = "no Chromium on PATH (Debian: apt-get install chromium), nor one of Playwright's own"


def executable(playwright: Playwright) -> str | None:
    """The browser to drive."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    own = playwright.chromium.executable_path
    return own if own and Path(own).exists() else None


@asynccontextmanager
async def chromium_or_skip() -> AsyncIterator[Browser]:
    """A browser while the block lasts; the test is skipped with the reason where there is none."""
    async with async_playwright() as playwright:
        path = executable(playwright)
        if path is None:
            pytest.skip(NONE)
        browser = await playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def window(
    browser: Browser, url: str, link: str | None, width: str = "wide", **options: Any
) -> AsyncIterator[Window]:
    """A window of its own, in which whoever has the link is signed in."""
    size = dict(zip(("width", "height"), WIDTHS[width], strict=True))
    context = await browser.new_context(viewport=size, locale="sv-SE", base_url=url, **options)  # type: ignore[arg-type]
    try:
        made = Window(context, await context.new_page(), url)
        if link is not None:
            await made.page.goto(link)
            await made.page.locator("main button").click()
            await made.page.wait_for_url(f"{url}/console")
        yield made
    finally:
        await context.close()


class Window:
    """A page in a window, and all that went over the wire or wrong since it was last asked."""

    def __init__(self, context: BrowserContext, page: Page, url: str) -> None:
        self.context, self.page, self.url = context, page, url
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._asked)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.elsewhere.append(request.url)

    async def open(self, path: str) -> None:
        """Go to a page, and forget what was before."""
        self.errors.clear()
        self.elsewhere.clear()
        answer = await self.page.goto(path)
        assert answer is not None
        assert answer.status == 200, f"{path}: {answer.status}"

    async def wrongs_at(self, width: str, scheme: Literal["light", "dark"]) -> list[str]:
        """The same in a window of another width, and in another colour scheme."""
        wide, high = WIDTHS[width]
        await self.page.set_viewport_size({"width": wide, "height": high})
        await self.page.emulate_media(color_scheme=scheme)
        return [f"{width}: {wrong}" for wrong in await self.wrongs()]

    async def wrongs(self) -> list[str]:
        """What is wrong with the page as it is now: by axe-core, by the browser, sideways, elsewhere."""
        found = [f"says {error}" for error in self.errors] + [f"asks {url}" for url in self.elsewhere]
        across = await self.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        if across[0] > across[1]:
            found.append(f"is {across[0]} wide in a window of {across[1]}")
        if across[1] > WIDTHS["narrow"][0] and (cut := await self.page.evaluate(CUT)):
            found.append(f"tables are cut: {cut}")
        is_loaded = await self.page.evaluate("typeof axe === 'object'")
        axe = Axe("0") if is_loaded else Axe()
        for violation in (await axe.run(self.page, options=VIOLATIONS)).response["violations"]:
            places = [node["html"][:120] for node in violation["nodes"][:3]]
            found.append(f"axe {violation['id']}: {places}")
        return found
