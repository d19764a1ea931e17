"""No page writes when it is only looked at: programs try links out, and other sites can have a browser ask for any page."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest

from fordran.commands.served import Served
from fordran.console.pages import PAGES
from tests.api import sql_log
from tests.api.world import World
from tests.console.test_browser import paths
from tests.console.visiting import Browser, link_for

Browse = Callable[[str], Awaitable[Browser]]
WRITES = re.compile(r"\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?(?:fordran\.)?(\w+)", re.IGNORECASE)
SEEN = {"sessions", "debtor_sessions", "audit_log", "tally_changes"}
"""When somebody was last seen is written once a minute, and who read what soon after."""
ASKED = "sign_in_attempts"
"""A question that a key or an identity provider is to answer. It is bound to the browser, and nobody's data."""
WITH_QUESTIONS = {"/console/passkeys", "/console/sign-in/passkey"}
LINKS = {"/console/sign-in/link", "/console/sign-in/mailed"}
FROM_A_PROVIDER = {"/console/sign-in/oidc/{name}", "/console/sign-in/oidc/{name}/callback"}
"""OpenID Connect has people come and go by GET. What comes back counts once, for the browser with the cookie of its question."""


def written(heard: list[str]) -> set[str]:
    """The tables that statements have written to, without those of transactions that were undone."""
    kept: set[str] = set()
    pending: set[str] = set()
    is_open = False
    for statement in heard:
        if statement.startswith("begin"):
            is_open = True
        elif statement in ("commit", "rollback"):
            kept |= pending if statement == "commit" else set()
            pending, is_open = set(), False
        elif is_open:
            pending |= set(WRITES.findall(statement))
        else:
            kept |= set(WRITES.findall(statement))
    return kept


async def test_no_page_of_the_console_writes_when_it_is_looked_at(browse: Browse, world: World) -> None:
    admin = await browse("admin")
    gets = {page.path for page in PAGES if page.method == "GET"} - FROM_A_PROVIDER - LINKS
    shown = {path: path.format(id="0" * 24, form="csv", name="ageing", month="2026-11") for path in gets} | await paths(
        world
    )
    sql_log.listen(world.database)
    for name, path in shown.items():
        async with sql_log.hearing() as heard:
            await admin.get(path, follow=False)
        assert heard or "/static/" in name, name
        assert written(heard) <= SEEN | ({ASKED} if name in WITH_QUESTIONS else set()), name


@pytest.mark.parametrize("path", ["link", "mailed"])
async def test_a_link_to_sign_in_writes_nothing_when_it_is_looked_at(
    served: Served, people: dict[str, str], stranger: Browser, world: World, path: str
) -> None:
    link = await link_for(served, people["handler"])
    sql_log.listen(world.database)
    async with sql_log.hearing() as heard:
        await stranger.get(link.replace("/link?", f"/{path}?"))
    assert heard
    assert written(heard) == set()
    async with sql_log.hearing() as heard:
        await stranger.follow_link(link)
    assert "sign_in_links" in written(heard), "what is written is heard"
