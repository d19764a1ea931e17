"""In a real Chromium: one person proposes to close a month, another confirms it, and the file is downloaded."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

from playwright.async_api import Browser

from fordran.api.app import Api
from fordran.commands.served import Served
from fordran.formats.sie import read_sie
from tests.actions.payouts.payout_desk import open_desk
from tests.console.browser import window
from tests.console.visiting import Browser as Visitor
from tests.console.visiting import link_for

Browse = Callable[[str], Awaitable[Visitor]]


async def test_two_people_close_a_month(
    chromium: Browser, site: str, served: Served, people: dict[str, str], app: Api, tmp_path: Path
) -> None:
    desk = await open_desk(app, tmp_path)
    await desk.paid(await desk.debt(100), 100_00, date(2025, 1, 10))
    async with window(chromium, site, await link_for(served, people["finance"])) as one:
        await one.open("/console/books")
        assert not await one.wrongs()
        await one.page.get_by_role("button", name="Stäng 2025-01").click()
        assert "kan inte öppnas igen" in await one.page.inner_text("main")
        await one.page.get_by_role("button", name="Bekräfta").click()
        await one.page.wait_for_url("**/console/books?done=proposed")
        await one.page.get_by_role("button", name="Bekräfta stängningen").click()
        await one.page.get_by_role("button", name="Bekräfta").click()
        assert "En annan person ska bekräfta" in await one.page.inner_text("body")
    async with window(chromium, site, await link_for(served, people["admin"])) as one:
        await one.open("/console/books")
        await one.page.get_by_role("button", name="Bekräfta stängningen").click()
        await one.page.get_by_role("button", name="Bekräfta").click()
        await one.page.wait_for_url("**/console/books?done=closed")
        assert not await one.wrongs()
        row = one.page.get_by_role("row").filter(has_text="2025-01")
        shown = await row.inner_text()
        async with one.page.expect_download() as begun:
            await row.get_by_role("link", name="Hämta SIE-fil").click()
        stored = await (await begun.value).path()
        file = await asyncio.to_thread(stored.read_bytes)
        assert hashlib.sha256(file).hexdigest() in shown
        assert {voucher.date for voucher in read_sie(file).vouchers} == {date(2025, 1, 10)}


async def test_a_handler_sees_the_months_and_closes_none(browse: Browse) -> None:
    page = await (await browse("handler")).get("/console/books")
    assert page.status == 200
    assert not page.tree.xpath("//main//button")


async def test_a_text_that_is_no_month_is_not_found(browse: Browse) -> None:
    assert (await (await browse("handler")).get("/console/books/2026-13/sie")).status == 404
