"""Opening the debtor's page as oneself: all of one's cases at every account, and nobody else's; against a provider of its own."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from fordran import clock
from fordran.api.app import Api, create_app
from fordran.commands.served import Served
from fordran.my.proving import ATTEMPT_COOKIE, CLAIM
from fordran.outside.identity_claims import IdentityNotProven
from fordran.outside.identity_provider import IdentityProvider
from fordran.providers import Provider
from fordran.settings import Settings
from fordran.shape.wire import parsed
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office, open_office
from tests.console.test_oidc import answered, come_back, issuer, know
from tests.console.visiting import Browser, Shown
from tests.my.debtors import REGISTERED, REMINDED, address, posted

__all__ = ["issuer"]
KIM, OTHER = person(4001), person(4002)


@pytest.fixture(scope="module")
async def site(settings: Settings, issuer: str) -> AsyncIterator[Served]:
    debtors, staff = Provider(issuer, "fordran", "s3cret/+", "BankID"), Provider(issuer, "fordran", "s3cret/+")
    api = create_app(dataclasses.replace(settings, sign_in={"debtor": debtors, "company": staff}))
    yield Served(api)
    await api.database.close()


@pytest.fixture
async def browser(site: Served) -> AsyncIterator[Browser]:
    one = Browser(site, address())
    yield one
    await one.close()


async def owing(office: Office, who: dict[str, object], debts: int = 1) -> list[str]:
    """The cases of a person at an office."""
    body = office.case_body(
        *(office.debt(1000 + each, invoice_date="2026-06-20") for each in range(debts)),
        first_action="reminder",
        customer=who,
    )
    cases: list[str] = (await office.post("case--registrations", body))["_cases"]
    return cases


async def proved(browser: Browser, issuer: str, number: object, claim: str = CLAIM) -> Shown:
    """What is shown to somebody whom the provider says to have that number."""
    know(issuer, "somebody", **{claim: number})
    sent = await browser.get("/my/sign-in", follow=False)
    assert sent.status == 303, sent.text
    return await come_back(browser, answered(sent.answer.headers["location"], "somebody"))


async def test_a_person_sees_all_their_cases_at_every_account_and_nobody_elses(
    browser: Browser, issuer: str, app: Api, office: Office, days: Days
) -> None:
    days.at(REGISTERED)
    elsewhere = await open_office(app)
    mine = await owing(office, KIM, 2) + await owing(elsewhere, KIM)
    others = await owing(office, OTHER)
    await days.live(REMINDED)
    assert "Öppna med BankID" in (await browser.get("/my")).text
    page = await proved(browser, issuer, KIM["id_number"])
    assert page.status == 200
    stated = [await one.statement(case) for one, case in zip([office, office, elsewhere], mine, strict=True)]
    assert (
        sum(page.owed[1:])
        == page.owed[0]
        == sum(round(each["total_remaining_transaction_amount"] * 100) for each in stated)
    )
    assert {href for href in page.tree.xpath("//main//a/@href") if "/cases/" in href} >= {
        f"/my/cases/{case}" for case in mine
    }
    for case in mine:
        for act in ("", "/plan", "/respite", "/dispute", "/messages"):
            assert (await browser.get(f"/my/cases/{case}{act}")).status == 200, act
    assert (await browser.get("/my/pay")).status == 200
    assert (await browser.get(f"/my/cases/{others[0]}")).status == 404
    async with days.transaction() as tx:
        noted = await tx.fetch(
            """select account_id, user_id, documents from audit_log
               where act = 'GET /my/sign-in/callback' and kind = 'signed_in' order by account_id"""
        )
    assert {row["account_id"] for row in noted} == {office.account, elsewhere.account}
    assert sorted(case for row in noted for case in parsed(row["documents"])) == sorted(mine)
    await elsewhere.client.aclose()


async def test_what_a_person_says_of_how_they_are_reached_is_known_at_every_account(
    browser: Browser, issuer: str, app: Api, office: Office, days: Days
) -> None:
    days.at(REGISTERED)
    elsewhere = await open_office(app)
    cases = [(office, (await owing(office, person(4003)))[0]), (elsewhere, (await owing(elsewhere, person(4003)))[0])]
    await proved(browser, issuer, person(4003)["id_number"])
    page = await browser.get("/my/details")
    done = await browser.post("/my/details", posted(page, "/my/details") | {"email": "kim@example.com"})
    assert done.status == 200, done.text
    for one, case in cases:
        customer = (await one.case(case))["customer"]
        assert (await one.get(f"customers/{customer}"))["email"] == "kim@example.com"
    case = cases[1][1]
    message = await browser.get(f"/my/cases/{case}/messages")
    action = f"/my/cases/{case}/messages"
    sent = await browser.post(action, posted(message, action) | {"text": "Hej"})
    assert (sent.status, "Hej" in sent.text) == (200, True)
    await elsewhere.client.aclose()


@pytest.mark.parametrize(
    ("number", "claim"),
    [
        (None, CLAIM),
        (KIM["id_number"], "ssn"),
        (KIM["id_number"][2:], CLAIM),
        ("198112289875", CLAIM),
        (198112289874, CLAIM),
        ("556016-0680", CLAIM),
        ("", CLAIM),
    ],
    ids=["none", "of another name", "ten digits", "wrong check digit", "no text", "a company's", "empty"],
)
async def test_who_is_not_said_to_be_a_person_sees_nothing(
    browser: Browser, issuer: str, number: object, claim: str
) -> None:
    page = await proved(browser, issuer, number, claim)
    assert (page.status, "Vi fick inte veta vem du är" in page.text) == (403, True)
    assert "fordran_my" not in browser.client.cookies


IDURA = {"ssn": KIM["id_number"], "identityscheme": "sebankid", "country": "SE"}
SIGNICAT = {"nin": KIM["id_number"], "idp": "sbid", "nin_type": "PERSON", "nin_issuing_country": "SE"}


@pytest.mark.parametrize(
    ("broker", "claims", "scope", "way"),
    [
        ("idura", IDURA, "openid", "urn:grn:authn:se:bankid"),
        ("signicat", SIGNICAT, "openid profile nin", "idp:sbid"),
    ],
)
async def test_each_broker_is_asked_for_bankid_and_believed_about_swedish_persons_alone(
    settings: Settings,
    issuer: str,
    office: Office,
    days: Days,
    broker: str,
    claims: dict[str, str],
    scope: str,
    way: str,
) -> None:
    days.at(REGISTERED)
    await owing(office, KIM)
    named = Provider(issuer, "fordran", "s3cret/+", broker=broker)
    api = create_app(dataclasses.replace(settings, sign_in={"debtor": named}))
    one = Browser(Served(api), address())
    try:
        know(issuer, broker, **claims)
        sent = (await one.get("/my/sign-in", follow=False)).answer.headers["location"]
        asked = parse_qs(urlsplit(sent).query)
        assert (asked["scope"], asked["acr_values"]) == ([scope], [way])
        assert (await come_back(one, answered(sent, broker))).owed
        for name in claims:
            know(issuer, f"{broker}-{name}", **{**claims, name: "NO"})
            sent = (await one.get("/my/sign-in", follow=False)).answer.headers["location"]
            assert (await come_back(one, answered(sent, f"{broker}-{name}"))).status == 403, name
    finally:
        await one.close()
        await api.database.close()


class AnothersUserInfo(httpx.AsyncHTTPTransport):
    """The user information of somebody else than the signed token's subject."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path != "/userinfo":
            return await super().handle_async_request(request)
        assert request.headers["authorization"].startswith("Bearer ")
        return httpx.Response(200, json=SIGNICAT | {"sub": "somebody else"})


