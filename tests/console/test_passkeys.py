"""Passkeys that prove nothing: wrong answers, another's question, one that was answered. What works is in test_browser.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]
WRONG = [
    "",
    "{}",
    "null",
    "[]",
    "not json",
    '{"rawId": 1}',
    '{"rawId": "AAAA", "id": "AAAA", "type": "public-key", "response": {}}',
]


@pytest.mark.parametrize("sent", WRONG)
async def test_what_proves_nothing_neither_adds_a_key_nor_signs_in(
    browse: Browse, stranger: Browser, world: World, sent: str
) -> None:
    handler = await browse("handler")
    page = await handler.get("/console/passkeys")
    added = await handler.send(page, "/console/passkeys", credential=sent)
    assert (added.status, added.trouble) == (409, "key_not_taken")
    asked = await stranger.get("/console/sign-in/passkey")
    shown = await stranger.send(asked, "/console/sign-in/passkey", credential=sent)
    assert (shown.status, shown.trouble) in ((403, "not_signed_in"), (429, "too_often"))
    async with world.database.connection() as connection:
        assert await connection.fetchval("select count(*) from passkeys") == 0


async def test_a_question_is_answered_once_and_by_who_was_asked(browse: Browse, world: World) -> None:
    handler, finance = await browse("handler"), await browse("finance")
    page = await handler.get("/console/passkeys")
    form = page.form("/console/passkeys")
    token = await finance.token()
    assert (await finance.post("/console/passkeys", form | {"_token": token})).trouble == "key_not_taken"
    async with world.database.connection() as connection:
        left = await connection.fetchval("select count(*) from sign_in_attempts where kind = 'passkey'")
    await handler.send(page, "/console/passkeys", credential="{}")
    async with world.database.connection() as connection:
        assert await connection.fetchval("select count(*) from sign_in_attempts where kind = 'passkey'") <= left


async def test_anothers_key_is_not_there_to_remove(browse: Browse) -> None:
    handler = await browse("handler")
    token = await handler.token()
    assert (await handler.post(f"/console/passkeys/{'0' * 24}", {"_token": token})).status == 404


async def test_an_address_of_digits_says_where_keys_work(browse: Callable[[str], Awaitable[Browser]]) -> None:
    page = await (await browse("handler")).get("/console/passkeys")
    assert page.tree.xpath("//p[contains(@class, 'warn')]/a/@href") == ["http://localhost:8000/console"]
