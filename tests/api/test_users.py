"""Users and their groups: who may give what, and that nobody can give more than they have."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.bodies import user
from tests.api.world import World


def body(world: World, *groups: str, **changes: Any) -> dict[str, Any]:
    more = {"system_user": False, "data_access": [{"access_group": group} for group in groups]}
    return user(world) | more | changes


def group_of(world: World, name: str) -> str:
    mine, other = world.partners
    return {
        "partner": mine.group,
        "other partner": other.group,
        "account": world.account.group,
        "other account": mine.accounts[1].group,
        "creditor admin": world.creditor.groups["admin"],
        "creditor user": world.creditor.groups["user"],
        "creditor api_user": world.creditor.groups["api_user"],
        "sibling user": world.account.creditors[1].groups["user"],
        "other account's user": mine.accounts[1].creditors[0].groups["user"],
        "other partner's user": other.accounts[0].creditors[0].groups["user"],
    }[name]


IN_ACCOUNT = {"account", "creditor admin", "creditor user", "creditor api_user", "sibling user"}
OF_CREDITOR = {"creditor admin", "creditor user", "creditor api_user"}


@pytest.mark.parametrize(
    ("caller", "may_give"),
    [("operator", IN_ACCOUNT), ("partner", IN_ACCOUNT), ("account_admin", IN_ACCOUNT), ("creditor_admin", OF_CREDITOR)],
)
async def test_a_user_of_an_account_gets_groups_of_that_account_that_the_giver_has(
    world: World, caller: str, may_give: set[str]
) -> None:
    client = world.callers[caller]
    existing = await world.add_user(world.account.id, world.creditor.groups["user"])
    for name in (
        *IN_ACCOUNT,
        "partner",
        "other partner",
        "other account",
        "other account's user",
        "other partner's user",
    ):
        group = group_of(world, name)
        sentence = f"value '{group}' must exist in resource 'access--groups', field '_id'"
        created = await client.post("/users", json=body(world, world.creditor.groups["user"], group))
        tag = (await world.operator.get(f"/users/{existing}")).json()["_etag"]
        change = {"data_access": [{"access_group": group}]}
        changed = await client.patch(f"/users/{existing}", json=change, headers={"if-match": tag})
        if name in may_give:
            assert (created.status_code, changed.status_code) == (201, 200), name
        else:
            assert created.json()["_issues"] == {"data_access": {"1": {"access_group": sentence}}}, name
            assert changed.json()["_issues"] == {"data_access": {"0": {"access_group": sentence}}}, name
        reset = {"data_access": [{"access_group": world.creditor.groups["user"]}]}
        tag = (await world.operator.get(f"/users/{existing}")).json()["_etag"]
        await world.operator.patch(f"/users/{existing}", json=reset, headers={"if-match": tag})


async def test_nobody_but_the_operator_gives_the_operators_group(world: World) -> None:
    found = await world.operator.get("/access--groups", params={"where": '{"access_group_type": "operator"}'})
    (group,) = (item["_id"] for item in found.json()["_items"])
    for caller in ("partner", "account_admin", "creditor_admin"):
        for account in (world.account.id, ""):
            answer = await world.callers[caller].post("/users", json=body(world, group, account=account))
            assert answer.status_code == 422, (caller, account)
    assert (await world.operator.post("/users", json=body(world, group, account=""))).status_code == 201


@pytest.mark.parametrize("caller", ["partner", "account_admin", "creditor_admin"])
async def test_system_user_is_the_operators_to_set(world: World, caller: str) -> None:
    client = world.callers[caller]
    sentence = {"system_user": "may be set by the operator only"}
    group = world.creditor.groups["user"]
    assert (await client.post("/users", json=body(world, group, system_user=True))).json()["_issues"] == sentence
    for before in (False, True):
        id_ = await world.add_user(world.account.id, group, system_user=before)
        tag = (await client.get(f"/users/{id_}")).json()["_etag"]
        changed = await client.patch(f"/users/{id_}", json={"system_user": not before}, headers={"if-match": tag})
        assert changed.json()["_issues"] == sentence
        kept = await client.patch(f"/users/{id_}", json={"system_user": before}, headers={"if-match": tag})
        assert kept.status_code == 200


async def test_an_administrator_of_creditors_changes_only_users_whose_groups_are_all_its_own(world: World) -> None:
    client = world.callers["creditor_admin"]
    mine, sibling = world.creditor.groups["user"], world.account.creditors[1].groups["user"]
    own = await world.add_user(world.account.id, mine)
    wider = await world.add_user(world.account.id, mine, sibling)
    for id_, status in ((own, 200), (wider, 403)):
        tag = (await client.get(f"/users/{id_}")).json()["_etag"]
        changed = await client.patch(f"/users/{id_}", json={"name": "Changed"}, headers={"if-match": tag})
        assert changed.status_code == status
    for id_, status in ((own, 204), (wider, 403)):
        tag = (await client.get(f"/users/{id_}")).json()["_etag"]
        assert (await client.delete(f"/users/{id_}", headers={"if-match": tag})).status_code == status


@pytest.mark.parametrize("caller", ["account_admin", "creditor_admin"])
async def test_only_operator_and_partner_have_users_without_an_account(world: World, caller: str) -> None:
    answer = await world.callers[caller].post("/users", json=body(world, account=""))
    assert "account" in answer.json()["_issues"]


async def test_a_partners_own_users_are_the_partners(world: World) -> None:
    mine, other = world.partners
    made = await world.create("/users", body(world, mine.group, account=""), by=mine.client)
    document = (await mine.client.get(f"/users/{made['_id']}")).json()
    assert document["account"] == ""
    assert (await other.client.get(f"/users/{made['_id']}")).status_code == 404
    async with world.as_user(made["_id"]) as colleague:
        accounts = (await colleague.get("/accounts")).json()["_items"]
        assert {account["_id"] for account in accounts} == {account.id for account in mine.accounts}


async def test_a_user_without_an_account_sees_into_the_one_account_of_its_groups(world: World) -> None:
    mine = world.partners[0]
    creditor = mine.accounts[1].creditors[1]
    made = await world.create("/users", body(world, creditor.groups["user"], account=""), by=mine.client)
    async with world.as_user(made["_id"]) as narrow:
        assert [item["_id"] for item in (await narrow.get("/creditors")).json()["_items"]] == [creditor.id]
        assert [item["_id"] for item in (await narrow.get("/accounts")).json()["_items"]] == [mine.accounts[1].id]
    two = body(world, creditor.groups["user"], world.creditor.groups["user"], account="")
    answer = await mine.client.post("/users", json=two)
    assert answer.json()["_issues"].keys() == {"data_access"}
    assert answer.json()["_issues"]["data_access"].keys() == {"1"}


async def test_a_user_shows_the_names_of_its_groups_and_applications(world: World) -> None:
    made = await world.create("/users", user(world))
    document = (await world.operator.get(f"/users/{made['_id']}")).json()
    account = (await world.operator.get(f"/accounts/{world.account.id}")).json()["name"]
    creditor = (await world.operator.get(f"/creditors/{world.creditor.id}")).json()["name"]
    (group,) = document["data_access"]
    assert group == {
        "access_group": world.creditor.groups["user"],
        "granted_date": "Tue, 03 Mar 2026 09:30:00 GMT",
        "access_group_name": "Creditor users",
        "access_group_account_name": account,
        "access_group_creditor_name": creditor,
        "access_group_type": "user",
    }
    (application,) = document["applications"]
    assert application["application"] == world.application
    assert application["application_name"] in ("api", "letters")


async def test_defaults_of_a_user(world: World) -> None:
    made = await world.create("/users", {"account": world.account.id, "name": "Bare"})
    document = (await world.operator.get(f"/users/{made['_id']}")).json()
    flags = {name: value for name, value in document.items() if isinstance(value, bool)}
    assert flags.pop("is_enabled") is True
    assert len(flags) == 7
    assert not any(flags.values())
    assert document["data_access"] == []
