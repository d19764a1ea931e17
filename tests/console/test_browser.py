"""In a real Chromium: a handler's day, every page by the rules of accessibility at both widths, and all of it without scripts."""

from __future__ import annotations

from playwright.async_api import Browser

from fordran.commands.served import Served
from fordran.console.pages import PAGES
from fordran.console.report_table import REPORTS
from tests.api.bodies import case_registration, customer
from tests.api.world import World
from tests.console.browser import Window, window
from tests.console.test_case import in_days, new_case
from tests.console.visiting import link_for

# What a test would have to put there first; its pages are looked at by those who make it.
NOT_HERE = {
    "/console/work/{id}",
    "/console/letters/preview",
    "/console/payouts/orders/{id}",
    "/console/deliveries/{id}",
}


async def paths(world: World) -> dict[str, str]:
    """Every page that is shown, with what the world has where a path names something."""
    invoice = (await world.some("invoices"))[0]
    case = (await world.operator.get(f"/cases/{world.case}")).json()
    ids = {"cases": world.case, "customers": case["customer"], "invoices": invoice["_id"]}
    ids |= {"creditors": world.creditor.id, "users": world.users["handler"], "clients": world.users["api_user"]}
    nouns = {
        "bank": "unmatched--payments",
        "payments": "bank--transactions",
        "payouts": "finance--payouts",
        "letters": "letters",
        "webhooks": "webhooks",
    }
    ids |= {
        name: (await world.some(resource))[0]["_id"] for name, resource in (nouns | {"audit": "audit--log"}).items()
    }
    found = {}
    for page in PAGES:
        if (
            page.method != "GET"
            or page.is_bare
            or page.path in NOT_HERE
            or page.path.startswith(("/console/sign-in/link", "/console/sign-in/oidc"))
        ):
            continue
        noun = page.path.split("/")[2] if page.path.count("/") > 1 else ""
        if "{id}" in page.path and noun not in ids:
            continue
        found |= {
            f"{page.path} {name}".strip(): page.path.replace("{id}", ids.get(noun, "")).replace("{name}", name)
            for name in (REPORTS if "{name}" in page.path else ("",))
        }
    return found | {"/console/search": "/console/search?q=a", "nothing found": f"/console/search?q={'x' * 200}"}


