"""The matrix: every person, every page and act. 403 for whom it is not, whatever the form says; else anything but that."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest

from fordran.console.pages import PAGES
from fordran.web.page import Page
from tests.console.policy import PEOPLE, POLICY, roles_of
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]
NOWHERE = "0" * 24


def path_of(page: Page) -> str:
    """A path to the page, about something that is not there."""
    return re.sub(r"\{\w+\}", NOWHERE, page.path)


def test_every_page_has_a_row_in_the_policy_and_every_row_a_page() -> None:
    assert sorted(POLICY) == sorted(page.name for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_row_of_the_table_says_what_the_policy_says(page: Page) -> None:
    assert page.role_names == roles_of(page.name)
    assert page.is_open == (POLICY[page.name] == "-")


@pytest.mark.parametrize("person", PEOPLE)
async def test_a_page_is_open_to_whom_it_is_for_and_to_nobody_else(browse: Browse, person: str) -> None:
    browser = await browse(person)
    token = await browser.token()
    wrong = []
    for page in PAGES:
        if page.is_open:
            continue
        if page.method == "GET":
            answer = await browser.get(path_of(page), follow=False)
        else:
            # Nothing is said that could be done: whoever may gets to know what is missing, or that it is not there.
            answer = await browser.post(path_of(page), {"_token": token, "_once": "matrix"}, follow=False)
        is_refused = answer.status == 403
        if is_refused is (PEOPLE[person] in roles_of(page.name)) or answer.status >= 500:
            wrong.append((page.name, answer.status))
    assert wrong == []


async def test_nobody_opens_a_page_without_signing_in(stranger: Browser) -> None:
    for page in PAGES:
        if page.is_open:
            continue
        answer = await stranger.client.request(
            page.method, path_of(page), data={"_token": "x"} if page.method == "POST" else None
        )
        assert answer.status_code in (303, 401), page.name
        if answer.status_code == 303:
            assert answer.headers["location"].startswith("/console/sign-in")


async def test_an_act_needs_the_token_of_the_session_itself(browse: Browse) -> None:
    admin, other = await browse("admin"), await browse("admin")
    for token in ("", "x" * 64, await other.token()):
        for page in PAGES:
            if page.method == "POST":
                answer = await admin.post(path_of(page), {"_token": token}, follow=False)
                assert (answer.status, answer.trouble) == (403, "foreign_form"), page.name
