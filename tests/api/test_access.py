"""Who sees what: every role's lists have its own documents and nobody else's. The single documents are in test_matrix.py."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fordran.api import roles as fordran_roles
from fordran.api.endpoint import Endpoint
from fordran.shape.resource import Resource
from tests.api.ownership import CALLERS, NOWHERE, SEE_ALL, Known, may, split
from tests.api.policy import POLICY, ROLES, is_open, roles_of, takes_signed_links
from tests.api.table import LISTED, TABLE, name_of
from tests.api.world import World

each_caller = pytest.mark.parametrize("caller", CALLERS)
# The operator and its staff see everything, and by what it sees the others are judged.
each_other_caller = pytest.mark.parametrize("caller", [caller for caller in CALLERS if caller not in SEE_ALL])


@pytest.fixture(scope="module")
def known() -> Known:
    return {}


# The table ------------------------------------------------------------------------------------------------------------------


def test_every_endpoint_has_a_row_in_the_policy_and_every_row_an_endpoint() -> None:
    assert sorted(POLICY) == sorted(endpoint.name for endpoint in TABLE)
    assert all(letters and set(letters) <= {*ROLES, "-", "s"} for letters in POLICY.values())
    assert all(letters == "-" or "-" not in letters for letters in POLICY.values())


@pytest.mark.parametrize("endpoint", TABLE, ids=name_of)
def test_a_row_of_the_table_says_what_the_policy_says(endpoint: Endpoint) -> None:
    assert endpoint.role_names == roles_of(endpoint.name)
    assert endpoint.roles.needs_token is not is_open(endpoint.name)
    assert endpoint.roles.takes_signed_links == takes_signed_links(endpoint.name)


def test_roles_are_some_role_or_nobody_and_no_token() -> None:
    assert {*fordran_roles.ROLES} == {*ROLES.values()}
    for names, needs_token in (
        (frozenset[str](), True),
        (frozenset({"operator"}), False),
        (frozenset({"owner"}), True),
    ):
        with pytest.raises(AssertionError):
            fordran_roles.Roles(names, needs_token=needs_token)


@each_caller
async def test_partners_are_shown_to_partners_alone(world: World, caller: str) -> None:
    client, (mine, other) = world.callers[caller], world.partners
    listed = await client.get("/partners")
    items = [await client.get(f"/partners/{id_}") for id_ in (mine.id, other.id, NOWHERE, "malformed")]
    if caller in ("operator", "auditor"):
        assert [answer.status_code for answer in items] == [200, 200, 404, 404]
    elif caller == "partner":
        assert [item["_id"] for item in listed.json()["_items"]] == [mine.id]
        assert [answer.status_code for answer in items] == [200, 404, 404, 404]
    else:
        assert {(answer.status_code, answer.content) for answer in items} == {(403, listed.content)}


# Reading --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("resource", LISTED, ids=name_of)
@each_other_caller
async def test_a_list_has_exactly_what_the_caller_sees(
    world: World, known: Known, caller: str, resource: Resource
) -> None:
    if not may(caller, "GET", resource):
        return
    seen, hidden = await split(world, caller, resource, known)
    answer = await world.callers[caller].get(f"/{resource.name}", params={"max_results": 100})
    assert {item["_id"] for item in answer.json()["_items"]} == {document["_id"] for document in seen}
    assert answer.json()["_meta"]["total"] == len(seen)
    assert answer.headers["x-total-count"] == str(len(seen))
    is_told = resource.owner in ("everyone", "user_alone")
    assert hidden or is_told, "nothing is hidden, so nothing was tested"


@pytest.mark.parametrize("resource", LISTED, ids=name_of)
@each_other_caller
async def test_no_filter_or_order_reaches_what_the_caller_does_not_see(
    world: World, known: Known, caller: str, resource: Resource
) -> None:
    if not may(caller, "GET", resource):
        return
    seen, hidden = await split(world, caller, resource, known)
    client, path = world.callers[caller], f"/{resource.name}"

    async def found(where: dict[str, Any]) -> list[str]:
        page = (await client.get(path, params={"where": json.dumps(where), "max_results": 100})).json()
        assert page["_meta"]["total"] == len(page["_items"])
        return sorted(item["_id"] for item in page["_items"])

    for document in hidden[:2]:
        id_ = document["_id"]
        assert await found({"$or": [{"_id": id_}, {"_etag": document["_etag"]}, {"_id": {"$in": [id_]}}]}) == []
        assert await found({"$nor": [{"_id": {"$ne": id_}}]}) == []
        for name in {"name", "account", "creditor"} & document.keys():
            alike = sorted(one["_id"] for one in seen if one.get(name) == document[name])
            assert await found({name: document[name]}) == alike
    everywhere = await client.get(path, params={"where": '{"$or": [{"_id": {"$exists": true}}, {"_id": null}]}'})
    assert everywhere.json()["_meta"]["total"] == len(seen)
    ordered = await client.get(path, params={"sort": "-_updated,-_id", "max_results": 100})
    assert {item["_id"] for item in ordered.json()["_items"]} == {document["_id"] for document in seen}
    beyond = await client.get(path, params={"page": 50})
    assert beyond.json()["_meta"]["total"] == len(seen)


@each_other_caller
async def test_a_narrow_caller_sees_its_account_its_creditors_their_groups_itself_and_their_users(
    world: World, caller: str
) -> None:
    if caller not in ("creditor_admin", "creditor_user", "api_user", "groupless"):
        return

    async def ids(path: str) -> set[str]:
        answer = await world.callers[caller].get(path, params={"max_results": 100})
        return {item["_id"] for item in answer.json()["_items"]}

    has_groups = caller != "groupless"
    with_groups = {world.users[name] for name in ("creditor_admin", "creditor_user", "api_user")}
    assert await ids("/accounts") == {world.account.id}
    assert await ids("/creditors") == ({world.creditor.id} if has_groups else set())
    assert await ids("/access--groups") == (set(world.creditor.groups.values()) if has_groups else set())
    assert await ids("/users") == (with_groups if has_groups else {world.users["groupless"]})
