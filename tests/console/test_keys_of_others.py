"""Passkeys of others: an administrator sees and removes them, ending everything ends them, and their owner is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import playwright.async_api
import pytest

from fordran import clock
from fordran.actions.people.sign_in_links import make_link, use_link
from fordran.settings import Settings
from fordran.store.rows.ids import new_id
from tests.api.world import World
from tests.console.browser import window
from tests.console.test_mailed_links import arrived, settled, with_mail
from tests.console.visiting import Browser, link_for, signed_in
from tests.my.browsing import listening
from tests.outside.post_office import post_office

Browse = Callable[[str], Awaitable[Browser]]


async def add_key(world: World, user: str, name: str = "Planterad") -> str:
    """A passkey of that user; its id."""
    id_ = new_id()
    async with world.database.transaction() as tx:
        await tx.execute(
            """insert into passkeys (id, user_id, created, credential, public_key, sign_count, name)
               values ($1, $2, $3, $4, 'key', 1, $5)""",
            id_,
            user,
            clock.now(),
            id_.encode(),
            name,
        )
    return id_


async def keys_of(world: World, user: str) -> int:
    async with world.database.connection() as connection:
        return int(await connection.fetchval("select count(*) from passkeys where user_id = $1", user))


async def test_an_administrator_sees_and_removes_a_passkey(browse: Browse, world: World) -> None:
    admin, user = await browse("creditor_admin"), world.users["creditor_user"]
    key, kept = await add_key(world, user, "Okänd telefon"), await add_key(world, user, "Min dator")
    page = await admin.get(f"/console/users/{user}")
    assert "Okänd telefon" in page.text
    done = await admin.send(page, f"/console/users/{user}/passkeys/{key}")
    assert "Nyckeln är borttagen." in done.text
    assert ("Okänd telefon" in done.text, "Min dator" in done.text) == (False, True)
    again = await admin.post(
        f"/console/users/{user}/passkeys/{key}", done.form(f"/console/users/{user}/passkeys/{kept}")
    )
    assert again.status == 404
    async with world.database.connection() as connection:
        logged = await connection.fetchval(
            "select count(*) from audit_log where document_id = $1 and resource = 'users' and changes ? 'credential'",
            user,
        )
    assert logged > 0


async def test_ending_everything_ends_sessions_passkeys_and_links_and_is_in_the_log(
    browse: Browse, world: World
) -> None:
    admin, user = await browse("admin"), await world.add_user(world.account.id, world.account.group, name="Kapad")
    await add_key(world, user)
    async with world.database.transaction() as tx:
        token = await make_link(tx, user, clock.now())
    page = await admin.get(f"/console/users/{user}")
    assert "Avsluta alla sessioner och ta bort alla nycklar" in page.buttons, "also of somebody who is not signed in"
    done = await admin.send(page, f"/console/users/{user}/end-sessions")
    assert "alla nycklar och oanvända inloggningslänkar är borttagna" in done.text
    assert await keys_of(world, user) == 0
    async with world.database.transaction() as tx:
        assert await use_link(tx, token, clock.now()) is None
        acts = await tx.fetch("select act from audit_log where document_id = $1 and kind = 'changed'", user)
    ended = [row for row in acts if row["act"] == "POST /console/users/{id}/end-sessions"]
    assert len(ended) == 2, "the passkey, and the act itself"


async def test_keys_of_somebody_who_may_more_stay(browse: Browse, world: World) -> None:
    admin = await browse("creditor_admin")
    sibling = world.account.creditors[1].groups["user"]
    wider = await world.add_user(world.account.id, world.creditor.groups["user"], sibling)
    key = await add_key(world, wider)
    form = {"_token": await admin.token(), "_once": key}
    assert (await admin.post(f"/console/users/{wider}/passkeys/{key}", form)).status == 409
    assert await keys_of(world, wider) == 1


async def test_the_person_is_told_of_a_removed_key_at_a_confirmed_address_only(
    settings: Settings, world: World, people: dict[str, str]
) -> None:
    told, untold = [await world.add_user(world.account.id, world.account.group) for _ in range(2)]
    async with world.database.transaction() as tx:
        for user, confirmed in ((told, "told@example.com"), (untold, None)):
            await tx.execute(
                "update users set email_oauth = 'Told@example.com', confirmed_email = $2 where id = $1", user, confirmed
            )
    async with post_office() as office, with_mail(settings, office) as site:
        admin = await signed_in(site, people["admin"])
        for user in (told, untold):
            key = await add_key(world, user)
            page = await admin.get(f"/console/users/{user}")
            await admin.send(page, f"/console/users/{user}/passkeys/{key}")
            await add_key(world, user)
            page = await admin.get(f"/console/users/{user}")
            await admin.send(page, f"/console/users/{user}/end-sessions")
            await settled()
        await arrived(office, 2)
        assert [mailed.receivers for mailed in office.mailed] == [["Told@example.com"]] * 2
        assert office.mailed[0].message["Subject"].startswith("En nyckel har tagits bort hos")
        await admin.close()


async def test_the_person_is_told_of_an_added_key(
    chromium: playwright.async_api.Browser,
    settings: Settings,
    world: World,
    people: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world.database.transaction() as tx:
        await tx.execute(
            "update users set email_oauth = $2, confirmed_email = $2 where id = $1",
            people["handler"],
            "handler@operator.example",
        )
    async with post_office() as office, with_mail(settings, office) as site, listening(site) as url:
        here, link = url.replace("127.0.0.1", "localhost"), await link_for(site, people["handler"])
        # A key belongs to the public address, which here has a port that is known only now.
        monkeypatch.setattr("fordran.console.passkeys.reached_at", lambda _: here)
        async with window(chromium, here, link) as one:
            devtools = await one.context.new_cdp_session(one.page)
            await devtools.send("WebAuthn.enable")
            key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
            options = key | {"isUserVerified": True, "automaticPresenceSimulation": True}
            await devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
            await one.page.goto("/console/passkeys")
            await one.page.get_by_role("button", name="Lägg till en nyckel").click()
            await one.page.get_by_role("status").wait_for()
        (mailed,) = await arrived(office, 1)
        assert mailed.message["Subject"].startswith("En nyckel har lagts till hos")
