"""Signing in by a link, and out: once, in time, with a session of one's own; and every failure alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.failures import FAILURE_SECONDS
from fordran.actions.people.sessions import end_sessions
from fordran.commands.served import Served
from tests.api.world import World
from tests.console.visiting import LINK, Browser, link_for, signed_in

Browse = Callable[[str], Awaitable[Browser]]


async def test_a_link_signs_its_person_in(browse: Browse) -> None:
    handler = await browse("handler")
    page = await handler.get("/console")
    assert (page.status, page.h1) == (200, "Översikt")
    assert "The handler" in page.answer.text


async def test_a_link_works_once(served: Served, people: dict[str, str], stranger: Browser) -> None:
    link = await link_for(served, people["handler"])
    first = await signed_in(served, people["handler"])
    assert (await stranger.follow_link(link)).status == 303
    again = Browser(served)
    page = await again.follow_link(link)
    assert (page.status, page.trouble) == (403, "link_over")
    assert "fordran_session" not in again.client.cookies
    await again.close()
    await first.close()


async def test_a_look_at_a_link_uses_nothing_up_and_signs_nobody_in(
    served: Served, people: dict[str, str], stranger: Browser
) -> None:
    link = await link_for(served, people["handler"])
    await stranger.client.head(link)
    shown = await stranger.get(link)
    assert (shown.status, shown.buttons) == (200, ["Logga in"])
    assert "fordran_session" not in stranger.client.cookies
    assert (await stranger.follow_link(link)).status == 303


async def test_a_link_of_another_site_leaves_the_session_as_it_is(
    served: Served, people: dict[str, str], browse: Browse
) -> None:
    handler = await browse("handler")
    before = handler.client.cookies["fordran_session"]
    link = await link_for(served, people["finance"])
    await handler.get(link, headers={"sec-fetch-site": "cross-site"})
    token = link.partition("token=")[2]
    sent = await handler.post(LINK.partition("?")[0], {"token": token}, headers={"origin": "https://evil.example"})
    assert (sent.status, sent.trouble) == (403, "foreign_form")
    assert handler.client.cookies["fordran_session"] == before
    assert "The handler" in (await handler.get("/console")).answer.text


async def test_a_link_is_over_after_fifteen_minutes(
    served: Served, people: dict[str, str], world: World, stranger: Browser
) -> None:
    link = await link_for(served, people["handler"])
    async with world.database.transaction() as tx:
        expires = await tx.fetchval("select max(expires) from sign_in_links where used is null")
        earlier = expires - timedelta(minutes=15)
        await tx.execute("update sign_in_links set expires = $1 where used is null", earlier)
    assert (await stranger.follow_link(link)).trouble == "link_over"


async def test_failures_are_all_alike_and_take_their_time(served: Served, people: dict[str, str], world: World) -> None:
    used = await link_for(served, people["handler"])
    browser = Browser(served, address="192.0.2.1")
    await browser.follow_link(used)
    async with world.database.transaction() as tx:
        await tx.execute("update users set is_enabled = false where id = $1", people["groupless"])
        await tx.execute(
            """insert into sign_in_links (token_hash, user_id, created, expires)
               values (sha256('disabled'), $1, now(), now() + interval '1 hour')""",
            people["groupless"],
        )
    bodies = set()
    for token in (used, f"{LINK}never", f"{LINK}disabled", LINK, "/console/sign-in/link"):
        stranger = Browser(served, address="192.0.2.2")
        began = clock.monotonic()
        page = await stranger.follow_link(token)
        assert clock.monotonic() - began >= FAILURE_SECONDS
        bodies.add((page.status, page.text))
        await stranger.close()
    async with world.database.transaction() as tx:
        await tx.execute("update users set is_enabled = true where id = $1", people["groupless"])
    assert len(bodies) == 1
    await browser.close()


async def test_ten_failures_from_an_address_are_enough(served: Served, people: dict[str, str]) -> None:
    stranger = Browser(served, address="198.51.100.7")
    statuses = [(await stranger.follow_link(f"{LINK}wrong{number}")).status for number in range(11)]
    assert statuses == [403] * 10 + [429]
    right = await link_for(served, people["handler"])
    page = await stranger.follow_link(right)
    assert (page.status, page.trouble) == (429, "too_often")
    assert 0 < int(page.answer.headers["retry-after"]) <= 60
    elsewhere = Browser(served, address="198.51.100.8")
    assert (await elsewhere.follow_link(right)).status == 303
    await stranger.close()
    await elsewhere.close()


async def test_a_session_is_never_one_that_the_browser_brought(served: Served, people: dict[str, str]) -> None:
    browser = Browser(served)
    browser.client.cookies.set("fordran_session", "chosen-by-another", domain="127.0.0.1", path="/console")
    await browser.follow_link(await link_for(served, people["handler"]))
    first = [cookie.value for cookie in browser.client.cookies.jar if cookie.name == "fordran_session"]
    assert "chosen-by-another" not in first
    other = await signed_in(served, people["handler"])
    before = other.client.cookies["fordran_session"]
    await other.follow_link(await link_for(served, people["finance"]))
    assert other.client.cookies["fordran_session"] != before
    old = Browser(served)
    old.client.cookies.set("fordran_session", before, domain="127.0.0.1", path="/console")
    assert (await old.get("/console")).trouble == "session_ended"
    for one in (browser, other, old):
        await one.close()


async def test_the_cookie_is_for_no_script_and_no_other_site(served: Served, people: dict[str, str]) -> None:
    for host, is_secure in (("127.0.0.1:8000", False), ("localhost", False), ("inkasso.example", True)):
        browser = Browser(served)
        browser.client.base_url = httpx.URL(f"{'https' if is_secure else 'http'}://{host}")
        answer = (await browser.follow_link(await link_for(served, people["handler"]))).answer
        for name, path in (("fordran_session", "/console"), ("fordran_docs", "/docs")):
            (cookie,) = [one for one in answer.headers.get_list("set-cookie") if one.startswith(f"{name}=")]
            parts = {part.strip().lower() for part in cookie.split(";")}
            assert {"httponly", "samesite=lax", f"path={path}"} <= parts
            assert ("secure" in parts) is is_secure
        await browser.close()


async def test_signing_out_ends_the_session_for_good(browse: Browse, served: Served) -> None:
    handler = await browse("handler")
    kept = handler.client.cookies["fordran_session"]
    out = await handler.send(await handler.get("/console"), "/console/sign-out")
    assert out.h1 == "Logga in"
    assert "Du är utloggad." in out.text
    handler.client.cookies.set("fordran_session", kept, domain="127.0.0.1", path="/console")
    assert (await handler.get("/console")).trouble == "session_ended"


async def test_a_session_ends_when_it_is_idle_when_it_is_over_and_when_somebody_ends_it(
    browse: Browse, world: World, people: dict[str, str]
) -> None:
    for column, ago in (("last_seen", timedelta(minutes=61)), ("expires", timedelta(seconds=1))):
        handler = await browse("handler")
        async with world.database.transaction() as tx:
            past = clock.now() - ago
            await tx.execute(f"update sessions set {column} = $2 where user_id = $1", people["handler"], past)
        page = await handler.get("/console")
        assert (page.status, page.trouble) == (401, "session_ended")
    handler = await browse("handler")
    async with world.database.transaction() as tx:
        assert await end_sessions(tx, people["handler"], clock.now()) >= 1
    assert (await handler.get("/console")).trouble == "session_ended"


async def test_being_seen_is_written_once_a_minute(browse: Browse, world: World, people: dict[str, str]) -> None:
    handler = await browse("handler")
    past = clock.now() - timedelta(minutes=5)
    async with world.database.transaction() as tx:
        await tx.execute("update sessions set last_seen = $1 where user_id = $2", past, people["handler"])
    await handler.get("/console")
    async with world.database.connection() as connection:
        seen = await connection.fetchval("select max(last_seen) from sessions where user_id = $1", people["handler"])
    assert seen > past


async def test_a_disabled_user_is_out_at_once(browse: Browse, world: World, people: dict[str, str]) -> None:
    auditor = await browse("auditor")
    async with world.database.transaction() as tx:
        await tx.execute("update users set is_enabled = false where id = $1", people["auditor"])
    assert (await auditor.get("/console")).trouble == "session_ended"
    async with world.database.transaction() as tx:
        await tx.execute("update users set is_enabled = true where id = $1", people["auditor"])


async def test_a_sign_in_is_in_the_audit_log(browse: Browse, world: World, people: dict[str, str]) -> None:
    await browse("finance")
    where = f'{{"kind": "signed_in", "user": "{people["finance"]}"}}'
    entries = (await world.operator.get("/audit--log", params={"where": where})).json()["_items"]
    assert entries[-1]["by"] == "console"
    assert entries[-1]["act"] == "POST /console/sign-in/link"


async def test_whoever_is_not_signed_in_comes_back_after_signing_in(stranger: Browser) -> None:
    page = await stranger.get("/console/style?a=1")
    assert (page.status, page.h1) == (200, "Logga in")
    assert page.answer.url.params["next"] == "/console/style?a=1"


@pytest.mark.parametrize(
    "next_", ["https://evil.example", "//evil.example", "/consolex", "/console/\\evil", "/console/a\nb", "javascript:1"]
)
async def test_nobody_is_sent_on_to_elsewhere(browse: Browse, next_: str) -> None:
    handler = await browse("handler")
    page = await handler.get("/console/sign-in", params={"next": next_}, follow=False)
    assert page.answer.headers["location"] == "/console"


async def test_no_page_reads_cookies_by_the_library(stranger: Browser) -> None:
    """The library would take the quotes away, in quadratic time where Python is older than 3.11.10 or 3.12.6."""
    chosen = await stranger.get("/console/sign-in", headers={"cookie": "fordran_language=en"})
    quoted = await stranger.get("/console/sign-in", headers={"cookie": 'fordran_language="en"'})
    assert [page.tree.get("lang") for page in (chosen, quoted)] == ["en", "sv"]
