"""In a real Chromium: a power of attorney is uploaded, a claim is confirmed as unpaid, and applications are released."""

from __future__ import annotations

from datetime import timedelta

from playwright.async_api import Browser, Page

from fordran import clock
from fordran.commands.served import Served
from fordran.shape.moments import day_of, moment_of
from tests.api import bodies
from tests.api.world import World
from tests.console.browser import Window, window
from tests.console.visiting import link_for


async def test_an_application_is_made_by_clicks(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    (debt,) = bodies.case_registration(world)["debts"]
    debt |= {"invoice_date": (clock.now() - timedelta(days=60)).date().isoformat()}
    body = bodies.case_registration(world, debts=[debt], case_settings={"use_enforcement": True})
    answer = await world.operator.post("/case--registrations", json=body)
    assert answer.status_code == 201, answer.text
    (case,) = answer.json()["_cases"]
    answer = await world.operator.post("/clock", json={"days": 40})
    assert answer.status_code in (200, 201), answer.text
    link = await link_for(served, people["admin"])
    async with window(chromium, site, link) as one:
        page = one.page
        await one.open(f"/console/creditors/{world.creditor.id}")
        form = page.locator("form[action$='/mandate']")
        await form.locator("input[type=file]").set_input_files(
            {"name": "fullmakt.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n%%EOF\n"}
        )
        await form.locator("input[name=from]").fill("2026-01-01")
        await form.locator("button").click()
        await page.wait_for_url("**?done=saved")
        assert not await one.wrongs()
        assert await page.get_by_role("link", name="fullmakt.pdf").count() == 1

        await one.open(f"/console/cases/{case}/confirm-unpaid")
        await page.locator("main form button.first").click()
        await page.locator("main form button.first").click()
        await page.wait_for_url(f"**/console/cases/{case}**")

        await one.open("/console/cases?waits_for=application_release")
        assert not await one.wrongs()
        await page.get_by_role("button", name="Släpp fram").click()
        await page.wait_for_url("**done=*")
        assert not await one.wrongs()
        found = (await world.operator.get(f"/cases/{case}")).json()
        assert "application_release" not in found["waits_for"]
        await world.operator.post("/clock", json={"days": 1})
        await _follow(one, page, world, case)


async def _follow(one: Window, page: Page, world: World, case: str) -> None:
    """Follow the application from the paper to a second execution, by clicks."""
    (enforcement,) = (await world.operator.get(f"/cases/{case}/enforcements")).json()["_items"]
    here = f"/console/enforcements/{enforcement['_id']}"
    today = day_of(moment_of((await world.operator.get(f"/cases/{case}")).json()["latest_state_date"])).isoformat()
    await one.open("/console/enforcements?status=to_sign")
    assert not await one.wrongs()
    await page.locator(f"a[href='{here}']").click()
    await _send(page, here, "Ansökan är postad", date=today, signed_by="Eva Lind")
    for reply in ({"reply": "contested"}, {}, {"reply": "verdict", "case_number": "01-123456-26"}, {"reply": "ended"}):
        await page.goto(page.url.partition("/console")[0] + here)
        assert not await one.wrongs()
        if reply:
            awarded = {"capital": "900", "interest": "0", "costs": "680"} if reply["reply"] == "verdict" else {}
            await _send(page, here, "Besked från Kronofogden", **reply, **awarded)
        else:
            await _send(page, here, "Överlämna till tingsrätt")
    await page.goto(page.url.partition("/console")[0] + here)
    form = page.locator("form[action$='/document']")
    await form.locator("input[type=file]").set_input_files(
        {"name": "utslag.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n%%EOF\n"}
    )
    await form.locator("button").click()
    await page.wait_for_url("**?done=saved")
    assert not await one.wrongs()
    assert await page.get_by_role("link", name="utslag.pdf").count() == 1
    await _send(page, here, "Begär verkställighet igen")
    after = (await world.operator.get(f"/enforcements/{enforcement['_id']}")).json()
    assert (after["status"], after["signed_by"], len(after["renewals"])) == ("execution", "Eva Lind", 1)
    assert (after["awarded_capital_amount"], after["case_number"]) == (900, "01-123456-26")
    await one.open(f"/console/cases/{case}")
    form = page.locator("form[action$='/interruption']")
    await form.locator("[name=date]").fill(today)
    await form.locator("[name=kind]").select_option("acknowledgement")
    await form.locator("[name=evidence]").fill("Mejl från gäldenären.")
    await form.locator("button").click()
    await page.locator("main form button.first").click()
    await page.wait_for_url(f"**/console/cases/{case}**done=*")


async def _send(page: Page, here: str, title: str, **fields: str) -> None:
    """Open a form from the page of an application, fill it in, send it, and confirm it."""
    await page.locator("main").get_by_role("link", name=title).click()
    for name, value in fields.items():
        field = page.locator(f"main form [name={name}]")
        if name == "reply":
            await field.select_option(value)
        else:
            await field.fill(value)
    await page.locator("main form button.first").click()
    await page.locator("main form button.first").click()
    await page.wait_for_url("**/console/cases/**done=*")
