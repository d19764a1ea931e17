"""Many at once: of those who change one document with one tag one succeeds, and a keyed request has one effect."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import httpx
import pytest

from fordran.api.http.answers import without
from fordran.shape.resource import Resource
from tests.api.bodies import account, case_registration, creditor, full, user
from tests.api.table import CHANGED, CREATED, CREATED_AND_CHANGED, DELETED, name_of, text_of
from tests.api.world import World

AT_ONCE = 64


async def statuses(answers: list[httpx.Response]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


async def fresh(world: World, resource: Resource) -> tuple[str, str]:
    made = await world.create(f"/{resource.name}", full(resource, world))
    return f"/{resource.name}/{made['_id']}", made["_etag"]


# Changes --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("resource", CREATED_AND_CHANGED, ids=name_of)
async def test_of_many_changes_with_one_tag_one_succeeds(world: World, resource: Resource) -> None:
    path, tag = await fresh(world, resource)
    text = text_of(resource)
    answers = await asyncio.gather(
        *(
            world.operator.patch(path, json={text: f"Changed by {number}"}, headers={"if-match": tag})
            for number in range(AT_ONCE)
        )
    )
    assert await statuses(answers) == {200: 1, 412: AT_ONCE - 1}
    (winner,) = (number for number, answer in enumerate(answers) if answer.status_code == 200)
    document = (await world.operator.get(path)).json()
    assert document[text] == f"Changed by {winner}"
    assert document["_etag"] == answers[winner].json()["_etag"]


@pytest.mark.parametrize("resource", DELETED, ids=name_of)
async def test_of_many_deletions_with_one_tag_one_succeeds(world: World, resource: Resource) -> None:
    path, tag = await fresh(world, resource)
    total = (await world.operator.get(f"/{resource.name}")).json()["_meta"]["total"]
    answers = await asyncio.gather(*(world.operator.delete(path, headers={"if-match": tag}) for _ in range(AT_ONCE)))
    counted = await statuses(answers)
    assert counted[204] == 1
    assert counted[404] + counted[412] == AT_ONCE - 1
    assert (await world.operator.get(f"/{resource.name}")).json()["_meta"]["total"] == total - 1


@pytest.mark.parametrize("resource", [one for one in DELETED if one in CHANGED], ids=name_of)
async def test_changes_and_deletions_at_once_have_one_winner(world: World, resource: Resource) -> None:
    for _ in range(4):
        path, tag = await fresh(world, resource)
        answers = await asyncio.gather(
            *(
                world.operator.patch(path, json={text_of(resource): "Changed"}, headers={"if-match": tag})
                if number % 2
                else world.operator.delete(path, headers={"if-match": tag})
                for number in range(16)
            )
        )
        counted = await statuses(answers)
        assert counted[200] + counted[204] == 1
        assert counted[404] + counted[412] == 15


async def test_two_cannot_each_delete_the_other_of_the_last_two_creditors(world: World) -> None:
    for _ in range(5):
        made = await world.create("/accounts", account())
        second = await world.create("/creditors", creditor(world, account=made["_id"]))
        first = (await world.operator.get(f"/creditors/{made['_creditor']}")).json()
        answers = await asyncio.gather(
            *(
                world.operator.delete(f"/creditors/{one['_id']}", headers={"if-match": one["_etag"]})
                for one in (first, second)
            )
        )
        assert await statuses(answers) == {204: 1, 409: 1}


async def test_a_creditor_is_deleted_or_gets_its_cases_but_not_both(world: World) -> None:
    for _ in range(6):
        made = await world.create("/creditors", creditor(world))
        body = [case_registration(world, creditor=made["_id"]) for _ in range(6)]
        deletion = world.operator.delete(f"/creditors/{made['_id']}", headers={"if-match": made["_etag"]})
        removed, *registered = await asyncio.gather(
            deletion, *(world.operator.post("/case--registrations", json=one) for one in body)
        )
        assert removed.status_code in (204, 409)
        assert {answer.status_code for answer in registered} <= {201, 409, 422}
        is_there = (await world.operator.get(f"/creditors/{made['_id']}")).status_code == 200
        assert is_there or all(answer.status_code != 201 for answer in registered)


async def test_totals_are_right_after_many_creates_at_once(world: World) -> None:
    before = (await world.operator.get("/creditors")).json()["_meta"]["total"]
    answers = await asyncio.gather(*(world.operator.post("/creditors", json=creditor(world)) for _ in range(AT_ONCE)))
    assert await statuses(answers) == {201: AT_ONCE}
    numbers = []
    for answer in answers:
        numbers.append((await world.operator.get(answer.headers["location"])).json()["creditor_number"])
    assert len(set(numbers)) == AT_ONCE
    assert min(numbers) > 2_000_000
    assert (await world.operator.get("/creditors")).json()["_meta"]["total"] == before + AT_ONCE


# Idempotency keys -----------------------------------------------------------------------------------------------------------


async def keyed(world: World, path: str, body: Any, key: str, **more: Any) -> httpx.Response:
    client: httpx.AsyncClient = more.pop("client", world.operator)
    return await client.post(path, json=body, headers={"idempotency-key": key}, **more)


async def count(world: World, path: str) -> int:
    total: int = (await world.operator.get(path)).json()["_meta"]["total"]
    return total


@pytest.mark.parametrize("resource", CREATED, ids=name_of)
async def test_a_key_has_one_effect_however_many_send_it_at_once(world: World, resource: Resource) -> None:
    path, body, key = f"/{resource.name}", full(resource, world), f"at once {resource.name}"
    before = await count(world, path)
    answers = await asyncio.gather(*(keyed(world, path, body, key) for _ in range(AT_ONCE)))
    assert await count(world, path) == before + 1
    done = [answer for answer in answers if answer.status_code == 201]
    assert await statuses(answers) == {201: len(done), 409: AT_ONCE - len(done)} or len(done) == AT_ONCE
    (first,) = [answer for answer in done if "idempotency-replayed" not in answer.headers]
    # A secret is answered once; all else is answered again as it was.
    secrets = {"webhooks": frozenset({"secret"}), "api--clients": frozenset({"api_code"})}.get(
        resource.name, frozenset()
    )
    assert first.json().keys() >= secrets
    replayed = without(first.content, secrets)
    assert {answer.content for answer in done if answer is not first} <= {replayed}
    again = await keyed(world, path, body, key)
    assert again.status_code == 201
    assert again.headers["idempotency-replayed"] == "true"
    assert again.content == replayed
    assert again.headers["location"] == done[0].headers["location"]


@pytest.mark.parametrize("resource", CREATED, ids=name_of)
async def test_a_key_stands_for_one_request(world: World, resource: Resource) -> None:
    path, body, key = f"/{resource.name}", full(resource, world), f"one request {resource.name}"
    assert (await keyed(world, path, body, key)).status_code == 201
    before = await count(world, path)
    other = await keyed(world, path, full(resource, world) | {"nothing": 1}, key)
    assert other.status_code == 422
    assert "Idempotency-Key" in other.json()["_error"]["message"]
    as_array = await keyed(world, path, [body], key)
    assert as_array.status_code == 422
    elsewhere = await keyed(world, "/users" if resource.name != "users" else "/creditors", body, key)
    assert elsewhere.status_code == 422
    assert await count(world, path) == before


async def test_a_key_belongs_to_its_user(world: World) -> None:
    body = user(world, system_user=False)
    first = await keyed(world, "/users", body, "mine")
    second = await keyed(world, "/users", body, "mine", client=world.callers["partner"])
    assert {first.status_code, second.status_code} == {201}
    assert first.json()["_id"] != second.json()["_id"]


async def test_a_refused_request_does_not_use_up_its_key(world: World) -> None:
    assert (await keyed(world, "/users", {"name": 7}, "again")).status_code == 422
    assert (await keyed(world, "/users", user(world), "again")).status_code == 201


async def test_an_array_is_replayed_whole(world: World) -> None:
    body = [user(world), user(world)]
    first, second = [await keyed(world, "/users", body, "array") for _ in range(2)]
    assert first.content == second.content
    assert second.headers["idempotency-replayed"] == "true"


async def test_numbers_that_are_written_differently_are_another_request(world: World) -> None:
    body = account()
    assert (await keyed(world, "/accounts", body, "number")).status_code == 201
    other = body | {"case_settings": {"interest_rate": {"reference_rate": False, "rate_percent": 12.75}}}
    assert (await keyed(world, "/accounts", other, "number")).status_code == 422


@pytest.mark.parametrize(
    ("key", "is_taken"), [("k" * 255, True), ("k" * 256, False), ("", False), ("å", True), (" x ", True)]
)
async def test_a_key_has_from_1_to_255_characters(world: World, key: str, is_taken: bool) -> None:
    headers = [(b"idempotency-key", key.encode("latin-1"))]
    answer = await world.operator.post("/users", json=user(world), headers=headers)
    assert answer.status_code == (201 if is_taken else 422)
    if not is_taken:
        assert "1 to 255" in answer.json()["_error"]["message"]


async def test_an_answer_is_kept_while_its_effect_is(world: World) -> None:
    made = await keyed(world, "/users", user(world), "kept")
    async with world.database.connection() as connection:
        stored = await connection.fetchrow("select status, body, at from idempotent_answers where key = 'kept'")
    assert stored["status"] == 201
    assert stored["body"] == made.content
