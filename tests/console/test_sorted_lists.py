"""Lists are sorted by their headings, page by page, and have sums."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser as Chromium

from fordran import clock
from fordran.commands.served import Served
from fordran.console.cases import SORTED as CASES_SORTED
from fordran.console.payouts import SORTED as PAYOUTS_SORTED
from fordran.console.work import SORTED as WORK_SORTED
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from tests.api.world import World
from tests.console.browser import window
from tests.console.visiting import Browser, Shown, link_for

Browse = Callable[[str], Awaitable[Browser]]
ITEMS = 60
"""More than a page shows."""


@pytest.fixture(scope="module")
async def many(world: World) -> World:
    """The world with more work items than a page shows."""
    case = (await world.operator.get(f"/cases/{world.case}")).json()
    async with world.database.transaction() as tx:
        for place in range(ITEMS):
            row = {
                "account_id": case["account"],
                "id": new_id(),
                "created": clock.now(),
                "updated": clock.now(),
                "creditor_id": case["creditor"],
                "case_id": case["_id"],
                "kind": ("debtor_hardship", "stopped", "letter_failed")[place % 3],
                "reason": f"reason {place}",
            }
            await insert(tx, "work_items", row)
    return world


def shown_ids(page: Shown, above: str) -> list[str]:
    """The ids of the rows of a page's first list, from the top."""
    links = page.tree.xpath(f"(//main//table)[1]/tbody/tr/td[1]/a[starts-with(@href, '{above}/')]/@href")
    return [link.rsplit("/", 1)[1] for link in links]


async def ids_by(world: World, resource: str, sort: str, where: str) -> list[str]:
    found: list[str] = []
    for page in range(1, 9):
        asked = {"sort": sort, "where": where, "max_results": "50", "page": str(page)}
        items: list[dict[str, Any]] = (await world.operator.get(f"/{resource}", params=asked)).json()["_items"]
        found += [item["_id"] for item in items]
        if len(items) < 50:
            break
    return found


@pytest.mark.parametrize(
    ("path", "resource", "where", "fields"),
    [
        ("/console/cases", "cases", '{"state": {"$ne": "closed"}}', CASES_SORTED),
        ("/console/work", "work--items", '{"resolved": {"$exists": false}}', WORK_SORTED),
        ("/console/payouts", "finance--payouts", '{"ready_for_payout": false, "payout_date": null}', PAYOUTS_SORTED),
    ],
)
async def test_a_heading_sorts_all_pages_of_a_list_as_the_interface_does(
    browse: Browse, many: World, path: str, resource: str, where: str, fields: tuple[str, ...]
) -> None:
    finance = await browse("finance")
    begin = f"{path}?which=waiting" if resource == "finance--payouts" else path
    for name in fields:
        for sort in (name, f"-{name}"):
            page = await finance.get(f"{begin}{'&' if '?' in begin else '?'}sort={sort}")
            seen = shown_ids(page, path)
            while following := page.tree.xpath("//a[@rel='next']/@href"):
                page = await finance.get(following[0])
                seen += shown_ids(page, path)
            assert seen == await ids_by(many, resource, sort, where), sort
            assert len(seen) > (ITEMS if resource == "work--items" else 0)


async def test_work_is_listed_with_the_oldest_first_and_its_number(browse: Browse, many: World) -> None:
    page = await (await browse("handler")).get("/console/work")
    there = await ids_by(many, "work--items", "_id", '{"resolved": {"$exists": false}}')
    assert shown_ids(page, "/console/work") == there[:50]
    assert f"{len(there)} rader." in page.text


async def test_payouts_have_the_sum_of_all_of_them(browse: Browse, many: World) -> None:
    page = await (await browse("finance")).get("/console/payouts?which=waiting")
    payouts = [one for one in await many.some("finance--payouts") if "payout_date" not in one]
    total = round(sum(one["total_amount"] for one in payouts) * 100)
    foot = "".join(page.tree.xpath("string((//main//table)[1]/tfoot)").split())
    kronor = f"{total // 100:,}".replace(",", "")
    assert f"{kronor},{total % 100:02d}kr" in foot


async def test_a_sort_that_is_not_offered_and_a_page_of_another_order_are_passed_over(
    browse: Browse, many: World
) -> None:
    handler = await browse("handler")
    plain = shown_ids(await handler.get("/console/work"), "/console/work")
    for query in ("sort=reason", "sort=-", "after=nonsense"):
        assert shown_ids(await handler.get(f"/console/work?{query}"), "/console/work") == plain
    sorted_page = await handler.get("/console/work?sort=kind")
    following = sorted_page.tree.xpath("//a[@rel='next']/@href")[0]
    other = await handler.get(following.replace("sort=kind", "sort=-kind"))
    assert other.status == 200
    first = await handler.get("/console/work?sort=-kind")
    assert shown_ids(other, "/console/work") == shown_ids(first, "/console/work")


async def test_a_click_on_a_heading_sorts_and_another_turns_the_order(
    chromium: Chromium, site: str, served: Served, people: dict[str, str], many: World
) -> None:
    async with window(chromium, site, await link_for(served, people["handler"])) as one:
        for path, heading in (("/console/cases", "Skuld"), ("/console/work", "Sedan"), ("/console/payouts", "Belopp")):
            await one.open(f"{path}?which=waiting")
            await one.page.locator("thead a", has_text=heading).first.click()
            await one.page.locator("th[aria-sort=descending]").first.wait_for()
            assert await one.wrongs() == []
            await one.page.locator("thead a", has_text=heading).first.click()
            await one.page.locator("th[aria-sort=ascending]").first.wait_for()
            assert "which=waiting" in one.page.url
