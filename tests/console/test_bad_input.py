"""Bad input everywhere: every form of every page with markup and with ten thousand characters, and forms of another's session."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from fordran.console.access import FIELD_NAMES
from fordran.store.connections.troubles import DatabaseAway
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


async def test_what_was_written_in_anothers_session_is_given_back_and_sent_again_by_whoever_is_signed_in(
    browse: Browse, world: World
) -> None:
    handler, finance = await browse("handler"), await browse("finance")
    action = f"/console/cases/{world.case}/note"
    theirs = (await finance.get(f"/console/cases/{world.case}")).form(action)
    written = theirs | {"kind": "note", "text": "Ringde <b>igen</b>\nLovade betala", "_confirmed": "yes"}
    page = await handler.post(action, written, headers={"sec-fetch-site": "same-origin"})
    assert (page.status, page.trouble) == (403, "other_session")
    assert "Ringde <b>igen</b> Lovade betala" in page.text
    asked = await handler.send(page, action)
    assert (asked.status, asked.h1) == (200, "Anteckning"), "it is seen once more before it is done"
    done = await handler.send(asked, action, _confirmed="yes")
    assert "Ringde <b>igen</b>" in done.text


async def test_another_sites_words_are_not_shown_as_what_the_person_wrote(browse: Browse, world: World) -> None:
    page = await (await browse("handler")).post(f"/console/cases/{world.case}/note", {"_token": "x", "text": "Lurad"})
    assert (page.trouble, "Lurad" in page.text) == ("foreign_form", False)


async def test_a_form_that_was_gone_back_to_and_changed_is_given_back_to_be_sent_as_another(
    browse: Browse, world: World
) -> None:
    handler = await browse("handler")
    action = f"/console/cases/{world.case}/note"
    form = (await handler.get(f"/console/cases/{world.case}")).form(action) | {"kind": "note", "_confirmed": "yes"}
    await handler.post(action, form | {"text": "Det första"})
    page = await handler.post(action, form | {"text": "Det andra"})
    assert (page.status, page.trouble) == (409, "sent_twice")
    assert "Det andra" in page.text
    assert (await handler.send(page, action)).h1 == "Anteckning"


async def test_what_was_written_while_the_database_was_away_is_given_back_and_is_the_same_form_when_sent_again(
    browse: Browse, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = await browse("handler")
    action = f"/console/cases/{world.case}/note"
    form = (await handler.get(f"/console/cases/{world.case}")).form(action)
    form |= {"kind": "note", "text": "Medan den var borta", "_confirmed": "yes"}

    async def away(*_: object) -> None:
        raise DatabaseAway

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("fordran.console.case_acts.write_note", away)
        page = await handler.post(action, form, headers={"sec-fetch-site": "same-origin"})
    assert (page.status, page.trouble) == (503, "unavailable")
    assert page.form(action) == form
    assert "Medan den var borta" in (await handler.send(page, action)).text


async def test_every_field_that_a_person_fills_in_has_a_name_to_be_given_back_by(browse: Browse, world: World) -> None:
    admin = await browse("admin")
    nameless = set()
    for path in (await paths(world)).values():
        for form in (await admin.get(path)).tree.xpath("//main//form[@method='post']"):
            fields = form.xpath(".//textarea | .//input[not(@type='hidden' or @type='checkbox' or @type='file')]")
            nameless |= {str(field.get("name")) for field in fields} - FIELD_NAMES.keys()
    assert nameless == set()
