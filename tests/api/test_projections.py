"""`projection` over HTTP: every field of every resource."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fordran.shape.resource import META, Resource
from tests.api.asking import each_list, page, plain, refusal
from tests.api.bodies import user
from tests.api.world import World


@each_list
async def test_every_field_can_be_included_and_excluded(world: World, resource: Resource) -> None:
    items = {item["_id"]: plain(item) for item in (await world.some(resource.name))[:2]}
    for path in resource.fields:
        included = await page(world.operator, f"/{resource.name}", projection=json.dumps({path: 1}), max_results=2)
        excluded = await page(world.operator, f"/{resource.name}", projection=json.dumps({path: 0}), max_results=2)
        for shown, is_chosen in ((included, True), (excluded, False)):
            for item in shown["_items"]:
                assert plain(item) == {
                    name: value
                    for name, value in items[item["_id"]].items()
                    if name in META or (name == path) is is_chosen
                }


@pytest.mark.parametrize(
    ("projection", "shown", "remark"),
    [
        ({"name": 1}, {"name"}, "one field"),
        ({"name": True}, {"name"}, "true is 1"),
        ({"name": 1.0}, {"name"}, "1.0 is 1"),
        ({"name": 1, "description": 0}, {"name"}, "inclusion wins"),
        ({"nothing": 1}, set(), "an unknown field: those of every document alone"),
        ({"_id": 1}, set(), "a field that always comes: no others"),
        ({"name": 1, "_id": 0}, {"name"}, "a field that always comes cannot be excluded"),
    ],
)
async def test_what_a_projection_includes(
    world: World, projection: dict[str, Any], shown: set[str], remark: str
) -> None:
    path = f"/creditors/{world.creditor.id}"
    answer = await world.operator.get(path, params={"projection": json.dumps(projection)})
    assert answer.json().keys() == shown | set(META), remark


@pytest.mark.parametrize("projection", [{}, {"_id": 0}, {"_etag": 0, "_created": 0}, {"nothing": 0}])
async def test_what_a_projection_leaves_as_it_is(world: World, projection: dict[str, Any]) -> None:
    path = f"/creditors/{world.creditor.id}"
    answer = await world.operator.get(path, params={"projection": json.dumps(projection)})
    assert answer.json() == (await world.operator.get(path)).json()


async def test_parts_of_objects_and_of_objects_in_arrays_can_be_chosen(world: World) -> None:
    path, asked = f"/creditors/{world.creditor.id}", world.operator.get
    whole = (await asked(path)).json()
    kept = (await asked(path, params={"projection": '{"sender_address.city": 1, "payout_details.sek": 1}'})).json()
    assert kept["sender_address"] == {"city": whole["sender_address"]["city"]}
    assert kept["payout_details"] == {"sek": whole["payout_details"]["sek"]}
    cut = (await asked(path, params={"projection": '{"sender_address.city": 0}'})).json()
    assert cut["sender_address"] == {name: value for name, value in whole["sender_address"].items() if name != "city"}
    made = await world.create("/users", user(world))
    shown = (await asked(f"/users/{made['_id']}", params={"projection": '{"data_access.access_group_type": 1}'})).json()
    assert shown["data_access"] == [{"access_group_type": "user"}]


@pytest.mark.parametrize(
    "projection",
    ["[]", "x", '["name"]', '"name"', "7", "null", "{bad", '{"name": 2}', '{"name": "x"}', '{"name": null}',
     '{"name": {"x": 1}}', '{"name": 1, "name": 0}', "{'name': 1}"],
)  # fmt: skip
async def test_a_projection_that_cannot_be_understood_is_refused(world: World, projection: str) -> None:
    for path in ("/creditors", f"/creditors/{world.creditor.id}"):
        assert refusal(await world.operator.get(path, params={"projection": projection}))


@each_list
async def test_the_etag_is_the_same_with_and_without_a_projection(world: World, resource: Resource) -> None:
    (item, *_) = await world.some(resource.name)
    path = f"/{resource.name}/{item['_id']}"
    whole = await world.operator.get(path)
    part = await world.operator.get(path, params={"projection": '{"_id": 1}'})
    assert whole.headers["etag"] == part.headers["etag"] == f'"{part.json()["_etag"]}"'
