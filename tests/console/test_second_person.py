"""In a real Chromium: a changed account of a creditor waits on the page of payouts, until a second person presses the button."""

from __future__ import annotations

from playwright.async_api import Browser

from fordran.commands.served import Served
from tests.api.world import World
from tests.console.browser import window
from tests.console.visiting import link_for


async def test_a_second_person_approves_a_changed_account(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    creditor = (await world.operator.get(f"/creditors/{world.creditor.id}")).json()
    changed = await world.operator.patch(
        f"/creditors/{world.creditor.id}",
        json={"payout_details": {"sek": {"bankgiro": "5050-1055"}}},
        headers={"if-match": creditor["_etag"]},
    )
    assert changed.status_code == 200, changed.text
    link = await link_for(served, people["finance"])
    async with window(chromium, site, link) as one:
        await one.open("/console/payouts")
        assert not await one.wrongs()
        row = one.page.get_by_role("row").filter(has_text="5050-1055")
        shown = await row.inner_text()
        assert creditor["name"] in shown
        assert "Operator's client" in shown, "who asked for it"
        await row.get_by_role("button", name="Godkänn").click()
        await one.page.wait_for_url("**/console/payouts?done=approved")
        assert not await one.page.get_by_role("row").filter(has_text="5050-1055").count()
