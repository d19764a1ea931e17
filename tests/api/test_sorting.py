"""`sort` over HTTP: every field of every resource, in every spelling."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from fordran.shape.fields import Field
from fordran.shape.kinds import ANY
from fordran.shape.moments import moment_of
from fordran.shape.resource import Resource
from fordran.store.reading.cursor import Cursor
from tests.api.asking import each_list, kind_of, page, paths, refusal, values_at
from tests.api.bodies import invoice_registration, user
from tests.api.world import World

BY_NAME = Cursor((("name", False),), ("A",), "a" * 24).text()


@each_list
async def test_every_field_with_a_single_value_can_be_sorted_by(world: World, resource: Resource) -> None:
    await world.some(resource.name)
    for path, field in paths(resource.fields):
        if field.kind not in (None, ANY) and not field.is_array and not _cannot_be_sorted_by(resource, path):
            shown = json.dumps({path: 1})
            for sort, least in ((path, min), (f"-{path}", max)):
                found = await page(world.operator, f"/{resource.name}", sort=sort, projection=shown, max_results=100)
                _is_in_order(found["_items"], path, field, sort.startswith("-"), least)
                await _goes_on_by_cursor(world, resource, sort, [item["_id"] for item in found["_items"]])


async def _goes_on_by_cursor(world: World, resource: Resource, sort: str, ids: list[str]) -> None:
    """The first half leads to the second, which leads nowhere: whatever the values of the last document of the first."""
    half = len(ids) // 2
    asked = {"sort": sort, "projection": json.dumps({"_id": 1}), "max_results": max(half, 1)}
    first = await world.operator.get(f"/{resource.name}", params=asked)
    if len(ids) < 2:
        assert "next" not in first.links
        return
    address = first.links["next"]["url"].replace(f"max_results={half}", f"max_results={len(ids) - half}")
    rest = await world.operator.get(address)
    assert rest.status_code == 200, (rest.text, address)
    assert [item["_id"] for item in rest.json()["_items"]] == ids[half:]
    assert ("next" in rest.links) == (rest.json()["_meta"]["total"] > len(ids))


async def test_a_creditor_gets_its_own_documents_in_order_page_by_page(world: World) -> None:
    """Its sorted pages are found by key: they hold what the operator finds of that creditor, in the same order."""
    sibling = world.account.creditors[1].id
    for owner in (world.creditor.id, sibling, world.creditor.id, world.creditor.id):
        await world.create("/invoice--registrations", invoice_registration(world, creditor=owner))
    ours = json.dumps({"creditor": world.creditor.id})
    client = await world.add_user(world.account.id, world.creditor.groups["api_user"], name="Sorting")
    async with world.as_user(client) as creditor:
        for number in (1, 2, 3):
            asked = {"sort": "-_created", "page": number, "max_results": 2}
            found = await page(creditor, "/cases", **asked)
            assert found["_items"] == (await page(world.operator, "/cases", where=ours, **asked))["_items"]
            assert {item["creditor"] for item in found["_items"]} <= {world.creditor.id}
            assert len(found["_items"]) > 0 or number == 3


@pytest.mark.parametrize(
    ("sort", "order", "remark"),
    [
        ("name", "ABBC", "ascending"),
        ("-name", "CBBA", "descending"),
        (" -name", "CBBA", "blanks around it"),
        ("name,-email_oauth", "ABBC", "two fields"),
        ('[("name", -1)]', "CBBA", "a Python list of tuples"),
        ('[["name", -1]]', "CBBA", "a JSON list of lists"),
        ('{"name": -1}', "CBBA", "a JSON object"),
        ('{"name": -1, "_id": 1}', "CBBA", "a JSON object of two"),
        ('[("name", 1), ("_id", -1)]', "ABBC", "a list of two"),
    ],
)
async def test_the_spellings_of_sort(world: World, sort: str, order: str, remark: str) -> None:
    prefix = f"sort {remark} "
    for letter in "BACB":
        await world.create("/users", user(world, name=prefix + letter))
    where = json.dumps({"name": {"$gte": prefix, "$lt": prefix + "Z"}})
    found = await page(world.operator, "/users", sort=sort, where=where)
    assert "".join(item["name"][-1] for item in found["_items"]) == order, remark


@pytest.mark.parametrize(
    ("sort", "remark"),
    [
        ('[("name":1)]', "not Python"),
        ("(", "cut off"),
        ("-", "no name"),
        ("--name", "two signs"),
        ('"name"', "quoted"),
        ("name,", "an empty name"),
        (",name", "an empty name first"),
        ("1", "a number"),
        ('{"name": 2}', "neither 1 nor -1"),
        ('{"name": "x"}', "a word for a direction"),
        ('{"name": true}', "true for a direction"),
        ("{bad", "no JSON"),
        ("[name]", "a name without quotes"),
        ("[1]", "a number in a list"),
        ('[("name",)]', "no direction"),
        ('("name", 1)', "a single tuple"),
        ("[__import__('os').system('true')]", "a call"),
        ("[" * 3000, "very deep"),
        ("name;drop table users", "SQL"),
        ('name" desc, (select 1)--', "SQL in quotes"),
        (",".join(["name"] * 21), "too many fields"),
    ],
)
async def test_a_sort_that_cannot_be_understood_is_refused(operator: httpx.AsyncClient, sort: str, remark: str) -> None:
    assert refusal(await operator.get("/users", params={"sort": sort})), remark


def _cannot_be_sorted_by(resource: Resource, path: str) -> bool:
    """Whether the field lies in an open object, or in an array within an array, which no list is sorted by."""
    first, *rest = path.split(".")
    field, arrays = resource.fields[first], 0
    for name in rest:
        arrays += field.is_array
        if field.is_open or arrays > 1:
            return True
        field = field.children[name]
    return False


def _is_in_order(items: list[Any], path: str, field: Field, descending: bool, chosen: Any) -> None:
    def key(item: Any) -> tuple[bool, Any]:
        values = values_at(item, path)
        if kind_of(field) == "datetime":
            values = [moment_of(value) for value in values]
        return (True, chosen(values)) if values else (False, False)

    by_id = sorted(items, key=lambda item: item["_id"])
    in_order = sorted(by_id, key=key)
    assert items == (in_order[::-1] if descending else in_order), path


async def test_a_cursor_neither_leaves_out_nor_repeats_what_comes_and_goes(world: World) -> None:
    """Documents arrive before, behind and at the place between two pages."""
    names = [f"Cursor {letter}" for letter in "BDF"]
    for name in names:
        await world.create("/users", user(world, name=name))
    asked = {"sort": "name", "where": '{"name": {"$gte": "Cursor", "$lt": "Cursos"}}', "max_results": 2}
    first = await world.operator.get("/users", params=asked)
    for name in ("Cursor A", "Cursor D", "Cursor E"):
        await world.create("/users", user(world, name=name))
    seen, answer = [item["name"] for item in first.json()["_items"]], first
    while more := answer.links.get("next"):
        answer = await world.operator.get(more["url"])
        seen += [item["name"] for item in answer.json()["_items"]]
    assert seen == ["Cursor B", "Cursor D", "Cursor D", "Cursor E", "Cursor F"]
    assert answer.json()["_meta"]["total"] == 6


@pytest.mark.parametrize(
    "asked",
    [
        {"cursor": "x"},
        {"cursor": "bm9uZQ"},
        {"cursor": "W10"},
        {"cursor": BY_NAME},
        {"cursor": BY_NAME, "sort": "-name"},
        {"cursor": BY_NAME, "sort": "name", "page": "2"},
        {"cursor": Cursor((("name", False),), (5,), "a" * 24).text(), "sort": "name"},
        {"cursor": Cursor((("name", False),), (), "a" * 24).text(), "sort": "name"},
        {"cursor": Cursor((("_created", False),), ("today",), "a" * 24).text(), "sort": "_created"},
    ],
)
async def test_a_cursor_of_another_list_is_refused(world: World, asked: dict[str, str]) -> None:
    answer = await world.operator.get("/users", params=asked)
    assert (answer.status_code, answer.json()["_error"]["type"]) == (400, "bad_query")


async def test_notes_of_a_case_lead_to_the_next_page(world: World) -> None:
    await world.some("cases")
    case = (await page(world.operator, "/cases", max_results=1))["_items"][0]["_id"]
    for text in ("one", "two", "three"):
        await world.operator.post(f"/cases/{case}/notes", json={"text": text, "kind": "note"})
    first = await world.operator.get(f"/cases/{case}/notes", params={"max_results": 2})
    await world.operator.post(f"/cases/{case}/notes", json={"text": "four", "kind": "note"})
    rest = await world.operator.get(first.links["next"]["url"])
    assert [note["text"] for note in first.json()["_items"]] == ["three", "two"]
    assert [note["text"] for note in rest.json()["_items"]][:1] == ["one"]
