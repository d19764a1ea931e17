"""Bad input everywhere: every form of every page with markup and with ten thousand characters, and forms of another's session."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.api.world import World
from tests.console.test_browser import paths
from tests.console.visiting import Browser, Shown

Browse = Callable[[str], Awaitable[Browser]]
MARKUP = '"><script>alert("x")</script><b>Å</b>'
LONG = "Åäö <i>" * 1_428 + "slut"
RAW = re.compile(r"<script>alert|<i>Åäö")
FREE = ("text", "search", "email", "tel", "url", "password", None)
# These end what the test goes on with: the session, and the days of the installation.
LEFT_ALONE = re.compile(r"/sign-out|/language|/end-sessions|/time/|/passkey")


def forms_of(page: Shown) -> list[tuple[str, str, dict[str, str], list[str]]]:
    """Method, action, what it would send, and which of that is free text, of each form in the content."""
    found = []
    for form in page.tree.xpath("//main//form"):
        action = form.get("action") or str(page.answer.url.path)
        fields = form.xpath(".//input | .//textarea")
        free = [str(one.get("name")) for one in fields if one.tag == "textarea" or one.get("type") in FREE]
        if free and not LEFT_ALONE.search(action):
            found.append((form.method, action, dict(form.form_values()), free))
    return found


async def sent(browser: Browser, method: str, action: str, values: dict[str, str]) -> Shown:
    if method == "POST":
        return await browser.post(action, values)
    # No browser has addresses that are longer.
    return await browser.get(action, params={name: value[:2_000] for name, value in values.items()})


def fault(page: Shown) -> Any:
    """What is wrong with an answer; nothing where it is a page that shows markup as text."""
    if page.status >= 500 or RAW.search(page.answer.text):
        return page.status
    if "text/html" in page.answer.headers["content-type"] and len(page.tree.xpath("//h1")) != 1:
        return "no heading"
    return None


@pytest.mark.parametrize("text", [MARKUP, LONG], ids=["markup", "ten thousand characters"])
async def test_every_form_takes_it_or_says_what_to_do(browse: Browse, world: World, text: str) -> None:
    assert len(LONG) == 10_000
    admin = await browse("admin")
    tried, wrong = 0, {}
    for path in (await paths(world)).values():
        for method, action, values, free in forms_of(await admin.get(path)):
            page = await sent(admin, method, action, values | dict.fromkeys(free, text))
            tried += 1
            if found := fault(page):
                wrong[f"{method} {action}"] = found
    assert wrong == {}
    assert tried > 20
    # Whatever was kept of it is text wherever it is shown.
    shown = {path: fault(await admin.get(path)) for path in (await paths(world)).values()}
    assert {path: found for path, found in shown.items() if found} == {}


@pytest.mark.parametrize(("site", "is_kept"), [("same-origin", True), ("cross-site", False), ("", False)])
async def test_what_was_written_when_the_session_had_ended_is_given_back_and_nobody_elses_words(
    stranger: Browser, world: World, site: str, is_kept: bool
) -> None:
    page = await stranger.post(
        f"/console/cases/{world.case}/note",
        {"kind": "note", "text": "Ringde <b>igen</b>", "_confirmed": "yes"},
        headers={"sec-fetch-site": site},
    )
    assert (page.status, page.trouble) == (401, "session_ended")
    assert ("Slag" in page.text, "Ringde <b>igen</b>" in page.text) == (is_kept, is_kept)


async def test_a_form_of_anothers_session_does_nothing_and_says_so(browse: Browse, world: World) -> None:
    handler, finance = await browse("handler"), await browse("finance")
    action = f"/console/cases/{world.case}/note"
    theirs = (await finance.get(f"/console/cases/{world.case}")).form(action)
    before = (await world.operator.get(f"/cases/{world.case}/notes")).json()["_meta"]["total"]
    page = await handler.post(action, theirs | {"kind": "note", "text": "Hej", "_confirmed": "yes"})
    assert (page.status, page.trouble) == (403, "foreign_form")
    assert page.h1
    assert (await world.operator.get(f"/cases/{world.case}/notes")).json()["_meta"]["total"] == before
