"""The page of connections, and the same over the interface: what the work has left behind, and a trial by a click."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import playwright.async_api
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran import clock
from fordran.actions.delivery.claimed import RetryLater, Sent
from fordran.actions.delivery.note_outcome import Counts
from fordran.commands.served import Served
from fordran.outside.stand_ins.bolagsverket import BolagsverketStandIn
from fordran.sections import BolagsverketSection, SmsSection
from fordran.settings import Settings
from fordran.shape.moments import rfc_1123
from tests.api import bodies
from tests.api.world import World
from tests.console.browser import window
from tests.console.visiting import Browser, link_for
from tests.my.browsing import listening

Browse = Callable[[str], Awaitable[Browser]]
AWAY = "http://127.0.0.1:9"


@pytest.fixture(scope="module")
async def register() -> AsyncIterator[str]:
    """Bolagsverket's stand-in at an address of this machine."""
    application = Starlette(routes=[Mount("/bolagsverket", routes=BolagsverketStandIn().routes())])
    async with listening(cast("Any", application)) as url:
        yield f"{url}/bolagsverket"


@pytest.fixture(scope="module")
async def settings(settings: Settings, register: str) -> Settings:
    """Two systems: one is there, and one is away."""
    return replace(
        settings,
        bolagsverket=BolagsverketSection("us", "hidden", register, f"{register}/oauth2/token"),
        sms=SmsSection(f"{AWAY}/sms", "us", "hidden", "Kravhuset"),
    )


async def by_system(world: World) -> dict[str, dict[str, Any]]:
    answer = await world.operator.get("/connections")
    assert answer.status_code == 200, answer.text
    return {one["system"]: one for one in answer.json()["_items"]}


async def test_contacts_are_read_from_what_the_work_leaves_behind(world: World) -> None:
    now = clock.now()
    before = await by_system(world)
    await world.create("/case--registrations", bodies.case_registration(world))
    assert before["sms"] == {
        "system": "sms",
        "is_configured": True,
        "address": f"{AWAY}/sms",
        "waiting": 0,
        "can_be_tried": True,
    }
    assert not before["kivra"]["is_configured"]
    async with world.database.transaction() as tx:
        late = Counts()
        late.happened["email", "later"] += 1
        late.reasons["email"] = RetryLater("the mail server cannot be reached: OSError").reason
        await late.keep(tx, now)
        good = Counts()
        good.happened["email", Sent().status] += 1
        await good.keep(tx, now + timedelta(minutes=1))
        await tx.execute(
            """insert into company_answers (account_id, id, created, updated, customer_id, number, outcome, trouble)
               values ($1, $2, $3, $3, $2, '5560021361', 'retrying', 'HTTP 500')""",
            world.account.id,
            world.customer,
            now,
        )
        await tx.execute(
            """insert into fortnox_pulls (account_id, id, created, updated, pulled_on) values ($1, $2, $3, $3, $4)""",
            world.account.id,
            world.creditor.id,
            now,
            now.date(),
        )
        await tx.execute(
            """insert into accounting_entries (account_id, id, created, updated, creditor_id, kind, booking_id, case_id, amount,
                                               day, state, trouble)
               select account_id, id, $2, $2, creditor_id, 'payment', id, id, 100, $3, 'waiting', 'no_permission (2000663)'
               from cases where account_id = $1 limit 1""",
            world.account.id,
            now + timedelta(minutes=2),
            now.date(),
        )
    after = await by_system(world)
    fortnox = after["fortnox"]
    assert (fortnox["trouble"], fortnox["reason"]) == ("refused", "no_permission (2000663)")
    assert (fortnox["last_success"], fortnox["waiting"]) == (rfc_1123(now), 1)
    assert (after["visma"].get("last_success"), after["visma"]["waiting"]) == (None, 0)
    email = after["email"]
    assert email["trouble"] == "no_connection"
    assert email["last_failure"] == rfc_1123(now)
    assert email["last_success"] == rfc_1123(now + timedelta(minutes=1))
    register = after["bolagsverket"]
    assert (register["trouble"], register["reason"], register["waiting"]) == ("their_error", "HTTP 500", 1)
    assert "last_success" not in register
    assert register["last_failure"] == register["waiting_since"] == rfc_1123(now)


async def test_staff_look_and_an_administrator_tries(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    page = await handler.get("/console/connections")
    assert page.h1 == "Anslutningar"
    assert "Prova nu" not in page.buttons
    assert AWAY in page.text
    token = await handler.token()
    assert (await handler.post("/console/connections/sms/try", {"_token": token})).status == 403
    assert (await (await browse("creditor_user")).get("/console/connections")).status == 403
    admin = await browse("admin")
    page = await admin.get("/console/connections")
    found = await admin.send(page, "/console/connections/bolagsverket/try")
    assert "Fungerar inte" not in found.text
    assert "Fungerar" in found.text
    found = await admin.send(page, "/console/connections/sms/try")
    assert "Fungerar inte" in found.text
    assert "Det gick inte att nå systemet." in found.text
    token = await admin.token()
    for other in ("spar", "kivra", "nothing"):
        assert (await admin.post(f"/console/connections/{other}/try", {"_token": token})).status == 404


async def test_a_trial_is_made_by_a_click(
    chromium: playwright.async_api.Browser, site: str, served: Served, people: dict[str, str]
) -> None:
    async with window(chromium, site, await link_for(served, people["admin"])) as one:
        for system, words in (("bolagsverket", "Fungerar"), ("sms", "Fungerar inte")):
            await one.open("/console/connections")
            row = one.page.locator(f"tr[data-system={system}]")
            await row.get_by_role("button", name="Prova nu").click()
            assert words in await row.get_by_role("status").inner_text()
