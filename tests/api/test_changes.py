"""PATCH and DELETE over HTTP: tags, precedence, merging, and what a change must not do."""

from __future__ import annotations

from typing import Any

import pytest

from fordran.shape.fields import fields_of
from fordran.shape.resource import META, Resource
from tests.api.bodies import (
    ADDRESS,
    DOUBTFUL_BANKGIRO,
    DOUBTFUL_ORGANIZATION_NO,
    VALID_ORGANIZATION_NO,
    account,
    creditor,
    creditor_data,
    dotted,
    full,
    has,
    issue_at,
    places,
    user,
    with_value,
    wrong_values,
)
from tests.api.table import CHANGED, CREATED_AND_CHANGED, DELETED, name_of, text_of
from tests.api.world import World

each_change = pytest.mark.parametrize("resource", CREATED_AND_CHANGED, ids=name_of)
each_delete = pytest.mark.parametrize("resource", DELETED, ids=name_of)
NO_ETAG = "To edit a document its etag must be provided using the If-Match header"
OTHER_ETAG = "Client and server etags don't match"


async def fresh(world: World, resource: Resource) -> tuple[str, str]:
    """The path and the tag of a new document."""
    made = await world.create(f"/{resource.name}", full(resource, world))
    return f"/{resource.name}/{made['_id']}", made["_etag"]


async def read(world: World, path: str) -> dict[str, Any]:
    document: dict[str, Any] = (await world.operator.get(path)).json()
    return document


def message(answer: Any) -> str:
    text: str = answer.json()["_error"]["message"]
    return text


# Tags -----------------------------------------------------------------------------------------------------------------------


@each_change
async def test_a_change_answers_the_new_tag(world: World, resource: Resource) -> None:
    path, tag = await fresh(world, resource)
    before = await read(world, path)
    for form in ("{}", '"{}"'):
        said = {text_of(resource): "Changed"}
        answer = await world.operator.patch(path, json=said, headers={"if-match": form.format(tag)})
        assert answer.status_code == 200, answer.text
        assert answer.json().keys() - {"_warnings"} == {*META, "_status"}
        assert ("_warnings" in answer.json()) == bool(before.get("warnings"))
        assert answer.json()["_status"] == "OK"
        assert answer.headers["etag"] == f'"{answer.json()["_etag"]}"'
        after = await read(world, path)
        assert {name: after[name] for name in META} == {name: answer.json()[name] for name in META}
        assert after["_etag"] != tag
        assert after == before | {name: after[name] for name in ("_updated", "_etag")} | said
        tag = after["_etag"]


@each_change
async def test_a_change_without_a_tag_is_refused(world: World, resource: Resource) -> None:
    path, _ = await fresh(world, resource)
    before = await read(world, path)
    answer = await world.operator.patch(path, json={"name": "Changed"})
    assert (answer.status_code, message(answer)) == (428, NO_ETAG)
    assert await read(world, path) == before


@each_change
async def test_a_change_with_another_tag_is_refused(world: World, resource: Resource) -> None:
    path, tag = await fresh(world, resource)
    before = await read(world, path)
    for wrong in ("0" * 40, f'W/"{tag}"', "*", "", '""', tag[:-1], f'"{tag}", "other"', tag.upper()):
        answer = await world.operator.patch(path, json={"name": "Changed"}, headers={"if-match": wrong})
        assert (answer.status_code, message(answer)) == (412, OTHER_ETAG), wrong
    assert await read(world, path) == before


@each_change
async def test_not_found_comes_before_the_tag_and_the_tag_before_the_body(world: World, resource: Resource) -> None:
    nowhere = f"/{resource.name}/{'0' * 24}"
    path, tag = await fresh(world, resource)
    json = {"content-type": "application/json"}
    rows: list[tuple[str, dict[str, str], bytes, int]] = [
        (nowhere, {}, b"{bad", 404),
        (nowhere, {"if-match": tag}, b"{}", 404),
        (f"/{resource.name}/malformed", {}, b"{}", 404),
        (path, json, b"{bad", 428),
        (path, json | {"if-match": "0" * 40}, b"{bad", 412),
        (path, {"if-match": tag}, b"{}", 400),
        (path, json | {"if-match": tag}, b"{bad", 400),
        (path, json | {"if-match": tag}, b"[]", 400),
        (path, json | {"if-match": tag}, b"null", 400),
        (path, json | {"if-match": tag}, b'"x"', 422),
        (path, json | {"if-match": tag}, b"1", 422),
    ]
    for where, headers, body, status in rows:
        answer = await world.operator.patch(where, content=body, headers=headers)
        assert answer.status_code == status, (where, headers, body)
        assert answer.json()["_error"]["code"] == status


