"""The table of pages: who may open what, said once more by hand; what every page tells the browser."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fordran.my.pages import PAGES
from tests.console.visiting import Browser
from tests.my.debtors import Debtor

Make = Callable[..., Awaitable[Debtor]]
HOUSE = Path(__file__).parents[2] / "fordran"
NOWHERE = "0" * 24

ALL, DEBTOR = "all", "debtor"
POLICY = {
    "GET /my": ALL,
    "POST /my": ALL,
    "GET /my/sign-in": ALL,
    "GET /my/sign-in/callback": ALL,
    "GET /my/genuine": ALL,
    "POST /my/genuine": ALL,
    "GET /my/privacy": ALL,
    "POST /my/close": ALL,
    "POST /my/language": ALL,
    "GET /my/static/{name}": ALL,
    "GET /my/cases/{id}": DEBTOR,
    "GET /my/cases/{id}/invoice": DEBTOR,
    "GET /my/letters/{id}": DEBTOR,
    "GET /my/pay": DEBTOR,
    "POST /my/cases/{id}/swish": DEBTOR,
    "GET /my/swish/{id}": DEBTOR,
    "POST /my/swish/{id}/cancel": DEBTOR,
    "GET /my/plan": DEBTOR,
    "GET /my/respite": DEBTOR,
    "GET /my/dispute": DEBTOR,
    "GET /my/messages": DEBTOR,
    "GET /my/cases/{id}/plan": DEBTOR,
    "POST /my/cases/{id}/plan": DEBTOR,
    "GET /my/cases/{id}/respite": DEBTOR,
    "POST /my/cases/{id}/respite": DEBTOR,
    "POST /my/cases/{id}/offer": DEBTOR,
    "GET /my/cases/{id}/dispute": DEBTOR,
    "POST /my/cases/{id}/dispute": DEBTOR,
    "GET /my/cases/{id}/messages": DEBTOR,
    "POST /my/cases/{id}/messages": DEBTOR,
    "GET /my/details": DEBTOR,
    "POST /my/details": DEBTOR,
    "POST /my/details/account": DEBTOR,
}


def test_every_page_is_for_whom_the_policy_says() -> None:
    assert {page.name: ALL if page.is_open else DEBTOR for page in PAGES} == POLICY


async def test_nobody_opens_a_debtors_page_without_a_code(stranger: Browser) -> None:
    for page in PAGES:
        if page.is_open:
            continue
        path = re.sub(r"\{\w+\}", NOWHERE, page.path)
        data = {"_token": "x"} if page.method == "POST" else None
        answer = await stranger.client.request(page.method, path, data=data)
        assert answer.status_code in (303, 401), page.name
        assert answer.headers.get("location", "/my") == "/my"


async def test_what_is_not_there_is_not_there_for_a_debtor_either(debtor: Make) -> None:
    one = await debtor()
    token = (await one.browser.get("/my")).form("/my/close")["_token"]
    for page in PAGES:
        if "{id}" in page.path:
            path = page.path.replace("{id}", NOWHERE)
            if page.method == "GET":
                answer = await one.browser.get(path, follow=False)
            else:
                data = {"_token": token, "_once": "n", "text": "x", "until": "2026-09-10"}
                answer = await one.browser.post(path, data, follow=False)
            assert answer.status in (404, 422), page.name
            assert answer.status == 404 or page.method == "POST"


async def test_the_console_knows_nothing_of_a_debtors_session_nor_the_interface(debtor: Make) -> None:
    one = await debtor()
    cookie = {"cookie": f"fordran_session={one.browser.client.cookies['fordran_my']}"}
    assert (await one.browser.client.get("/console", headers=cookie)).status_code == 401
    assert (await one.browser.client.get("/cases")).status_code == 401


async def test_every_page_tells_the_browser_what_it_may(debtor: Make, stranger: Browser) -> None:
    one = await debtor()
    paths = ["/my", "/my/pay", "/my/details", "/my/genuine", "/my/privacy", "/my/nowhere"]
    paths += [f"/my/cases/{one.case}/{act}" for act in ("plan", "respite", "dispute", "messages")]
    pages = [await one.browser.get(path) for path in paths]
    for page in [*pages, await stranger.get("/my"), await stranger.get("/my/genuine")]:
        headers = page.answer.headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert len(page.answer.content) < 60_000
        assert len(page.tree.xpath("//main")) == len(page.tree.xpath("//h1")) == 1
        assert page.tree.xpath("//*[@style] | //script[not(@src)] | //*[@onclick]") == []
        for field in page.tree.xpath("//main//input[not(@type='hidden')] | //main//select | //main//textarea"):
            assert page.tree.xpath("//label[@for=$id]", id=field.get("id")), field.get("name")


@pytest.mark.parametrize("name", ["style.css", "script.js", "icon.svg"])
async def test_style_and_script_are_served(stranger: Browser, name: str) -> None:
    assert (await stranger.client.get(f"/my/static/{name}")).status_code == 200
