"""In a real Chromium: one administrator proposes a row of law, another approves it, and the page shows that it holds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from playwright.async_api import Browser

from fordran import clock
from fordran.actions.people.add_person import add_person
from fordran.api.app import Api
from fordran.commands.served import Served
from tests.console.browser import Window, window
from tests.console.visiting import Browser as Visitor
from tests.console.visiting import link_for

Browse = Callable[[str], Awaitable[Visitor]]


@pytest.fixture
async def live(app: Api) -> AsyncIterator[str]:
    """A live installation with one administrator more; its id."""
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
        second = await add_person(tx, "Bo Ek", "bo.ek@example.com", "admin", clock.now())
    yield second
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")


async def propose(one: Window, article: str, begins: str, value: str) -> None:
    await one.page.select_option("#f-article", article)
    await one.page.fill("#f-from", begins)
    await one.page.fill("#f-value", value)
    await one.page.fill("#f-source", "SFS 2098:1500")
    await one.page.get_by_role("button", name="Föreslå").click()


async def test_two_people_add_a_row(
    chromium: Browser, site: str, served: Served, people: dict[str, str], live: str
) -> None:
    async with window(chromium, site, await link_for(served, people["admin"])) as one:
        await one.open("/console/law")
        assert not await one.wrongs()
        assert await one.page.inner_text("h1") == "Lagens belopp"
        await propose(one, "reference_rate", "2099-03-01", "2,5")
        assert "den 1 januari eller den 1 juli" in await one.page.inner_text("main")
        await propose(one, "reference_rate", "2099-01-01", "2,5")
        await one.page.wait_for_url("**/console/law?done=proposed")
        await propose(one, "reminder", "2099-07-01", "70")
        await one.page.wait_for_url("**/console/law?done=proposed")
        row = (
            one.page.get_by_role("row")
            .filter(has_text="Betalningspåminnelse")
            .filter(has=one.page.get_by_role("button"))
        )
        await row.get_by_role("button", name="Godkänn").click()
        await one.page.get_by_role("button", name="Bekräfta").click()
        assert "En annan person" in await one.page.inner_text("body")
    async with window(chromium, site, await link_for(served, live), width="narrow") as one:
        await one.open("/console/law")
        assert not await one.wrongs()
        rate = one.page.get_by_role("row").filter(has_text="2,5 %")
        await rate.get_by_role("button", name="Godkänn").click()
        assert "2,5\N{NO-BREAK SPACE}% från och med 2099-01-01" in await one.page.inner_text("main")
        await one.page.get_by_role("button", name="Bekräfta").click()
        await one.page.wait_for_url("**/console/law?done=approved")
        reminder = one.page.get_by_role("row").filter(has_text="Betalningspåminnelse")
        await reminder.get_by_role("button", name="Avvisa").click()
        await one.page.get_by_role("button", name="Bekräfta").click()
        await one.page.wait_for_url("**/console/law?done=rejected")
        assert not await one.wrongs()
        rates = await one.page.get_by_role("table", name="Referensränta").inner_text()
        assert rates.splitlines()[1].split("\t")[:3] == ["2099-01-01", "2,5\N{NO-BREAK SPACE}%", "Fastställd"]
        decided = one.page.get_by_role("table", name="Tillagda rader")
        assert [await decided.get_by_text(word).count() for word in ("Godkänd", "Avvisad")] == [1, 1]


async def test_only_administrators_and_auditors_see_it(browse: Browse) -> None:
    assert (await (await browse("handler")).get("/console/law")).status == 403
    page = await (await browse("auditor")).get("/console/law")
    assert page.status == 200
    assert not page.tree.xpath("//main//button")
