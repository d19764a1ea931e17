"""A filter on a list within a list of a document is taken of all shards at once, and finds what it finds of one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.world import World
from tests.citus.nodes import CLUSTER, WITHOUT

pytestmark = pytest.mark.skipif(not CLUSTER, reason=WITHOUT)

FILTERS: list[dict[str, Any]] = [
    {"matrix.extra_rows": "80 g"},
    {"matrix.extra_rows": {"$ne": "80 g"}},
    {"matrix.extra_rows": {"$in": ["80 g", "90 g"]}},
    {"matrix.custom_column_data": {"$elemMatch": {"$gt": "v", "$lt": "w"}}},
    {"matrix": {"$elemMatch": {"extra_rows": {"$gt": "8"}, "custom_column_data": {"$gte": "vit"}}}},
    {"$nor": [{"matrix": {"$elemMatch": {"$or": [{"extra_rows": "80 g"}, {"extra_rows": None}]}}}]},
]


@pytest.mark.parametrize("resource", ["invoices", "invoice--registrations"])
@pytest.mark.parametrize("where", FILTERS, ids=json.dumps)
async def test_a_list_within_a_list_is_asked_of_all_accounts(
    world: World, resource: str, where: dict[str, Any]
) -> None:
    """An account's administrator asks one shard, which is a server like any other."""
    asked = {"where": json.dumps(where), "sort": "_id"}
    found = {}
    for name, client in {**world.callers, "other": world.partners[1].client}.items():
        answer = await client.get(f"/{resource}", params=asked)
        assert answer.status_code in (200, 403), answer.text
        if answer.status_code == 200:
            found[name] = [item["_id"] for item in answer.json()["_items"]]
            assert answer.json()["_meta"]["total"] == len(found[name])
    assert found["partner"] == found["account_admin"]
    assert found["operator"] == sorted(found["partner"] + found["other"])
    assert bool(found["other"]) == bool(found["partner"]) == ("$n" not in json.dumps(where)), "all lines are alike"
