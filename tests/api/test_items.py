"""Single documents over HTTP, of every resource: their form, and the caching that tags and moments allow."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from fordran.shape.fields import Field
from fordran.shape.moments import moment_of, rfc_1123
from fordran.shape.resource import Resource
from tests.api.asking import plain
from tests.api.table import READ, name_of
from tests.api.world import World
from tests.same_day import real_now

each_item = pytest.mark.parametrize("resource", READ, ids=name_of)


def not_found(sentence: str, kind: str) -> dict[str, Any]:
    """A 404: the dialect's sentences, then the one that says what is unknown."""
    dialect = (
        "The requested URL was not found on the server. "
        "If you entered the URL manually please check your spelling and try again."
    )
    return {"_status": "ERR", "_error": {"code": 404, "message": f"{dialect} {sentence}", "type": kind}}


NOT_FOUND = not_found("There is no document with this id that the caller sees.", "unknown_id")
NO_ADDRESS = not_found("There is no such address; /openapi.json lists all.", "unknown_address")


async def path_of(world: World, resource: Resource) -> str:
    (item, *_) = await world.some(resource.name)
    return f"/{resource.name}/{item['_id']}"


@each_item
async def test_an_item_is_the_document_of_the_list(world: World, resource: Resource) -> None:
    for item in (await world.some(resource.name))[:3]:
        answer = await world.operator.get(f"/{resource.name}/{item['_id']}")
        assert answer.status_code == 200
        assert plain(answer.json()) == plain(item)
        assert answer.headers["etag"] == f'"{item["_etag"]}"'
        assert answer.headers["last-modified"] == rfc_1123(moment_of(item["_updated"]))


@each_item
async def test_every_document_has_the_form_that_is_declared(world: World, resource: Resource) -> None:
    form = "%Y-%m-%dT%H:%M:%SZ" if resource.iso_moments else "%a, %d %b %Y %H:%M:%S GMT"
    for item in await world.some(resource.name):
        assert re.fullmatch("[0-9a-f]{24}", item["_id"])
        assert re.fullmatch("[0-9a-f]{40}", item["_etag"])
        for moment in ("_created", "_updated"):
            at = datetime.strptime(item[moment], form).replace(tzinfo=UTC)
            # The audit log asks the database for the time.
            assert min(abs(at - now) for now in (datetime.now(UTC), real_now())) < timedelta(hours=1)
        assert item.keys() <= resource.fields.keys()
        needed = {info.alias or name for name, info in resource.shape.model_fields.items() if info.is_required()}
        assert needed <= item.keys(), "a field that is always present is missing"
        for name, value in item.items():
            assert _has_kind(resource.fields[name], value), (name, value)


def _has_kind(field: Field, value: object) -> bool:
    if field.is_array:
        one = Field(field.name, field.kind, is_open=field.is_open, children=field.children)
        return isinstance(value, list) and all(_has_kind(one, item) for item in value)
    if field.kind is None:
        return isinstance(value, dict) and (
            field.is_open
            or all(name in field.children and _has_kind(field.children[name], value[name]) for name in value)
        )
    kind = field.kind.name
    if kind == "any":
        return value is not None
    if kind in ("number", "integer"):
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "boolean":
        return isinstance(value, bool)
    if not isinstance(value, str):
        return False
    if kind == "datetime":
        return value == rfc_1123(moment_of(value))
    return kind == "string" or value.endswith("Z")


@each_item
async def test_what_is_not_there_is_not_found(world: World, resource: Resource) -> None:
    (item, *_) = await world.some(resource.name)
    id_ = item["_id"]
    for wrong in ("0" * 24, "f" * 24, "1", "x" * 24, id_.upper() if id_ != id_.upper() else "Z", id_ + "0", id_[:-1],
                  "%00", "'; drop table users --", "ö" * 24, id_ + "/more"):  # fmt: skip
        answer = await world.operator.get(f"/{resource.name}/{wrong}")
        assert answer.status_code == 404, wrong
        assert answer.json() == (NO_ADDRESS if wrong.endswith("/more") else NOT_FOUND), wrong


SAME_IDS = ({"unmatched--payments", "bank--transactions"}, {"api--clients", "users"})
"""An unmatched payment is a bank transaction, an API client is a user, and each has its id."""


