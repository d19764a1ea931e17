"""Who sees and does what: every role against every endpoint of the table, with one's own documents and everybody else's."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from fordran.api.policy import POLICY, ROLES, is_open, roles_of
from fordran.resources import RESOURCES
from fordran.shape.fields import fields_of
from fordran.shape.resource import Resource
from tests.api.asking import plain
from tests.api.bodies import full_with, issue_at, places, with_value
from tests.api.table import CHANGED, CREATED, DELETED, LISTED, READ, TABLE, name_of
from tests.api.world import MADE_LATER, World

CALLERS = {
    "operator": "operator",
    "partner": "partner",
    "account_admin": "account_admin",
    "creditor_admin": "creditor_admin",
    "creditor_user": "creditor_user",
    "api_user": "creditor_user",
    "groupless": "creditor_user",
}
"""The callers of the world, and the role that each has in the policy table."""

each_caller = pytest.mark.parametrize("caller", CALLERS)
NOWHERE = "0" * 24


def may(caller: str, method: str, resource: Resource, rest: str = "") -> bool:
    return CALLERS[caller] in roles_of(f"{method} /{resource.name}{rest}")


_known: dict[str, list[dict[str, Any]]] = {}


async def everything(world: World, resource: Resource) -> list[dict[str, Any]]:
    """Every document of a resource, as the operator sees it. Nothing here changes any, so they are read once."""
    items = _known.setdefault(resource.name, [])
    while not items or len(items) % 100 == 0:
        query = {"max_results": "100", "page": str(len(items) // 100 + 1)}
        page = (await world.operator.get(f"/{resource.name}", params=query)).json()
        items += page["_items"]
        if len(items) == page["_meta"]["total"]:
            break
    return items


def sees(world: World, caller: str, resource: Resource, document: dict[str, Any], cases: list[dict[str, Any]]) -> bool:
    """Whether a document is the caller's, told from the world alone."""
    if caller == "operator" or resource.owner == "everyone":
        return True
    partner, account, creditor = world.partners[0], world.account.id, world.creditor.id
    accounts = {one.id for one in partner.accounts}
    in_account = document["_id"] if resource.name == "accounts" else document.get("account")
    in_creditor = document["_id"] if resource.name == "creditors" else document.get("creditor")
    if resource.name == "customers":
        of = [case for case in cases if case["customer"] == document["_id"]]
        in_account = of[0]["account"]
        in_creditor = creditor if any(case["creditor"] == creditor for case in of) else None
    if resource.owner == "user_alone":
        return bool(document["user"] == world.users[caller])
    if resource.owner == "partner":
        return caller == "partner" and document["_id"] == partner.id
    if caller == "partner":
        mine = document["_id"] == world.users["partner"] or document.get("partner") == partner.id
        return mine or in_account in accounts
    if in_account != account:
        return False
    if caller == "account_admin" or resource.owner == "account":
        return True
    if resource.owner == "user":
        groups = {item["access_group"] for item in document["data_access"]}
        known = set() if caller == "groupless" else set(world.creditor.groups.values())
        return document["_id"] == world.users[caller] or bool(groups & known)
    return caller != "groupless" and in_creditor == creditor


async def split(world: World, caller: str, resource: Resource) -> tuple[list[Any], list[Any]]:
    """The documents that the caller sees, and those that it does not."""
    cases = await everything(world, RESOURCES["cases"])
    documents = await everything(world, resource)
    seen = [document for document in documents if sees(world, caller, resource, document, cases)]
    return seen, [document for document in documents if document not in seen]


# The table ------------------------------------------------------------------------------------------------------------------


def test_every_endpoint_has_a_row_in_the_policy_and_every_row_an_endpoint() -> None:
    assert sorted(POLICY) == sorted(endpoint.name for endpoint in TABLE)
    assert all(letters and set(letters) <= {*ROLES, "-", "s"} for letters in POLICY.values())
    assert all(letters == "-" or "-" not in letters for letters in POLICY.values())


@pytest.mark.parametrize("endpoint", TABLE, ids=name_of)
async def test_without_a_token_only_the_open_endpoints_answer(stranger: httpx.AsyncClient, endpoint: Any) -> None:
    for headers in ({}, {"x-api-key": "x"}, {"x-api-key": ""}, {"authorization": "Bearer x"}):
        answer = await stranger.request(endpoint.method, endpoint.path.replace("{id}", NOWHERE), headers=headers)
        if is_open(endpoint.name):
            assert answer.status_code != 403
        else:
            assert answer.status_code == 401
            assert answer.json()["_error"]["code"] == 401
            assert answer.headers["www-authenticate"]


@each_caller
async def test_a_role_that_may_not_is_told_so_whatever_it_asks_for(world: World, caller: str) -> None:
    client = world.callers[caller]
    answers = []
    for endpoint in TABLE:
        if is_open(endpoint.name) or CALLERS[caller] in roles_of(endpoint.name):
            continue
        for id_ in (world.account.id, world.partners[1].id, NOWHERE, "malformed"):
            path, headers = endpoint.path.replace("{id}", id_), {"if-match": "0" * 40} if id_ == NOWHERE else {}
            answers.append(await client.request(endpoint.method, path, headers=headers, json={}))
    assert all(answer.status_code == 403 for answer in answers)
    assert len({answer.content for answer in answers}) <= 1
    assert bool(answers) is (caller != "operator") or caller == "partner"


