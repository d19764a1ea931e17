"""In a real Chromium: a day of the finance person, who matches, approves, exports and reconciles; and one of a creditor's user,
who follows a case and takes one back."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from playwright.async_api import Browser, expect

from fordran.commands.served import Served
from fordran.formats.bank import BankPayer
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from tests.api.world import World
from tests.console.browser import Window, window
from tests.console.test_case import new_case
from tests.console.visiting import link_for


async def confirmed(one: Window, title: str) -> None:
    """What an act comes to is shown under its name, and confirmed."""
    assert await one.page.locator("h1").inner_text() == title
    assert await one.wrongs() == []
    await one.page.get_by_role("button", name="Bekräfta").click()
    await one.page.get_by_role("status").first.wait_for()


async def test_a_finance_persons_day(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World, tmp_path: Path
) -> None:
    case = (await world.operator.get(f"/cases/{await new_case(world)}")).json()
    async with world.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")
        await tx.execute(
            "update payouts set ready_for_payout = true, not_ready_reason = null where payout_date is null"
        )
    payer = BankPayer(name=case["customer_name"])
    receipts = (
        DemoTransaction(10_000, case["ocr_number"], serial="1"),
        DemoTransaction(4_321, "", serial="2", payer=payer),
    )
    file = tmp_path / "bgmax.txt"
    file.write_bytes(
        make_bgmax([Deposit("5555552", date(2026, 4, 10), 1, receipts)], created=datetime(2026, 4, 10, tzinfo=UTC))
    )
    async with window(chromium, site, await link_for(served, people["finance"])) as one:
        page = one.page
        await page.get_by_role("link", name="Bank", exact=True).first.click()
        await page.get_by_label("Fil från banken").set_input_files(file)
        await page.get_by_role("button", name="Ladda upp").click()
        assert "2 transaktioner, 1 matchade, 1 väntar" in await page.get_by_role("status").first.inner_text()
        await page.locator("tr", has_text="43,21").get_by_role("link").click()
        await page.locator("#f-case").fill(case["ocr_number"])
        await page.get_by_role("button", name="Matcha", exact=True).last.click()
        await confirmed(one, "Matcha")
        await page.get_by_role("link", name="Utbetalningar").first.click()
        await page.locator("tbody a").first.click()
        await page.get_by_role("button", name="Godkänn").click()
        await confirmed(one, "Godkänn")
        await page.get_by_role("link", name="Utbetalningar").first.click()
        await page.get_by_role("button", name="Exportera").click()
        await confirmed(one, "Exportera")
        async with page.expect_download() as download:
            await page.get_by_role("link", name="Hämta filen").first.click()
        assert b"pain.001" in (await (await download.value).path()).read_bytes()
        await page.goto("/console/reports/reconciliation")
        assert await page.locator("h1").inner_text() == "Avstämning av klientmedel"
        assert await page.locator("tbody tr").count() > 0
        assert await one.wrongs() == []


async def test_a_creditors_users_day(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    case = (await world.operator.get(f"/cases/{await new_case(world)}")).json()
    async with window(chromium, site, await link_for(served, people["creditor_user"]), "narrow") as one:
        page = one.page
        await page.wait_for_url("**/console")
        await page.goto(f"/console/search?q={case['ocr_number']}")
        await page.wait_for_url(f"**/console/cases/{case['_id']}")
        assert int(await page.locator("[data-owed]").first.get_attribute("data-owed") or 0) > 0
        await expect(page.get_by_role("heading", name="Vad som har hänt")).to_be_visible()
        assert await page.get_by_role("button", name="Avsluta ärendet").count() == 0, "that is for the operator"
        await page.locator("#f-note-text").fill("Kunden ringde oss: varan är returnerad.")
        await page.get_by_role("button", name="Anteckning", exact=True).click()
        await confirmed(one, "Anteckning")
        await page.get_by_role("button", name="Återkalla ärendet").click()
        await confirmed(one, "Återkalla ärendet")
        assert await page.locator("[data-owed]").first.get_attribute("data-owed") == "0"
    after = (await world.operator.get(f"/cases/{case['_id']}")).json()
    assert (after["state"], after["close_reason"]) == ("closed", "cancelled")