@each_delete
async def test_a_document_can_be_deleted_once(world: World, resource: Resource) -> None:
    path, tag = await fresh(world, resource)
    total = (await world.operator.get(f"/{resource.name}")).json()["_meta"]["total"]
    assert (await world.operator.delete(path)).status_code == 428
    for wrong in ("0" * 40, "*", f'W/"{tag}"'):
        assert (await world.operator.delete(path, headers={"if-match": wrong})).status_code == 412
    answer = await world.operator.delete(path, headers={"if-match": f'"{tag}"'})
    assert (answer.status_code, answer.content) == (204, b"")
    for gone in (
        await world.operator.get(path),
        await world.operator.delete(path, headers={"if-match": tag}),
        await world.operator.delete(path),
    ):
        assert gone.status_code == 404
    changed = await world.operator.patch(path, json={"name": "x"}, headers={"if-match": tag})
    assert changed.status_code == (404 if resource in CHANGED else 405)
    assert (await world.operator.get(f"/{resource.name}")).json()["_meta"]["total"] == total - 1


# What a change may say ------------------------------------------------------------------------------------------------------


@each_change
async def test_a_change_is_held_to_the_shape(world: World, resource: Resource) -> None:
    assert resource.change is not None
    path, tag = await fresh(world, resource)
    before = await read(world, path)
    body = full(resource, world)
    for place, field in places(fields_of(resource.change)):
        sentence, values = wrong_values(field)
        if not has(body, place):
            continue
        for value in (values[0], None):
            top = {place[0]: with_value(body, place, value)[str(place[0])]}
            answer = await world.operator.patch(path, json=top, headers={"if-match": tag})
            assert answer.status_code == 422, (dotted(place), value)
            assert answer.json()["_error"] == {
                "code": 422,
                "message": "Update failure: 1 document(s) contain(s) error(s)",
                "type": "refused",
            }
            assert answer.json()["_status"] == "ERR"
            expected = "null value not allowed" if value is None else sentence
            assert expected in str(issue_at(answer.json()["_issues"], place)), dotted(place)
    assert await read(world, path) == before


@each_change
async def test_what_we_assign_cannot_be_changed(world: World, resource: Resource) -> None:
    assert resource.change is not None
    path, tag = await fresh(world, resource)
    document = await read(world, path)
    for name in {*META, "_links", "nothing"} | (document.keys() - fields_of(resource.change).keys()):
        answer = await world.operator.patch(path, json={name: document.get(name, "x")}, headers={"if-match": tag})
        assert (answer.status_code, answer.json()["_issues"]) == (422, {name: "unknown field"})


@each_change
async def test_every_issue_of_a_change_is_told_at_once(world: World, resource: Resource) -> None:
    path, tag = await fresh(world, resource)
    body = {text_of(resource): 7, "nothing": 1, "other": 2}
    answer = await world.operator.patch(path, json=body, headers={"if-match": tag})
    assert answer.json()["_issues"] == {
        text_of(resource): "must be of string type",
        "nothing": "unknown field",
        "other": "unknown field",
    }


async def test_issues_of_references_are_told_with_the_others(world: World) -> None:
    made = await world.create("/users", user(world))
    body = {"name": 7, "data_access": [{"access_group": "0" * 24}], "applications": [{"application": "x"}]}
    answer = await world.operator.patch(f"/users/{made['_id']}", json=body, headers={"if-match": made["_etag"]})
    assert answer.json()["_issues"] == {
        "name": "must be of string type",
        "data_access": {
            "0": {"access_group": f"value '{'0' * 24}' must exist in resource 'access--groups', field '_id'"}
        },
        "applications": {"0": {"application": "value 'x' must exist in resource 'applications', field '_id'"}},
    }


@each_change
async def test_an_empty_change_is_a_change(world: World, resource: Resource) -> None:
    path, tag = await fresh(world, resource)
    before = await read(world, path)
    answer = await world.operator.patch(path, json={}, headers={"if-match": tag})
    assert answer.status_code == 200
    after = await read(world, path)
    assert after == before | {name: after[name] for name in ("_updated", "_etag")}


