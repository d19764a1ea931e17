"""Invoices, credit invoices and claims are registered by forms, as the interface registers them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Browser as Chromium

from fordran.commands.served import Served
from tests.api.world import World
from tests.console.browser import window
from tests.console.visiting import Browser, link_for

Browse = Callable[[str], Awaitable[Browser]]
PERSON = {
    "name": "Dagny Dal",
    "id_number": "19811228-9874",
    "address_line_1": "Storgatan 1",
    "zip_code": "11122",
    "city": "Stockholm",
}
LINES = {"what_0": "Papper", "units_0": "3", "price_0": "100,50", "what_1": "Frakt", "price_1": "50", "vat_1": "6%"}
DAYS = {"invoice_date": "2026-11-02", "invoice_due_date": "2026-12-02"}


async def test_a_creditors_user_registers_an_invoice_by_clicks_and_credits_it(
    chromium: Chromium, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    async with window(chromium, site, await link_for(served, people["creditor_user"])) as one:
        page = one.page
        await one.open("/console/invoices")
        await page.get_by_role("link", name="Registrera faktura").click()
        assert await one.wrongs() == []
        await page.locator("#f-creditor").select_option(world.creditor.id)
        for name, text in (PERSON | DAYS | {"invoice_number": "K-1"} | LINES).items():
            field = page.locator(f"#f-{name}")
            await (field.select_option(text) if name == "vat_1" else field.fill(text))
        await page.get_by_role("button", name="Registrera faktura").click()
        assert await page.locator("h1").inner_text() == "Registrera faktura"
        assert "430,00\xa0kr" in await page.locator("table.change").inner_text()
        assert await one.wrongs() == []
        await page.get_by_role("button", name="Bekräfta").click()
        await page.wait_for_url("**/console/invoices/*done=registered")
        (made,) = (await world.operator.get("/invoices", params={"where": '{"invoice_number": "K-1"}'})).json()[
            "_items"
        ]
        assert made["_id"] in page.url
        assert (made["creditor"], made["total_amount_including_vat"]) == (world.creditor.id, 429.88)
        await page.get_by_role("link", name="Kreditera").click()
        await page.locator("#f-invoice_number").fill("K-2")
        await page.get_by_role("button", name="Kreditera").click()
        await page.get_by_role("button", name="Bekräfta").click()
        await page.wait_for_url("**/console/invoices/*done=registered")
        case = (await world.operator.get(f"/cases/{made['case']}")).json()
        assert (case["status"], case["total_remaining_transaction_amount"]) == ("credited", 0)


async def test_a_claim_is_registered_by_clicks(
    chromium: Chromium, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    async with window(chromium, site, await link_for(served, people["handler"])) as one:
        page = one.page
        await one.open("/console/cases")
        await page.get_by_role("link", name="Registrera krav").click()
        assert await one.wrongs() == []
        await page.locator("#f-creditor").select_option(world.creditor.id)
        claim = {"invoice_number": "K-3", "capital": "1 250,50", "debt_description": "Papper"}
        for name, text in (PERSON | claim | {"invoice_date": "2026-08-03", "invoice_due_date": "2026-09-02"}).items():
            await page.locator(f"#f-{name}").fill(text)
        await page.locator("#f-first_action").select_option("debt_collection")
        await page.get_by_role("button", name="Registrera krav").click()
        assert "Dagny Dal" in await page.locator("table.change").inner_text()
        await page.get_by_role("button", name="Bekräfta").click()
        await page.wait_for_url("**/console/cases/*done=registered")
        case = (await world.operator.get(f"/cases/{page.url.split('/')[-1].split('?')[0]}")).json()
        debt = case["debt"]
        assert (debt["invoice_number"], debt["capital_to_claim"]) == ("K-3", 1250.5)
        assert (debt["invoice_due_days_after_invoice_date"], case["creditor"]) == (30, world.creditor.id)


async def test_the_paper_of_an_invoice_is_shown_and_nothing_is_registered(browse: Browse, world: World) -> None:
    user = await browse("creditor_user")
    page = await user.get("/console/invoices/new")
    values = PERSON | DAYS | LINES | {"invoice_number": "K-4", "creditor": world.creditor.id}
    paper = await user.post("/console/invoices", page.form("/console/invoices") | values | {"_preview": "yes"})
    assert paper.status == 200
    assert paper.answer.headers["content-type"] == "application/pdf"
    assert paper.answer.content.startswith(b"%PDF-")
    found = await world.operator.get("/invoices", params={"where": '{"invoice_number": "K-4"}'})
    assert found.json()["_items"] == []


@pytest.mark.parametrize(
    ("path", "changes", "wrong"),
    [
        ("invoices", {"name": ""}, ["name"]),
        ("invoices", {"what_0": "", "price_0": "", "what_1": "", "price_1": ""}, ["what_0"]),
        ("invoices", {"price_0": "dyrt"}, ["price_0"]),
        ("invoices", {"units_1": "två"}, ["units_1"]),
        ("invoices", {"vat_0": "20%"}, ["vat_0"]),
        ("invoices", {"invoice_date": "i går"}, ["invoice_date"]),
        ("invoices", {"invoice_due_date": "2026-11-01"}, ["invoice_due_date"]),
        ("invoices", {"invoice_number": "", "name": ""}, ["name", "invoice_number"]),
        ("invoices", {"creditor": "0" * 24}, ["creditor"]),
        ("claims", {"id_number": ""}, ["id_number"]),
        ("claims", {"capital": "mycket"}, ["capital"]),
        ("claims", {"capital": ""}, ["capital"]),
        ("claims", {"first_action": "x"}, ["first_action"]),
        ("claims", {"zip_code": ""}, ["zip_code"]),
        ("claims", {"invoice_due_date": "2026-11-01"}, ["invoice_due_date"]),
    ],
)
async def test_what_is_wrong_is_shown_beside_its_field_and_nothing_is_lost(
    browse: Browse, world: World, path: str, changes: dict[str, str], wrong: list[str]
) -> None:
    user = await browse("creditor_user")
    page = await user.get(f"/console/{path}/new")
    right = PERSON | DAYS | {"invoice_number": "K-9", "creditor": world.creditor.id, "debt_description": "Papper"}
    right |= LINES if path == "invoices" else {"capital": "100", "first_action": "reminder"}
    refused = await user.post(f"/console/{path}", page.form(f"/console/{path}") | right | changes)
    assert refused.status == 422
    assert [link.removeprefix("#f-") for link in refused.tree.xpath("//*[@role='alert']//a/@href")] == wrong
    for name in wrong:
        assert refused.tree.xpath(f"//*[@id='f-{name}'][@aria-invalid='true']")
    assert refused.form(f"/console/{path}")["city"] == (right | changes)["city"]


async def test_another_creditors_invoice_is_neither_registered_nor_credited(browse: Browse, world: World) -> None:
    user = await browse("creditor_user")
    others = [one for one in await world.some("invoices") if one["creditor"] != world.creditor.id]
    there = await user.get("/console/invoices/new")
    assert {one["creditor"] for one in others}.isdisjoint(there.tree.xpath("//select[@name='creditor']/option/@value"))
    assert (await user.get(f"/console/invoices/new?credits={others[0]['_id']}")).status == 404
    page = await (await browse("auditor")).get("/console/invoices/new")
    assert page.status == 200
    assert page.tree.xpath("//main//form") == []