async def test_an_id_of_another_resource_is_not_found(world: World) -> None:
    for resource in READ:
        (item, *_) = await world.some(resource.name)
        for other in READ:
            if {resource.name, other.name} not in ({resource.name}, *SAME_IDS):
                answer = await world.operator.get(f"/{other.name}/{item['_id']}")
                assert (answer.status_code, answer.json()) == (404, NOT_FOUND), (resource.name, other.name)


@pytest.mark.parametrize("path", ["/nothing", "/users/x/y", "/user", "/Users", "/users.json", "/users/../users/x/y"])
async def test_an_unknown_path_is_not_found(operator: httpx.AsyncClient, path: str) -> None:
    answer = await operator.get(path)
    assert (answer.status_code, answer.json()) == (404, NO_ADDRESS)


# Caching --------------------------------------------------------------------------------------------------------------------


@each_item
async def test_what_the_client_has_is_not_sent_again(world: World, resource: Resource) -> None:
    path = await path_of(world, resource)
    whole = await world.operator.get(path)
    tag = whole.headers["etag"]
    rows = [
        ({"if-none-match": tag}, 304, "quoted"),
        ({"if-none-match": tag.strip('"')}, 304, "bare"),
        ({"if-none-match": f"W/{tag}"}, 304, "weak"),
        ({"if-none-match": "*"}, 304, "anything, as RFC 9110 has it"),
        ({"if-none-match": f'"other", {tag}'}, 304, "in a list"),
        ({"if-none-match": '"other"'}, 200, "another"),
        ({"if-none-match": '"other", W/"third"'}, 200, "a list of others"),
        ({"if-none-match": ""}, 200, "empty"),
        (
            {"if-none-match": '"other"', "if-modified-since": whole.headers["last-modified"]},
            200,
            "the tag decides alone",
        ),
        ({"if-none-match": tag, "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT"}, 304, "the tag decides alone"),
    ]
    for headers, status, remark in rows:
        answer = await world.operator.get(path, headers=headers)
        assert answer.status_code == status, remark
        if status == 304:
            assert answer.content == b"", remark
            assert answer.headers["etag"] == tag, remark
            assert "content-type" not in answer.headers, remark
        else:
            assert plain(answer.json()) == plain(whole.json()), remark


@each_item
async def test_if_modified_since(world: World, resource: Resource) -> None:
    path = await path_of(world, resource)
    modified = moment_of((await world.operator.get(path)).headers["last-modified"])
    rows = [
        (rfc_1123(modified), 304, "the moment itself"),
        (rfc_1123(modified + timedelta(seconds=1)), 304, "later"),
        (rfc_1123(modified - timedelta(seconds=1)), 200, "earlier"),
        ("yesterday", 200, "no moment"),
        ("", 200, "empty"),
        ("Thu, 99 Foo 2026 00:00:00 GMT", 200, "no day"),
        ("Thu, 01 Jan 99999999999999 00:00:00 GMT", 200, "no year"),
        ("1", 200, "a number"),
        ("Thu, 01 Jan 2026 00:00:00", 200, "without a zone, and earlier"),
    ]
    for since, status, remark in rows:
        answer = await world.operator.get(path, headers={"if-modified-since": since})
        assert answer.status_code == status, remark


@each_item
async def test_on_a_list_conditions_are_ignored(world: World, resource: Resource) -> None:
    await world.some(resource.name)
    whole = await world.operator.get(f"/{resource.name}")
    for headers in (
        {"if-modified-since": whole.headers["last-modified"]},
        {"if-none-match": "*"},
        {"if-none-match": f'"{whole.json()["_items"][0]["_etag"]}"'},
    ):
        again = await world.operator.get(f"/{resource.name}", headers=headers)
        assert plain(again.json()) == plain(whole.json())


@each_item
async def test_a_projection_is_cached_by_the_same_tag(world: World, resource: Resource) -> None:
    path = await path_of(world, resource)
    tag = (await world.operator.get(path)).headers["etag"]
    answer = await world.operator.get(path, params={"projection": '{"_id": 1}'}, headers={"if-none-match": tag})
    assert answer.status_code == 304
