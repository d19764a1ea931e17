"""Signing in by a link that comes by e-mail: to the person's own address alone, and nobody is told whose address it is."""

from __future__ import annotations

import asyncio
import dataclasses
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import playwright.async_api
import pytest

from fordran import clock
from fordran.actions.accounts.failures import FAILURE_SECONDS
from fordran.actions.people.mailed_links import MOST_AT_ONCE
from fordran.api.app import create_app
from fordran.commands.served import Served
from fordran.console.pages import LINK_POST
from fordran.settings import Settings
from tests.actions.days.test_operator_configured import REAL
from tests.api.world import World
from tests.console.browser import window
from tests.console.visiting import Browser, Shown, link_for
from tests.my.browsing import listening
from tests.outside.post_office import Mailed, PostOffice, post_office

ANNA = "Anna.Handler@operator.example"
BASE = "https://inkasso.operator.example"


@pytest.fixture(scope="module")
async def anna(world: World, people: dict[str, str]) -> str:
    async with world.database.transaction() as tx:
        await tx.execute(
            "update users set email_oauth = $2, confirmed_email = $3, name = 'Anna' where id = $1",
            people["handler"],
            ANNA,
            ANNA.lower(),
        )
        await tx.execute("update users set email_oauth = 'off@operator.example' where id = $1", people["groupless"])
        await tx.execute("update users set is_enabled = false where id = $1", people["groupless"])
    return people["handler"]


@asynccontextmanager
async def with_mail(
    settings: Settings, office: PostOffice, *, is_sandbox: bool = False, **changes: Any
) -> AsyncIterator[Served]:
    """The application where links are sent by that mail server, and nobody has been sent one."""
    operator = dataclasses.replace(REAL, public_url=BASE)
    reached = {"operator": operator, "other_hosts": ("127.0.0.1",)}
    changed: dict[str, Any] = {"smtp_url": office.url} | reached | changes
    api = create_app(dataclasses.replace(settings, **changed))
    async with api.database.transaction() as tx:
        await tx.execute("delete from sign_in_links")
        await tx.execute("delete from confirming_mails")
        await tx.execute("delete from failed_sign_ins")
        await tx.execute("update installation set sandbox = $1", is_sandbox)
    try:
        yield Served(api)
        await settled()
    finally:
        await api.database.close()


async def settled() -> None:
    """Whatever was to be sent has been, or could not be."""
    async with asyncio.timeout(20):
        while LINK_POST.under_way:  # noqa: ASYNC110  (nobody waits for them but a test)
            await asyncio.sleep(0.02)


async def asked(browser: Browser, email: str) -> Shown:
    return await browser.send(await browser.get("/console/sign-in"), "/console/sign-in/email", email=email)


async def arrived(office: PostOffice, count: int) -> list[Mailed]:
    await settled()
    assert len(office.mailed) == count
    return office.mailed


def link_in(mailed: Mailed) -> str:
    text = mailed.message.get_body(("plain",))
    assert text is not None
    (url,) = re.findall(r"https?://\S+", text.get_content())
    return str(url)


async def test_a_link_comes_to_the_persons_address_and_signs_in_by_a_button(settings: Settings, anna: str) -> None:
    async with post_office() as office, with_mail(settings, office) as site:
        browser = Browser(site)
        page = await asked(browser, f" {ANNA.lower()} ")
        assert (page.status, page.h1) == (200, "Titta i din e-post")
        (mailed,) = await arrived(office, 1)
        assert mailed.receivers == [ANNA]
        assert mailed.message["Subject"] == f"Logga in hos {REAL.name}"
        url = link_in(mailed)
        assert url.startswith(f"{BASE}/console/sign-in/mailed?token=")
        where = urlsplit(url)
        for _ in range(2):
            shown = await browser.get(f"{where.path}?{where.query}")
            assert (shown.status, shown.h1, shown.buttons) == (200, "Logga in", ["Logga in"])
        assert "fordran_session" not in browser.client.cookies, "a look uses nothing up"
        signed_in = await browser.send(shown, "/console/sign-in/mailed")
        assert signed_in.h1 == "Översikt"
        again = Browser(site)
        late = await again.send(await again.get(f"{where.path}?{where.query}"), "/console/sign-in/mailed")
        assert (late.status, late.trouble) == (403, "link_over")
        await again.close()
        await browser.close()