async def test_user_information_about_another_subject_proves_nothing(issuer: str) -> None:
    named = Provider(issuer, "fordran", "s3cret/+", broker="signicat")
    provider, back = IdentityProvider(named, AnothersUserInfo()), "https://inkasso.example/my/sign-in/callback"
    know(issuer, "somebody", **SIGNICAT)
    verifier = "v" * 64
    sent = await provider.address(back, "state", "nonce", verifier, clock.unix())
    code = parse_qs(urlsplit(answered(sent, "somebody")).query)["code"][0]
    with pytest.raises(IdentityNotProven, match="another subject"):
        await provider.claims(back, code, "nonce", verifier, clock.unix())


async def test_a_person_without_cases_is_told_so(browser: Browser, issuer: str) -> None:
    page = await proved(browser, issuer, person(4009)["id_number"])
    assert (page.status, "Vi har inga ärenden som rör dig" in page.text) == (200, True)
    assert "fordran_my" not in browser.client.cookies


async def test_somebody_born_a_hundred_years_later_is_another(
    browser: Browser, issuer: str, office: Office, days: Days
) -> None:
    days.at(REGISTERED)
    await owing(office, KIM | {"id_number": "19200102-2389"})
    page = await proved(browser, issuer, "202001022389")
    assert (page.status, "Vi har inga ärenden som rör dig" in page.text) == (200, True)
    assert "fordran_my" not in browser.client.cookies
    assert (await proved(browser, issuer, "192001022389")).owed


async def test_an_answer_is_for_the_browser_that_asked_once_and_for_debtors_alone(
    site: Served, browser: Browser, issuer: str, office: Office, days: Days
) -> None:
    days.at(REGISTERED)
    await owing(office, person(4010))
    know(issuer, "somebody", **{CLAIM: person(4010)["id_number"]})
    sent = (await browser.get("/my/sign-in", follow=False)).answer.headers["location"]
    asked = parse_qs(urlsplit(sent).query)
    assert (asked["code_challenge_method"], asked["redirect_uri"]) == (
        ["S256"],
        ["http://127.0.0.1:8000/my/sign-in/callback"],
    )
    back = answered(sent, "somebody")
    victim = Browser(site, address())
    assert (await come_back(victim, back)).status == 403, "another browser did not ask"
    assert (await come_back(browser, back)).status == 403, "and the state is used up"
    # A state that the console gave is none of ours, nor the other way round.
    state = parse_qs(
        urlsplit((await browser.get("/console/sign-in/oidc/company", follow=False)).answer.headers["location"]).query
    )["state"][0]
    browser.client.cookies.set(ATTEMPT_COOKIE, state, domain="127.0.0.1", path="/my")
    assert (await browser.get(f"/my/sign-in/callback?state={state}&code=x")).status == 403
    assert (await browser.get("/console/sign-in/oidc/debtor")).status == 404
    await victim.close()


async def test_a_case_that_is_erased_is_gone_from_a_persons_page(
    browser: Browser, issuer: str, office: Office, days: Days
) -> None:
    days.at(REGISTERED)
    first, second = await owing(office, person(4011), 2)
    await proved(browser, issuer, person(4011)["id_number"])
    async with days.transaction() as tx:
        await tx.execute("update cases set erasure = 'pseudonymised' where id = $1", first)
    assert (await browser.get(f"/my/cases/{first}")).status == 404
    assert (await browser.get(f"/my/cases/{second}")).status == 200


async def test_where_no_provider_is_named_there_is_no_such_page(stranger: Browser) -> None:
    assert "Utan kod" not in (await stranger.get("/my")).text
    for path in ("/my/sign-in", "/my/sign-in/callback?state=x&code=y"):
        assert (await stranger.get(path)).status == 404
