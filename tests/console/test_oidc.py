"""Signing in by an identity provider, against one that runs in a process of its own."""

from __future__ import annotations

import dataclasses
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from fordran import clock
from fordran.api.app import Api, create_app
from fordran.commands.served import Served
from fordran.console.oidc import ATTEMPT_COOKIE
from fordran.operator import Operator
from fordran.outside.identity_claims import IdentityNotProven
from fordran.outside.identity_provider import IdentityProvider
from fordran.providers import Provider
from fordran.settings import Settings
from tests.api.world import World
from tests.console.visiting import Browser, Shown

EMAIL = "sofia@operator.example"


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    """A provider who believes whoever says who they are."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        until = clock.monotonic() + 90
        while clock.monotonic() < until:
            try:
                httpx.get(f"{url}/.well-known/openid-configuration", timeout=1).raise_for_status()
                break
            except httpx.HTTPError:
                clock.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(60)


def know(issuer: str, sub: str, **claims: object) -> None:
    """Have the provider know somebody."""
    httpx.put(f"{issuer}/users/{sub}", json=claims, timeout=10).raise_for_status()


@pytest.fixture(scope="module")
async def site(settings: Settings, issuer: str) -> AsyncIterator[Served]:
    providers = {name: Provider(issuer, "fordran", "s3cret/+", "Företaget") for name in ("company", "microsoft")}
    api: Api = create_app(dataclasses.replace(settings, sign_in=providers | {"debtor": providers["company"]}))
    yield Served(api)
    await api.database.close()


@pytest.fixture(scope="module")
async def sofia(world: World) -> str:
    group = (await world.operator.get("/access--groups", params={"where": '{"access_group_type": "handler"}'})).json()
    return await world.add_user(
        "", group["_items"][0]["_id"], name="Sofia", email_oauth=EMAIL.upper(), oauth_type="oidc"
    )


async def to_provider(browser: Browser, name: str = "company", **query: str) -> str:
    """The address of the provider's page that the browser is sent to."""
    page = await browser.get(f"/console/sign-in/oidc/{name}", params=query, follow=False)
    assert page.status == 303, page.text
    return page.answer.headers["location"]


def answered(address: str, sub: str) -> str:
    """Where the provider sends the browser back to, once somebody has said who they are there."""
    answer = httpx.post(address, data={"sub": sub}, timeout=10)
    assert answer.status_code in (302, 303), answer.text
    return answer.headers["location"]


async def come_back(browser: Browser, address: str, *, follow: bool = True) -> Shown:
    where = urlsplit(address)
    return await browser.get(f"{where.path}?{where.query}", follow=follow)


async def test_a_user_whose_address_the_provider_has_verified_is_signed_in(
    site: Served, issuer: str, sofia: str, world: World
) -> None:
    know(issuer, "sofia", email=EMAIL, email_verified=True)
    browser = Browser(site)
    page = await browser.get("/console/sign-in")
    assert "Logga in med Företaget" in page.text
    address = await to_provider(browser, next="/console/style")
    asked = parse_qs(urlsplit(address).query)
    assert asked["code_challenge_method"] == ["S256"]
    assert asked["response_type"] == ["code"]
    shown = await come_back(browser, answered(address, "sofia"))
    assert (shown.status, shown.h1) == (200, "Komponenter")
    assert "Sofia" in shown.answer.text
    async with world.database.connection() as connection:
        way = await connection.fetchval("select way from sessions where user_id = $1 order by id desc limit 1", sofia)
    assert way == "oidc"
    await browser.close()


async def test_the_provider_sends_people_back_to_the_public_address(site: Served) -> None:
    operator = dataclasses.replace(Operator(), public_url="https://inkasso.example.se")
    live = Served(
        create_app(dataclasses.replace(site.api.settings, operator=operator, other_hosts=("inside.example",)))
    )
    browser = Browser(live)
    browser.client.base_url = httpx.URL("https://inside.example")
    asked = parse_qs(urlsplit(await to_provider(browser)).query)
    assert asked["redirect_uri"] == ["https://inkasso.example.se/console/sign-in/oidc/company/callback"]
    await browser.close()
    await live.api.database.close()


