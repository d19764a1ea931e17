"""No page shows an act that its reader may not do: every button leads to something that is the role's, and a form has one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import pytest

from fordran.console.pages import PAGES
from tests.api.world import World
from tests.console.policy import PEOPLE, roles_of
from tests.console.test_browser import paths
from tests.console.visiting import Browser, Shown

Browse = Callable[[str], Awaitable[Browser]]
SAMPLES = "/console/style"
# A path that the table names whole is not the one that it names by a placeholder.
PATTERNS = sorted(
    ((page, re.compile(re.sub(r"\{\w+\}", "[^/]+", page.path))) for page in PAGES),
    key=lambda one: "{" in one[0].path,
)


def may(role: str, method: str, address: str) -> bool:
    """Whether the role may go there, by the policy."""
    path = urlsplit(address).path
    row = next((page for page, pattern in PATTERNS if page.method == method and pattern.fullmatch(path)), None)
    return row is None or row.is_open or role in roles_of(row.name)


def wrongs_of(page: Shown, role: str) -> list[str]:
    """Buttons and forms that are not the role's, and forms that nothing sends."""
    here = str(page.answer.url.path)
    links = page.tree.xpath("//main//a[contains(@class, 'button')]/@href")
    found = [f"{here}: leads to {href}" for href in links if not may(role, "GET", href)]
    for form in page.tree.xpath("//main//form"):
        action = form.get("action") or here
        if not may(role, form.method, action):
            found.append(f"{here}: sends to {form.method} {action}")
        if not form.xpath(".//button"):
            found.append(f"{here}: {action} has no button")
    return found


@pytest.mark.parametrize("person", [person for person in PEOPLE if person not in ("admin", "operator")])
async def test_no_page_shows_an_act_that_its_reader_may_not_do(browse: Browse, world: World, person: str) -> None:
    browser, role = await browse(person), PEOPLE[person]
    wrong, shown = [], 0
    for path in (await paths(world)).values():
        if path == SAMPLES or not may(role, "GET", path):
            continue
        page = await browser.get(path)
        shown += page.status == 200
        wrong += wrongs_of(page, role) if page.status == 200 else []
    assert wrong == [], wrong
    assert shown > 10
