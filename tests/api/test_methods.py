"""Methods over HTTP: HEAD, OPTIONS, overrides, what is not allowed, and the small matters of every answer."""

from __future__ import annotations

import json

import httpx
import pytest

from fordran.api.endpoint import Endpoint
from fordran.shape.resource import Resource
from tests.api.asking import plain
from tests.api.bodies import full, user
from tests.api.table import CREATED, LISTED, READ, TABLE, name_of
from tests.api.world import World

NOT_ALLOWED = {
    "_status": "ERR",
    "_error": {
        "code": 405,
        "message": "The method is not allowed for the requested URL.",
        "type": "method_not_allowed",
    },
}
PATHS = sorted({endpoint.path for endpoint in TABLE})
ACCOUNT_FOR_ITSELF = {"x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset", "date"}


def methods_of(path: str) -> set[str]:
    return {endpoint.method for endpoint in TABLE if endpoint.path == path}


def filled(path: str) -> str:
    return path.replace("{id}", "0" * 24).replace("{reference_id}", "0" * 24)


def steady(headers: httpx.Headers) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in ACCOUNT_FOR_ITSELF}


@pytest.mark.parametrize("path", PATHS)
async def test_options_tells_the_methods_without_a_token(stranger: httpx.AsyncClient, path: str) -> None:
    answer = await stranger.options(filled(path))
    assert answer.status_code == 200
    assert answer.content == b""
    methods = methods_of(path)
    expected = methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
    assert set(answer.headers["allow"].split(", ")) == expected


@pytest.mark.parametrize("path", PATHS)
async def test_another_method_is_not_allowed_and_told_which_are(operator: httpx.AsyncClient, path: str) -> None:
    allowed = (await operator.options(filled(path))).headers["allow"]
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "FOO"} - methods_of(path):
        answer = await operator.request(method, filled(path), json={"name": "x"})
        assert (answer.status_code, answer.json()) == (405, NOT_ALLOWED), method
        assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("resource", LISTED, ids=name_of)
async def test_put_is_not_allowed(world: World, resource: Resource) -> None:
    (item, *_) = await world.some(resource.name)
    answer = await world.operator.put(
        f"/{resource.name}/{item['_id']}", json={"name": "x"}, headers={"if-match": item["_etag"]}
    )
    assert (answer.status_code, answer.json()) == (405, NOT_ALLOWED)


@pytest.mark.parametrize("resource", READ, ids=name_of)
async def test_head_has_the_headers_of_get_and_no_body(world: World, resource: Resource) -> None:
    (item, *_) = await world.some(resource.name)
    for path in (f"/{resource.name}", f"/{resource.name}/{item['_id']}", f"/{resource.name}/{'0' * 24}"):
        head, get = await world.operator.head(path), await world.operator.get(path)
        assert head.content == b""
        assert head.status_code == get.status_code
        assert steady(head.headers) == steady(get.headers)


@pytest.mark.parametrize("resource", READ, ids=name_of)
async def test_a_slash_at_the_end_makes_no_difference(world: World, resource: Resource) -> None:
    (item, *_) = await world.some(resource.name)
    for path in (f"/{resource.name}", f"/{resource.name}/{item['_id']}"):
        with_slash, without = await world.operator.get(path + "/"), await world.operator.get(path)
        assert plain(with_slash.json()) == plain(without.json())
        assert with_slash.status_code == 200


@pytest.mark.parametrize("resource", READ, ids=name_of)
async def test_pretty_is_indented_by_four(world: World, resource: Resource) -> None:
    (item, *_) = await world.some(resource.name)
    for path in (f"/{resource.name}", f"/{resource.name}/{item['_id']}", f"/{resource.name}/nothing"):
        for spelling in ("?pretty", "?pretty=1", "?pretty="):
            usual = await world.operator.get(path)
            pretty = await world.operator.get(path + spelling, headers={"accept-encoding": "identity"})
            assert plain(pretty.json()) == plain(usual.json())
            assert pretty.text == json.dumps(pretty.json(), indent=4, ensure_ascii=False)
            assert pretty.headers["content-length"] == str(len(pretty.content))


@pytest.mark.parametrize("accept", ["application/xml", "text/html", "image/png", "nonsense", "*/*", "", "a/b;q=0"])
async def test_the_answer_is_json_whatever_is_accepted(operator: httpx.AsyncClient, accept: str) -> None:
    for path in ("/users", "/users/nothing"):
        answer = await operator.get(path, headers={"accept": accept})
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()


async def test_no_list_has_links(world: World) -> None:
    for resource in READ:
        document = (await world.operator.get(f"/{resource.name}")).json()
        assert "_links" not in document
        assert all("_links" not in item for item in document["_items"])


# Overrides ------------------------------------------------------------------------------------------------------------------


async def test_a_post_may_act_as_another_method(world: World) -> None:
    made = await world.create("/users", user(world))
    path = f"/users/{made['_id']}"
    read = await world.operator.post(path, headers={"x-http-method-override": "GET"})
    assert read.status_code == 200
    assert read.json()["_id"] == made["_id"]
    changed = await world.operator.post(
        path, json={"name": "Other"}, headers={"x-http-method-override": "patch", "if-match": made["_etag"]}
    )
    assert changed.status_code == 200
    removed = await world.operator.post(
        path, headers={"x-http-method-override": "DELETE", "if-match": changed.json()["_etag"]}
    )
    assert removed.status_code == 204
    assert (await world.operator.get(path)).status_code == 404


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "FOO"])
@pytest.mark.parametrize("resource", CREATED, ids=name_of)
async def test_an_override_by_a_method_that_is_not_allowed_does_nothing(
    world: World, resource: Resource, method: str
) -> None:
    total = (await world.operator.get(f"/{resource.name}")).json()["_meta"]["total"]
    answer = await world.operator.post(
        f"/{resource.name}", json=full(resource, world), headers={"x-http-method-override": method}
    )
    assert (answer.status_code, answer.json()) == (405, NOT_ALLOWED)
    assert (await world.operator.get(f"/{resource.name}")).json()["_meta"]["total"] == total


async def test_only_a_post_can_be_overridden(world: World) -> None:
    made = await world.create("/users", user(world))
    headers = {"x-http-method-override": "DELETE", "if-match": made["_etag"]}
    answer = await world.operator.get(f"/users/{made['_id']}", headers=headers)
    assert answer.json()["_id"] == made["_id"]
    assert (await world.operator.get(f"/users/{made['_id']}")).status_code == 200


async def test_an_override_needs_what_the_method_needs(world: World) -> None:
    made = await world.create("/users", user(world))
    answer = await world.operator.post(f"/users/{made['_id']}", headers={"x-http-method-override": "DELETE"})
    assert answer.status_code == 428
    by_role = await world.callers["creditor_user"].post(
        f"/users/{made['_id']}", headers={"x-http-method-override": "DELETE", "if-match": made["_etag"]}
    )
    assert by_role.status_code == 403


# Every endpoint -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("endpoint", TABLE, ids=name_of)
async def test_every_answer_has_a_request_id_of_its_own(stranger: httpx.AsyncClient, endpoint: Endpoint) -> None:
    answers = [await stranger.request(endpoint.method, filled(endpoint.path)) for _ in range(2)]
    first, second = (answer.headers["x-request-id"] for answer in answers)
    assert first
    assert first != second
    assert all(answer.headers["x-content-type-options"] == "nosniff" for answer in answers)