@pytest.mark.parametrize(
    ("sub", "claims"),
    [
        ("unverified", {"email": EMAIL, "email_verified": False}),
        ("in words", {"email": EMAIL, "email_verified": "true"}),
        ("by number", {"email": EMAIL, "email_verified": 1}),
        ("silent", {"email": EMAIL}),
        ("stranger", {"email": "somebody@else.example", "email_verified": True}),
        ("nameless", {}),
    ],
)
async def test_whoever_is_not_proved_to_be_a_user_is_not_let_in(
    site: Served, issuer: str, sofia: str, sub: str, claims: dict[str, object]
) -> None:
    know(issuer, sub, **claims)
    browser = Browser(site, address="192.0.2.77")
    shown = await come_back(browser, answered(await to_provider(browser), sub))
    assert (shown.status, shown.trouble) == (403, "not_signed_in")
    assert "fordran_session" not in browser.client.cookies
    await browser.close()


async def test_a_user_signs_in_by_the_provider_that_was_named_alone(site: Served, issuer: str, sofia: str) -> None:
    know(issuer, "sofia", email=EMAIL, email_verified=True)
    browser = Browser(site, address="192.0.2.78")
    shown = await come_back(browser, answered(await to_provider(browser, "microsoft"), "sofia"))
    assert shown.trouble == "not_signed_in"
    await browser.close()


async def test_an_answer_is_taken_once_in_the_browser_that_asked_and_from_the_provider_that_was_asked(
    site: Served, issuer: str, sofia: str
) -> None:
    know(issuer, "sofia", email=EMAIL, email_verified=True)
    browser, other = Browser(site, address="192.0.2.79"), Browser(site, address="192.0.2.80")
    back = answered(await to_provider(browser), "sofia")
    assert (await come_back(other, back)).trouble == "not_signed_in"
    assert (await come_back(browser, back)).trouble == "not_signed_in", "the state was used up by who had no cookie"
    again = answered(await to_provider(browser), "sofia")
    assert (await come_back(browser, again, follow=False)).status == 303
    browser.client.cookies.set(ATTEMPT_COOKIE, parse_qs(urlsplit(again).query)["state"][0], domain="127.0.0.1")
    assert (await come_back(browser, again)).trouble == "not_signed_in"
    elsewhere = answered(await to_provider(browser), "sofia").replace("/oidc/company/", "/oidc/microsoft/")
    assert (await come_back(browser, elsewhere)).trouble == "not_signed_in"
    for one in (browser, other):
        await one.close()


@pytest.mark.parametrize("name", ["nobody", "debtor", "%00"])
async def test_only_providers_of_the_console_are_there(site: Served, name: str) -> None:
    browser = Browser(site)
    assert (await browser.get(f"/console/sign-in/oidc/{name}")).status == 404
    await browser.close()


async def test_a_provider_that_calls_itself_something_else_is_not_believed(issuer: str) -> None:
    def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            200, json={"issuer": "https://evil.example", "authorization_endpoint": "https://evil.example"}
        )

    provider = IdentityProvider(Provider(issuer, "fordran", "secret"), httpx.MockTransport(answer))
    with pytest.raises(IdentityNotProven):
        await provider.address("https://us.example", "state", "nonce", "v" * 43, clock.unix())


async def test_a_token_for_another_question_is_not_believed(issuer: str) -> None:
    know(issuer, "sofia", email=EMAIL, email_verified=True)
    provider = IdentityProvider(Provider(issuer, "fordran", "secret"))
    here, verifier = "http://127.0.0.1:8000/console/sign-in/oidc/company/callback", "v" * 43
    address = await provider.address(here, "state", "our nonce", verifier, clock.unix())
    code = parse_qs(urlsplit(answered(address, "sofia")).query)["code"][0]
    with pytest.raises(IdentityNotProven):
        await provider.claims(here, code, "another nonce", verifier, clock.unix())
    with pytest.raises(IdentityNotProven):
        await provider.claims(here, "no such code", "our nonce", verifier, clock.unix())