@each_caller
async def test_partners_are_shown_to_partners_alone(world: World, caller: str) -> None:
    client, (mine, other) = world.callers[caller], world.partners
    listed = await client.get("/partners")
    items = [await client.get(f"/partners/{id_}") for id_ in (mine.id, other.id, NOWHERE, "malformed")]
    if caller == "operator":
        assert [answer.status_code for answer in items] == [200, 200, 404, 404]
    elif caller == "partner":
        assert [item["_id"] for item in listed.json()["_items"]] == [mine.id]
        assert [answer.status_code for answer in items] == [200, 404, 404, 404]
    else:
        assert {(answer.status_code, answer.content) for answer in items} == {(403, listed.content)}


# Reading --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("resource", LISTED, ids=name_of)
@each_caller
async def test_a_list_has_exactly_what_the_caller_sees(world: World, caller: str, resource: Resource) -> None:
    if not may(caller, "GET", resource):
        return
    seen, hidden = await split(world, caller, resource)
    answer = await world.callers[caller].get(f"/{resource.name}", params={"max_results": 100})
    assert {item["_id"] for item in answer.json()["_items"]} == {document["_id"] for document in seen}
    assert answer.json()["_meta"]["total"] == len(seen)
    assert answer.headers["x-total-count"] == str(len(seen))
    is_told = resource.owner in ("everyone", "user_alone") or resource.name in MADE_LATER or caller == "operator"
    assert hidden or is_told, "nothing is hidden, so nothing was tested"


@pytest.mark.parametrize("resource", LISTED, ids=name_of)
@each_caller
async def test_no_filter_or_order_reaches_what_the_caller_does_not_see(
    world: World, caller: str, resource: Resource
) -> None:
    if not may(caller, "GET", resource):
        return
    seen, hidden = await split(world, caller, resource)
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


@pytest.mark.parametrize("resource", READ, ids=name_of)
@each_caller
async def test_what_is_not_the_callers_cannot_be_told_from_what_is_not_there(
    world: World, caller: str, resource: Resource
) -> None:
    if not may(caller, "GET", resource, "/{id}"):
        return
    seen, hidden = await split(world, caller, resource)
    client = world.callers[caller]
    for document in seen:
        assert plain((await client.get(f"/{resource.name}/{document['_id']}")).json()) == plain(document)
    nothing = await client.get(f"/{resource.name}/{NOWHERE}")
    assert nothing.status_code == 404
    for number, document in enumerate(hidden):
        headers = [{}, {"if-none-match": document["_etag"]}, {"if-none-match": "*"}][number % 3]
        answer = await client.get(f"/{resource.name}/{document['_id']}", headers=headers)
        assert (answer.status_code, answer.content) == (404, nothing.content)
        assert answer.headers.keys() == nothing.headers.keys()


# Writing --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "resource"),
    [("PATCH", resource) for resource in CHANGED] + [("DELETE", resource) for resource in DELETED],
    ids=name_of,
)
@each_caller
async def test_what_is_not_the_callers_cannot_be_changed(
    world: World, caller: str, method: str, resource: Resource
) -> None:
    if not may(caller, method, resource, "/{id}"):
        return
    _, hidden = await split(world, caller, resource)
    client = world.callers[caller]
    nothing = await client.request(method, f"/{resource.name}/{NOWHERE}", json={"name": "Mine now"})
    assert nothing.status_code == 404
    for document in hidden:
        for headers in ({}, {"if-match": document["_etag"]}, {"if-match": "*"}):
            answer = await client.request(
                method, f"/{resource.name}/{document['_id']}", json={"name": "Mine now"}, headers=headers
            )
            assert (answer.status_code, answer.content) == (404, nothing.content)
        assert (await world.operator.get(f"/{resource.name}/{document['_id']}")).json() == document


@pytest.mark.parametrize("resource", CREATED, ids=name_of)
@each_caller
async def test_a_reference_to_what_is_not_the_callers_is_one_to_nothing(
    world: World, caller: str, resource: Resource
) -> None:
    if not may(caller, "POST", resource):
        return
    assert resource.input is not None
    client = world.callers[caller]
    references = {resource.name: resource for resource in READ}
    places_of = [(path, field.reference) for path, field in places(fields_of(resource.input)) if field.reference]
    places_of += [(("account",), "accounts")] if resource.name == "users" else []
    for path, name in places_of:
        _, hidden = await split(world, caller, references[str(name)])
        body = full_with(resource, world, path)
        body |= {"system_user": False} if resource.name == "users" else {}
        for id_ in [document["_id"] for document in hidden[:4]] + [NOWHERE]:
            answer = await client.post(f"/{resource.name}", json=with_value(body, path, id_))
            assert answer.status_code == 422, answer.text
            sentence = f"value '{id_}' must exist in resource '{name}', field '_id'"
            assert issue_at(answer.json()["_issues"], path) == sentence


@each_caller
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