async def test_objects_are_merged_and_arrays_replaced(world: World) -> None:
    made = await world.create("/creditors", creditor(world))
    path = f"/creditors/{made['_id']}"
    change = {"sender_address": {"city": "Umeå"}, "case_config": {"letter_config": {"copies": 3}}}
    assert (await world.operator.patch(path, json=change, headers={"if-match": made["_etag"]})).status_code == 200
    document = await read(world, path)
    assert document["sender_address"] == ADDRESS | {"city": "Umeå"}
    assert document["case_config"]["letter_config"] == {"paper": "white", "copies": 3}
    assert document["case_config"]["vat_area"] == "sweden"
    person = await world.create("/users", user(world))
    group = world.creditor.groups["admin"]
    answer = await world.operator.patch(
        f"/users/{person['_id']}",
        json={"data_access": [{"access_group": group}]},
        headers={"if-match": person["_etag"]},
    )
    assert answer.status_code == 200
    data_access = (await read(world, f"/users/{person['_id']}"))["data_access"]
    assert [item["access_group"] for item in data_access] == [group]


async def test_groups_keep_their_dates_and_order_over_a_change(world: World) -> None:
    groups = [world.creditor.groups[type_] for type_ in ("user", "api_user", "admin")]
    data_access = [
        {"access_group": group, "granted_date": f"Tue, 0{day} Mar 2026 09:30:00 GMT"}
        for day, group in enumerate(groups, 1)
    ]
    made = await world.create("/users", user(world, data_access=data_access))
    path = f"/users/{made['_id']}"
    before = (await read(world, path))["data_access"]
    assert [item["access_group"] for item in before] == groups
    assert [item["access_group_type"] for item in before] == ["user", "api_user", "admin"]
    await world.operator.patch(path, json={"name": "Other"}, headers={"if-match": made["_etag"]})
    assert (await read(world, path))["data_access"] == before


# Rules of accounts and creditors --------------------------------------------------------------------------------------------


async def test_an_active_creditor_needs_what_it_works_with(world: World) -> None:
    for name in ("standard_debt_description", "sender_address", "invoice_address", "payout_details"):
        body = creditor(world)
        del body[name]
        answer = await world.operator.post("/creditors", json=body)
        assert answer.json()["_issues"] == {name: "required field for an active creditor"}
        del body["is_active"]
        made = await world.create("/creditors", body)
        document = await read(world, f"/creditors/{made['_id']}")
        assert document["is_active"] is False
        assert document.get(name, "") in ("", {}, {"address_line_1": "", "zip_code": "", "city": "", "country": "SE"})
    body = creditor(world)
    del body["is_active"]
    made = await world.create("/creditors", body)
    assert (await read(world, f"/creditors/{made['_id']}"))["is_active"] is True


async def test_the_registered_office_is_the_senders_city_until_it_is_given(world: World) -> None:
    made = await world.create("/creditors", creditor(world, sender_address=ADDRESS | {"city": "Umeå"}))
    path, tag = f"/creditors/{made['_id']}", made["_etag"]

    async def office_after(**change: Any) -> str:
        nonlocal tag
        answer = await world.operator.patch(path, json=change, headers={"if-match": tag})
        assert answer.status_code == 200, answer.text
        tag = answer.json()["_etag"]
        return str((await read(world, path))["registered_office"])

    assert (await read(world, path))["registered_office"] == "Umeå"
    # A change of something else does not store the default, so that it follows the address.
    assert await office_after(description="Möbler") == "Umeå"
    assert await office_after(sender_address=ADDRESS | {"city": "Luleå"}) == "Luleå"
    assert await office_after(registered_office="Boden") == "Boden"
    assert await office_after(sender_address=ADDRESS | {"city": "Kiruna"}) == "Boden"
    assert await office_after(registered_office="") == "Kiruna"


