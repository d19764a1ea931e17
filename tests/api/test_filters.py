"""`where` over HTTP: what each field of every resource takes. The compiler is held against an oracle in tests/store."""

from __future__ import annotations

import json
from typing import Any, get_args

import httpx
import pytest

from fordran.shape.kinds import ANY
from fordran.shape.moments import moment_of
from fordran.shape.resource import Resource
from tests.api.asking import NOT_UNDERSTOOD, each_list, exists, in_array, kind_of, page, paths, refusal, values_at
from tests.api.world import World
from tests.resources.lists_of_shapes import lists_of

# Files are shown with a link that is signed when they are shown.
SIGNED = ("print_document", "original_invoice", "document")


@each_list
async def test_every_field_can_be_filtered_on(world: World, resource: Resource) -> None:
    items = await world.some(resource.name)
    # Of very many, as the audit log has, some.
    among = {"_id": {"$in": [item["_id"] for item in items]}}

    async def found_by(where: dict[str, Any]) -> set[str]:
        asked = json.dumps({"$and": [among, where]})
        answer = await page(world.operator, f"/{resource.name}", max_results=100, where=asked, projection='{"_id": 1}')
        assert answer["_meta"]["total"] == len(answer["_items"])
        return {item["_id"] for item in answer["_items"]}

    for path, _ in paths(resource.fields):
        if path.startswith(SIGNED):
            continue
        is_there = {item["_id"] for item in items if exists(item, path)}
        assert await found_by({path: {"$exists": True}}) == is_there, path
        values = [value for item in items for value in values_at(item, path)]
        if values:
            alike = {item["_id"] for item in items if values[-1] in values_at(item, path)}
            assert await found_by({path: values[-1]}) == alike, (path, values[-1])


FOREIGN = {"string": 7, "boolean": "true", "number": "3", "integer": "3", "datetime": 7, "object": "3"}


@each_list
async def test_equality_with_a_value_of_another_type_matches_nothing(
    operator: httpx.AsyncClient, resource: Resource
) -> None:
    for path, field in paths(resource.fields):
        if field.kind is not ANY:
            foreign = FOREIGN[kind_of(field)]
            alike = [{path: foreign}, {path: {"$in": [foreign]}}, {"$nor": [{path: {"$ne": foreign}}]}]
            for where in alike:
                found = await page(operator, f"/{resource.name}", where=json.dumps(where), max_results=1)
                assert found["_meta"]["total"] == 0, where


@each_list
async def test_a_value_that_is_on_no_closed_list_is_refused_with_the_list(
    operator: httpx.AsyncClient, resource: Resource
) -> None:
    fields = dict(paths(resource.fields))
    for path, closed in lists_of(resource.shape):
        if fields[path].is_open:
            continue  # the list is of its keys
        for value in ("on no list", "", f"{get_args(closed)[0]} "):
            alike = [{path: value}, {path: {"$in": [value]}}, {"$nor": [{path: {"$ne": value}}]}]
            for where in alike:
                answer = await operator.get(f"/{resource.name}", params={"where": json.dumps(where)})
                assert refusal(answer).endswith(f"It is one of: {', '.join(get_args(closed))}."), where
        for value in get_args(closed):
            await page(operator, f"/{resource.name}", where=json.dumps({path: value}), max_results=1)
        await page(operator, f"/{resource.name}", where=json.dumps({path: {"$gt": "on no list"}}), max_results=1)


@each_list
async def test_an_operator_that_does_not_fit_the_type_of_a_field_is_refused(
    operator: httpx.AsyncClient, resource: Resource
) -> None:
    for path, field in paths(resource.fields):
        if field.kind is ANY:
            continue
        kind = kind_of(field)
        unfit: list[dict[str, Any]] = [{"$gt": None}, {"$lt": True}, {"$gte": []}, {"$lte": {"a": 1}}]
        unfit += [{"$gt": "7"}] if kind in ("number", "integer") else [{"$gt": 7}]
        unfit += [{"$lt": "yesterday"}] if kind == "datetime" else []
        unfit += [] if field.is_array else [{"$size": 1}, {"$elemMatch": {"$eq": "a"}}]
        unfit += [] if in_array(resource.fields, path) else [{"$all": ["a"]}]
        for condition in unfit:
            answer = await operator.get(f"/{resource.name}", params={"where": json.dumps({path: condition})})
            assert refusal(answer).startswith(NOT_UNDERSTOOD), (path, condition)


@each_list
async def test_an_unknown_or_hidden_field_can_be_neither_filtered_nor_sorted_by(
    operator: httpx.AsyncClient, resource: Resource
) -> None:
    for name in (
        "nothing",
        "own_partner",
        "own_account",
        "own_creditor",
        "own_user",
        "id",
        "revision",
        "_links",
        "",
        ".",
    ):
        refused = await operator.get(f"/{resource.name}", params={"where": json.dumps({name: 1})})
        assert "there is no field" in refusal(refused).lower(), name
        if name:
            assert refusal(await operator.get(f"/{resource.name}", params={"sort": name})), name
    for path in ("_id.x", "_created.year", "nothing.at.all"):
        assert refusal(await operator.get(f"/{resource.name}", params={"where": json.dumps({path: 1})}))
        assert refusal(await operator.get(f"/{resource.name}", params={"sort": path}))


@pytest.mark.parametrize(
    ("where", "remark"),
    [
        ("{bad", "cut off"),
        ("{'name': 'x'}", "Python, not JSON"),
        ("ObjectId('x')", "a Python call"),
        ("name", "a bare name"),
        ("name == 'x'", "a Python expression"),
        ("[]", "a list"),
        ('[{"name": "x"}]', "a list with a filter"),
        ('"name"', "a string"),
        ("7", "a number"),
        ("null", "null"),
        ("true", "true"),
        ('{"name": NaN}', "NaN"),
        ('{"name": -Infinity}', "Infinity"),
        ('{"name": "a", "name": "b"}', "a key twice"),
        ('{"name": "a"} x', "more after the end"),
        ('{"name": 1e99999999999999999999}', "an exponent beyond all bounds"),
    ],
)
async def test_a_where_that_cannot_be_understood_is_refused(
    operator: httpx.AsyncClient, where: str, remark: str
) -> None:
    answer = await operator.get("/creditors", params={"where": where})
    assert refusal(answer).startswith(NOT_UNDERSTOOD), remark


@each_list
async def test_moments_can_be_asked_for_in_both_forms(world: World, resource: Resource) -> None:
    (item, *_) = await world.some(resource.name)
    moment = moment_of(item["_created"])
    for form in ("%a, %d %b %Y %H:%M:%S GMT", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S+00:00"):
        where = {"_created": moment.strftime(form), "_id": item["_id"]}
        found = await page(world.operator, f"/{resource.name}", where=json.dumps(where))
        assert [other["_id"] for other in found["_items"]] == [item["_id"]], form


async def test_null_matches_what_is_missing(world: World) -> None:
    named = await world.add_user(world.account.id, name="Has an address", email_oauth="here@example.com")
    bare = await world.add_user(world.account.id, name="Has none")
    found = await page(world.operator, "/users", where='{"email_oauth": null}', max_results=100)
    ids = [item["_id"] for item in found["_items"]]
    assert bare in ids
    assert named not in ids
