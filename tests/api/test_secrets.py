"""Secrets that are answered once: no table holds one in clear, and no answer that is given again tells it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from fordran.shape.fields import fields_of
from tests.api import bodies
from tests.api.table import TABLE
from tests.api.world import World

URL = "http://127.0.0.1:9/hook"
WORDS = ("secret", "api_code", "code", "password", "private_key")
"""What secrets are called."""


async def twice(world: World, path: str, key: str, body: Any = None) -> list[httpx.Response]:
    """The same keyed request, sent twice."""
    return [await world.operator.post(path, json=body, headers={"idempotency-key": key}) for _ in range(2)]


async def found_in_tables(world: World, secrets: list[str]) -> list[tuple[str, str]]:
    """Which tables hold which of the secrets, as text or as bytes."""
    async with world.database.connection() as connection:
        tables = await connection.fetch(
            "select relname from pg_class where relkind = 'r' and relnamespace = 'fordran'::regnamespace"
        )
        held = {
            name: "\n".join(text for (text,) in await connection.fetch(f'select t::text from "{name}" t'))
            for (name,) in tables
        }
    assert "idempotent_answers" in held
    needles = [(secret, secret.removeprefix("whsec_")) for secret in secrets]
    return [
        (name, secret)
        for name, text in held.items()
        for secret, core in needles
        if core in text or core.encode().hex() in text
    ]


async def test_no_table_holds_a_secret_in_clear_and_a_second_answer_is_without_it(world: World) -> None:
    body = bodies.webhook(world, url=URL, event_types=[])
    one, again = await twice(world, "/webhooks", "one", body)
    many, many_again = await twice(world, "/webhooks", "many", [body, body])
    rotated, rotated_again = await twice(world, f"/webhooks/{one.json()['_id']}/rotate-secret", "rotated")
    secrets = [one.json()["secret"], *(item["secret"] for item in many.json()["_items"]), rotated.json()["secret"]]
    assert len(set(secrets)) == 4
    assert await found_in_tables(world, secrets) == []
    for first, second in ((one, again), (many, many_again), (rotated, rotated_again)):
        assert second.headers["idempotency-replayed"] == "true"
        assert (second.status_code, second.headers.get("location")) == (201, first.headers.get("location"))
    assert again.json() == {name: value for name, value in one.json().items() if name != "secret"}
    assert [item.keys() for item in many_again.json()["_items"]] == [again.json().keys()] * 2
    assert rotated_again.json().keys() == rotated.json().keys() - {"secret"}


async def test_a_search_of_all_tables_finds_what_is_there(world: World) -> None:
    """A search that found nothing ever would show nothing."""
    answer, _ = await twice(world, "/webhooks", "found", bodies.webhook(world, url=URL, event_types=[]))
    tables = {name for name, _ in await found_in_tables(world, [answer.json()["_etag"], answer.json()["_id"]])}
    assert {"webhooks", "idempotent_answers"} <= tables


@pytest.mark.parametrize("endpoint", [one for one in TABLE if one.answers], ids=lambda one: one.name)
def test_what_is_called_a_secret_is_declared_as_one(endpoint: Any) -> None:
    named = {name for name in fields_of(endpoint.answers) if name in WORDS}
    assert named == endpoint.secrets