async def test_doubtful_numbers_are_marked_by_default_and_refused_where_asked_for(world: World) -> None:
    doubtful = {"organization_no": DOUBTFUL_ORGANIZATION_NO, "payout_details": {"sek": {"bankgiro": DOUBTFUL_BANKGIRO}}}
    marked = await world.create("/creditors", creditor(world, **doubtful))
    warnings = (await read(world, f"/creditors/{marked['_id']}"))["warnings"]
    assert [warning["field"] for warning in warnings] == ["organization_no", "payout_details.sek.bankgiro"]
    strict = account(
        number_validation="refuse",
        organization_no=DOUBTFUL_ORGANIZATION_NO,
        initial_creditor_data=creditor_data(**doubtful),
    )
    issues = (await world.operator.post("/accounts", json=strict)).json()["_issues"]
    assert issues.keys() == {"organization_no", "initial_creditor_data"}
    assert issues["initial_creditor_data"].keys() == {"organization_no", "payout_details"}
    made = await world.create("/accounts", account(number_validation="refuse"))
    refused = await world.operator.post("/creditors", json=creditor_data(**doubtful) | {"account": made["_id"]})
    assert refused.json()["_issues"].keys() == {"organization_no", "payout_details"}
    path = f"/creditors/{made['_creditor']}"
    tag = (await read(world, path))["_etag"]
    changed = await world.operator.patch(path, json=doubtful, headers={"if-match": tag})
    assert changed.json()["_issues"].keys() == {"organization_no", "payout_details"}
    right = await world.operator.patch(f"/creditors/{marked['_id']}", headers={"if-match": marked["_etag"]},
                                       json=creditor_data(organization_no=VALID_ORGANIZATION_NO))  # fmt: skip
    assert right.status_code == 200
    assert "warnings" not in await read(world, f"/creditors/{marked['_id']}")


async def test_an_account_keeps_its_last_creditor(world: World) -> None:
    made = await world.create("/accounts", account())
    path = f"/creditors/{made['_creditor']}"
    tag = (await read(world, path))["_etag"]
    answer = await world.operator.delete(path, headers={"if-match": tag})
    assert (answer.status_code, answer.json()["_error"]["code"]) == (409, 409)
    assert (await read(world, path))["_etag"] == tag


async def test_a_creditor_that_has_cases_is_made_inactive_instead_of_deleted(world: World) -> None:
    path = f"/creditors/{world.partners[1].accounts[0].creditors[0].id}"
    total = (await world.operator.get("/creditors")).json()["_meta"]["total"]
    tag = (await read(world, path))["_etag"]
    assert (await world.operator.delete(path, headers={"if-match": "0" * 40})).status_code == 412
    assert (await world.operator.delete(path, headers={"if-match": tag})).status_code == 204
    after = await read(world, path)
    assert after["is_active"] is False
    assert after["_etag"] != tag
    assert (await world.operator.get("/creditors")).json()["_meta"]["total"] == total


async def test_what_shows_a_name_changes_its_tag_with_the_name(world: World) -> None:
    made = await world.create("/accounts", account())
    groups = (await world.operator.get("/access--groups", params={"where": f'{{"account": "{made["_id"]}"}}'})).json()[
        "_items"
    ]
    person = await world.add_user(made["_id"], *(group["_id"] for group in groups))
    before = [await read(world, f"/access--groups/{group['_id']}") for group in groups]
    user_before = await read(world, f"/users/{person}")
    await world.operator.patch(
        f"/accounts/{made['_id']}", json={"name": "New name"}, headers={"if-match": made["_etag"]}
    )
    for group in before:
        after = await read(world, f"/access--groups/{group['_id']}")
        assert after["account_name"] == "New name"
        assert after["_etag"] != group["_etag"]
    user_after = await read(world, f"/users/{person}")
    assert user_after["data_access"] != user_before["data_access"]
    assert user_after["_etag"] != user_before["_etag"]


async def test_a_user_whose_creditor_is_deleted_has_changed(world: World) -> None:
    made = await world.create("/creditors", creditor(world))
    (group, *_) = (
        await world.operator.get("/access--groups", params={"where": f'{{"creditor": "{made["_id"]}"}}'})
    ).json()["_items"]
    person = await world.add_user(world.account.id, group["_id"])
    before = await read(world, f"/users/{person}")
    await world.operator.delete(f"/creditors/{made['_id']}", headers={"if-match": made["_etag"]})
    after = await read(world, f"/users/{person}")
    assert after["data_access"] == []
    assert after["_etag"] != before["_etag"]
    assert (await world.operator.get(f"/access--groups/{group['_id']}")).status_code == 404