async def test_nobody_is_told_whether_an_address_is_known(
    settings: Settings, anna: str, people: dict[str, str]
) -> None:
    addresses = (
        ANNA,
        "nobody@operator.example",
        "off@operator.example",
        people["handler"],
        "",
        "@",
        "a" * 10_000,
    )
    async with post_office() as office, with_mail(settings, office) as site:
        pages = set()
        for number, address in enumerate(addresses):
            browser = Browser(site, address=f"203.0.113.{number + 1}")
            began = clock.monotonic()
            page = await asked(browser, address)
            assert clock.monotonic() - began >= FAILURE_SECONDS, (address[:50], page.status, page.text)
            pages.add((page.status, page.text))
            await browser.close()
        assert len(pages) == 1
        await arrived(office, 1)
        assert [mailed.receivers for mailed in office.mailed] == [[ANNA]], "an id is no address either"


async def test_a_link_names_our_own_address_whatever_the_request_says(settings: Settings, anna: str) -> None:
    async with post_office() as office, with_mail(settings, office, other_hosts=("evil.example",)) as site:
        browser = Browser(site)
        # Away from the machine itself, cookies go over HTTPS alone.
        browser.client.base_url = "https://evil.example"
        page = await browser.get("/console/sign-in")
        assert (await browser.send(page, "/console/sign-in/email", email=ANNA)).status == 200
        (mailed,) = await arrived(office, 1)
        assert b"evil" not in mailed.content
        await browser.close()


async def test_asking_is_bounded_for_an_address_of_mail_and_of_the_network(settings: Settings, anna: str) -> None:
    async with post_office() as office, with_mail(settings, office, sign_in_failures_per_minute=5) as site:
        browser = Browser(site, address="198.51.100.20")
        pages = [await asked(browser, ANNA) for _ in range(6)]
        assert [page.status for page in pages] == [200] * 5 + [429]
        assert int(pages[-1].answer.headers["retry-after"]) > 0
        elsewhere = Browser(site, address="198.51.100.21")
        assert (await asked(elsewhere, ANNA)).status == 429, "whoever asks from elsewhere fills the same mailbox"
        assert (await asked(elsewhere, "nobody@operator.example")).status == 200
        await arrived(office, MOST_AT_ONCE)
        entered = await elsewhere.follow_link(await link_for(site, anna))
        assert entered.status == 303, "who has asked too often has failed at nothing"
        await elsewhere.close()
        await browser.close()


async def test_a_mail_server_that_is_away_changes_nothing_of_what_is_shown(settings: Settings, anna: str) -> None:
    async with post_office() as office, with_mail(settings, office, smtp_url="smtp://127.0.0.1:9") as site:
        browser = Browser(site)
        assert (await asked(browser, ANNA)).h1 == "Titta i din e-post"
        await browser.close()


@pytest.mark.parametrize(
    "changes",
    [{"is_sandbox": True}, {"smtp_url": None}, {"mailed_links": False}, {"operator": Settings().operator}],
    ids=str,
)
async def test_where_nothing_can_be_sent_nothing_is_offered(
    settings: Settings, anna: str, changes: dict[str, Any]
) -> None:
    async with post_office() as office, with_mail(settings, office, **changes) as site:
        browser = Browser(site)
        page = await browser.get("/console/sign-in")
        assert "Skicka en länk" not in page.text
        token = page.form("/console/language")["_token"]
        assert (await browser.post("/console/sign-in/email", {"_token": token, "email": ANNA})).status == 404
        assert office.mailed == []
        await browser.close()


@pytest.mark.parametrize(("width", "scheme"), [("wide", "dark"), ("narrow", "light")])
async def test_in_a_browser_the_whole_way_is_for_everybody(
    chromium: playwright.async_api.Browser, settings: Settings, anna: str, width: str, scheme: str
) -> None:
    async with post_office() as office, with_mail(settings, office) as site, listening(site) as url:
        async with window(chromium, url, None, width, color_scheme=scheme) as one:
            await one.open("/console/sign-in")
            wrong = await one.wrongs()
            await one.page.get_by_label("E-post").fill(ANNA)
            await one.page.get_by_role("button", name="Skicka en länk").click()
            await one.page.get_by_role("heading", name="Titta i din e-post").wait_for()
            wrong += await one.wrongs()
            (mailed,) = await arrived(office, 1)
            await one.open(link_in(mailed).removeprefix(BASE))
            wrong += await one.wrongs()
            await one.page.get_by_role("button", name="Logga in").click()
            await one.page.get_by_role("heading", name="Översikt", level=1).wait_for()
    assert wrong == []