async def test_every_page_is_accessible_and_fits_at_every_width(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    """How a page fits hangs on the width, and its contrast on the scheme: each is seen once."""
    wrong = {}
    async with window(chromium, site, await link_for(served, people["admin"])) as one:
        for path in (await paths(world)).values():
            await one.open(path)
            found = await one.wrongs_at("wide", "light") + await one.wrongs_at("zoomed", "light")
            if found := found + await one.wrongs_at("narrow", "dark"):
                wrong[path] = found
    assert wrong == {}


async def signed_in(one: Window) -> None:
    await one.page.wait_for_url("**/console")
    assert await one.page.locator("h1").inner_text() == "Översikt"


async def test_a_handlers_day(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    """Finds five debtors, understands what each owes, and settles each matter: time, objection, plan, note, closing."""
    person = customer(id_number="19640823-3234", name="Dagmar Dagsson")
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    await world.create("/case--registrations", case_registration(world, **owner, customer=person))
    async with window(chromium, site, await link_for(served, people["handler"])) as one:
        page = one.page
        await signed_in(one)
        await page.get_by_label("Sök").fill("Dagmar Dags")
        await page.get_by_role("button", name="Sök").click()
        await page.locator("tbody").get_by_role("link", name="Dagmar Dagsson").first.click()
        await page.wait_for_url("**/console/customers/*")
        assert await page.locator("h1").inner_text() == "Dagmar Dagsson"
        await page.locator("tbody a").first.click()
        await page.wait_for_url("**/console/cases/*")
        owed = await page.locator("[data-owed]").first.get_attribute("data-owed")
        assert int(owed or "0") > 0
        await _settle(one, "Anstånd", "respite", {"until": await in_days(world, 10)})
        await _settle(one, "Anteckning", "note", {"text": "Ringde och lovade betala"})
        for title, path, values in (
            ("Invändning", "dispute", {"reason": "Varan kom aldrig"}),
            ("Avbetalningsplan", "plan", {"instalments": "4", "first_date": await in_days(world, 25)}),
        ):
            await page.goto(f"/console/cases/{await new_case(world)}")
            await _settle(one, title, path, values)
        await page.goto(f"/console/cases/{await new_case(world)}")
        # More is given up than one person may give up alone.
        waits = "Åtgärden väntar på att en andra person godkänner den."
        await _settle(one, "Avsluta ärendet", "close", {"reason": "written_off"}, waits)
        await page.get_by_role("button", name="Logga ut").click()
        assert await page.locator("h1").inner_text() == "Logga in"


async def _settle(one: Window, title: str, path: str, values: dict[str, str], done: str = "Det är gjort.") -> None:
    """Fill in an act's form on the case's page, see what will happen, and confirm it."""
    page = one.page
    for name, value in values.items():
        field = page.locator(f"#f-{path}-{name}")
        if await field.evaluate("field => field.tagName") == "SELECT":
            await field.select_option(value)
        else:
            await field.fill(value)
    await page.get_by_role("button", name=title, exact=True).click()
    assert await page.locator("h1").inner_text() == title
    assert await page.get_by_role("button", name="Avbryt").count() == 1
    assert await one.wrongs() == []
    await page.get_by_role("button", name="Bekräfta").click()
    assert await page.get_by_role("status").inner_text() == done


async def test_all_of_it_works_without_scripts(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    link = await link_for(served, people["handler"])
    async with window(chromium, site, link, "narrow", java_script_enabled=False) as one:
        page = one.page
        await page.goto(f"/console/cases/{await new_case(world)}")
        await page.locator("#f-respite-until").fill(await in_days(world, 5))
        await page.get_by_role("button", name="Anstånd", exact=True).click()
        await page.get_by_role("button", name="Bekräfta").click()
        assert await page.get_by_role("status").inner_text() == "Det är gjort."
        await page.get_by_role("button", name="English").click()
        assert await page.locator("html").get_attribute("lang") == "en"


async def test_the_keyboard_reaches_the_search_box_and_skips_to_the_content(
    chromium: Browser, site: str, served: Served, people: dict[str, str]
) -> None:
    async with window(chromium, site, await link_for(served, people["handler"])) as one:
        page = one.page
        await page.keyboard.press("Tab")
        assert await page.evaluate("document.activeElement.textContent") == "Till innehållet"
        await page.keyboard.press("/")
        assert await page.evaluate("document.activeElement.id") == "search"


async def test_a_passkey_is_added_and_signs_in(
    chromium: Browser, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    """With Chromium's virtual authenticator. A key belongs to a host name, which an address of digits is not."""
    here = site.replace("127.0.0.1", "localhost")
    link = await link_for(served, people["finance"], made_by=(people["admin"],))
    async with window(chromium, here, link) as one:
        page = one.page
        devtools = await one.context.new_cdp_session(page)
        await devtools.send("WebAuthn.enable")
        key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options = key | {"isUserVerified": True, "automaticPresenceSimulation": True}
        await devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        await page.goto("/console/passkeys")
        await page.get_by_label("Vad nyckeln ska heta").fill("Datorn")
        await page.get_by_role("button", name="Lägg till en nyckel").click()
        await page.get_by_role("status").wait_for()
        assert "Datorn" in await page.locator("main").inner_text()
        await page.get_by_role("button", name="Logga ut").click()
        await page.get_by_role("link", name="Logga in med nyckel").click()
        await page.get_by_role("button", name="Använd nyckeln").click()
        # The page that was left may still be shown when the address has changed.
        await page.locator("header").get_by_text("The finance").first.wait_for()
        await page.goto("/console/passkeys")
        await page.get_by_role("button", name="Ta bort").click()
        assert "Inga nycklar än" in await page.locator("main").inner_text()
    async with world.database.connection() as connection:
        by_key = await connection.fetch(
            "select let_in_by from sessions where user_id = $1 and way = 'passkey'", people["finance"]
        )
    assert [row["let_in_by"] for row in by_key] == [[people["admin"]]], "a key is as good as the link it came of"
