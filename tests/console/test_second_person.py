"""In a real Chromium: a changed account of a creditor waits on the page of approvals, until another presses the button."""

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
    assert changed.status_code == 202, changed.text
    assert changed.json()["_approval"] == world.creditor.id
    link = await link_for(served, people["finance"])
    async with window(chromium, site, link) as one:
        await one.open("/console/approvals")
        assert not await one.wrongs()
        row = one.page.get_by_role("row").filter(has_text="5050-1055")
        shown = await row.inner_text()
        assert creditor["name"] in shown
        assert "Operator's client" in shown, "who asked for it"
        await row.get_by_role("button", name="Godkänn").click()
        await one.page.wait_for_url("**/console/approvals?done=approved")
        assert not await one.page.get_by_role("row").filter(has_text="5050-1055").count()


async def test_a_second_person_rejects_an_account_with_a_reason(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    creditor = (await world.operator.get(f"/creditors/{world.creditor.id}")).json()
    number = "991-2346" if "5050-1055" in str(creditor["payout_details"]) else "5050-1055"
    body = {"payout_details": {"sek": {"bankgiro": number}}}
    await world.operator.patch(f"/creditors/{world.creditor.id}", json=body, headers={"if-match": creditor["_etag"]})
    link = await link_for(served, people["finance"])
    async with window(chromium, site, link) as one:
        await one.open("/console/approvals")
        row = one.page.get_by_role("row").filter(has_text=number)
        await row.get_by_label("Skäl").fill("Inte borgenärens konto.")
        await row.get_by_role("button", name="Avvisa").click()
        await one.page.wait_for_url("**/console/approvals?done=rejected")
        assert not await one.page.get_by_role("row").filter(has_text=number).count()
    decided = (await world.operator.get(f"/approvals/{world.creditor.id}")).json()
    assert (decided["status"], decided["reason"]) == ("rejected", "Inte borgenärens konto.")
