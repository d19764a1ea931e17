"""POST over HTTP, of every resource that can be created: every declared field, left out, of a wrong type, unknown or null."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from fordran.api.serving.creating import FEW
from fordran.resources.case_registrations import CASE_REGISTRATIONS
from fordran.resources.invoice_registrations import INVOICE_REGISTRATIONS
from fordran.shape.fields import fields_of
from fordran.shape.kinds import TEXT
from fordran.shape.resource import META, Resource
from tests.api.bodies import (
    FULL,
    Body,
    Path,
    dotted,
    full,
    full_bodies,
    full_with,
    has,
    issue_at,
    optional,
    places,
    required,
    with_value,
    without,
    wrong_values,
)
from tests.api.table import CREATED, name_of
from tests.api.world import World

each_create = pytest.mark.parametrize("resource", CREATED, ids=name_of)


async def refused(world: World, resource: Resource, body: Any) -> dict[str, Any]:
    """The issues of a body that has to be refused."""
    answer = await world.operator.post(f"/{resource.name}", json=body)
    assert answer.status_code == 422, (answer.text, body)
    document = answer.json()
    assert document.keys() == {"_status", "_issues", "_issue_codes", "_error"}
    assert document["_status"] == "ERR"
    assert document["_error"] == {
        "code": 422,
        "message": "Insertion failure: 1 document(s) contain(s) error(s)",
        "type": "refused",
    }
    issues: dict[str, Any] = document["_issues"]
    return issues


async def count(world: World, resource: Resource) -> int:
    total: int = (await world.operator.get(f"/{resource.name}", params={"max_results": 1})).json()["_meta"]["total"]
    return total


def fields(resource: Resource) -> list[tuple[Path, Any]]:
    assert resource.input is not None
    return list(places(fields_of(resource.input)))


@each_create
async def test_the_bodies_here_say_every_declared_field(world: World, resource: Resource) -> None:
    bodies = full_bodies(resource, world)
    missing = [dotted(path) for path, _ in fields(resource) if not any(has(body, path) for body in bodies)]
    assert missing == []


@each_create
async def test_a_create_answers_what_it_made_and_where(world: World, resource: Resource) -> None:
    for body in full_bodies(resource, world):
        before = await count(world, resource)
        answer = await world.operator.post(f"/{resource.name}", json=body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        own = set(made) - {*META, "_status"}
        assert made["_status"] == "OK"
        assert {*META} <= made.keys()
        assert answer.headers["location"] == f"/{resource.name}/{made['_id']}"
        assert answer.headers["etag"] == f'"{made["_etag"]}"'
        read = (await world.operator.get(answer.headers["location"])).json()
        assert {name: made[name] for name in META} == {name: read[name] for name in META}
        assert {name: made[name] for name in own & read.keys()} == {name: read[name] for name in own & read.keys()}
        assert await count(world, resource) == before + 1


@pytest.mark.parametrize(
    ("name", "extra"), [("users", set()), ("creditors", set()), ("accounts", {"_creditor"})], ids=str
)
async def test_a_create_answers_nothing_more_than_the_interface_says(world: World, name: str, extra: set[str]) -> None:
    made = await world.create(f"/{name}", FULL[name][0](world))
    assert made.keys() == {*META, "_status"} | extra


ONE_OF_TWO: dict[str, dict[Path, str]] = {"api--clients": {("account",): "is required, or creditor"}}
"""Resource → fields that may be left out where another one stands, and the issue where neither does."""


OF_A_PARTNER: dict[str, set[Path]] = {"webhooks": {("account",)}}
"""Resource → fields that a partner alone may leave out."""


@each_create
async def test_fields_that_may_be_left_out_may_be_left_out(world: World, resource: Resource) -> None:
    assert resource.input is not None
    needed = {*required(resource.input), *ONE_OF_TWO.get(resource.name, {}), *OF_A_PARTNER.get(resource.name, set())}
    body = full(resource, world)
    for path in sorted(optional(resource.input), key=len, reverse=True):
        if has(body, path) and path not in needed:
            body = without(body, path)
    assert (await world.operator.post(f"/{resource.name}", json=body)).status_code == 201, body


@each_create
async def test_every_required_field_is_required(world: World, resource: Resource) -> None:
    assert resource.input is not None
    for path in required(resource.input):
        body = without(full_with(resource, world, path), path)
        assert issue_at(await refused(world, resource, body), path) == "required field", dotted(path)


@each_create
async def test_every_required_field_that_is_missing_is_told_at_once(world: World, resource: Resource) -> None:
    assert resource.input is not None
    issues = await refused(world, resource, {})
    one_of_two = {path[0]: sentence for path, sentence in ONE_OF_TWO.get(resource.name, {}).items()}
    assert issues == {path[0]: "required field" for path in required(resource.input) if len(path) == 1} | one_of_two


@each_create
async def test_every_field_of_a_wrong_type_is_refused(world: World, resource: Resource) -> None:
    for path, field in fields(resource):
        sentence, values = wrong_values(field)
        body = full_with(resource, world, path)
        for value in values:
            if field.is_open and value == {}:
                continue
            issues = await refused(world, resource, with_value(body, path, value))
            assert sentence in str(issue_at(issues, path)), (dotted(path), value, issues)


@each_create
async def test_wrong_types_of_all_fields_are_told_at_once(world: World, resource: Resource) -> None:
    body: Body = {}
    expected = {}
    for path, field in fields(resource):
        if len(path) == 1:
            expected[path[0]], values = wrong_values(field)
            body[str(path[0])] = values[1]
    issues = await refused(world, resource, body | {"nothing": 1})
    assert issues.keys() == expected.keys() | {"nothing"}
    assert all(sentence in str(issues[str(name)]) for name, sentence in expected.items())
    assert issues["nothing"] == "unknown field"


@each_create
async def test_null_is_refused_in_every_field(world: World, resource: Resource) -> None:
    for path, _ in fields(resource):
        issues = await refused(world, resource, with_value(full_with(resource, world, path), path, None))
        assert "null value not allowed" in str(issue_at(issues, path)), dotted(path)


@each_create
async def test_unknown_fields_are_refused_wherever_they_stand(world: World, resource: Resource) -> None:
    body = full(resource, world)
    holders: list[Path] = [()]
    holders += [path for path, field in fields(resource) if field.children and not field.is_array and has(body, path)]
    holders += [(*path, 0) for path, field in fields(resource) if field.children and field.is_array and has(body, path)]
    for holder in holders:
        issues = await refused(world, resource, with_value(body, (*holder, "nothing"), 1))
        assert issue_at(issues, (*holder, "nothing")) == "unknown field", dotted(holder)


@each_create
async def test_fields_that_we_assign_cannot_be_sent(world: World, resource: Resource) -> None:
    assert resource.input is not None
    assigned = {*META, "_links", "_status"} | (resource.fields.keys() - fields_of(resource.input).keys())
    for name in assigned:
        issues = await refused(world, resource, full(resource, world) | {name: "x"})
        assert issues == {name: "unknown field"}


@each_create
async def test_texts_that_cannot_be_stored_are_refused(world: World, resource: Resource) -> None:
    for path, field in fields(resource):
        if field.kind is not TEXT or field.is_array:
            continue
        body = full_with(resource, world, path)
        for value in ("a\x00b", "x" * 10_001):
            issues = await refused(world, resource, with_value(body, path, value))
            assert isinstance(issue_at(issues, path), str | list), (dotted(path), issues)


@each_create
async def test_references_that_are_nobodys_are_refused(world: World, resource: Resource) -> None:
    for path, field in fields(resource):
        if not field.reference:
            continue
        body = full_with(resource, world, path)
        for id_ in ("", "0" * 24, "x", "ö" * 24, "'; drop table users --"):
            if not id_ and field.reference.or_empty:
                continue
            sentence = f"value '{id_}' must exist in resource '{field.reference.resource}', field '_id'"
            issues = await refused(world, resource, with_value(body, path, id_))
            assert issue_at(issues, path) == sentence, dotted(path)
            with_more = await refused(world, resource, with_value(body, path, id_) | {"nothing": 1})
            assert issue_at(with_more, path) == sentence, "told together with what is wrong in shape"
            assert with_more["nothing"] == "unknown field"


# Arrays ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("many", [3, FEW + 2], ids=["few", "many"])
@each_create
async def test_an_array_creates_all_in_order(world: World, resource: Resource, many: int) -> None:
    before = await count(world, resource)
    answer = await world.operator.post(f"/{resource.name}", json=[full(resource, world) for _ in range(many)])
    assert answer.status_code == 201
    document = answer.json()
    assert document.keys() == {"_status", "_items"}
    assert document["_status"] == "OK"
    ids = [item["_id"] for item in document["_items"]]
    assert ids == sorted(ids)
    assert len(set(ids)) == many
    assert all(item["_status"] == "OK" for item in document["_items"])
    assert await count(world, resource) == before + many


@each_create
async def test_an_array_of_one_answers_like_a_single(world: World, resource: Resource) -> None:
    answer = await world.operator.post(f"/{resource.name}", json=[full(resource, world)])
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/{resource.name}/{answer.json()['_id']}"
    issues = await refused(world, resource, [{}])
    assert "required field" in issues.values()


@each_create
async def test_an_array_with_a_bad_document_creates_nothing(world: World, resource: Resource) -> None:
    before = await count(world, resource)
    body = [full(resource, world), full(resource, world) | {"nothing": 1}, {}, "x", full(resource, world)]
    answer = await world.operator.post(f"/{resource.name}", json=body)
    assert answer.status_code == 422
    document = answer.json()
    assert document["_error"] == {
        "code": 422,
        "message": "Insertion failure: 3 document(s) contain(s) error(s)",
        "type": "refused",
    }
    assert [item["_status"] for item in document["_items"]] == ["OK", "ERR", "ERR", "ERR", "OK"]
    assert document["_items"][0] == {"_status": "OK"}
    assert document["_items"][1]["_issues"] == {"nothing": "unknown field"}
    assert document["_items"][3]["_issues"] == {"validation exception": "'x' is not a document, must be a dict"}
    assert await count(world, resource) == before


@pytest.mark.parametrize("resource", [INVOICE_REGISTRATIONS, CASE_REGISTRATIONS], ids=name_of)
async def test_of_a_long_array_with_bad_documents_nothing_is_created_and_each_is_told(
    world: World, resource: Resource
) -> None:
    before = await count(world, resource)
    usual = [full(resource, world) for _ in range(FEW)]
    stray = full(resource, world) | {"creditor": "0" * 24}
    answer = await world.operator.post(f"/{resource.name}", json=[*usual, stray, usual[0]])
    assert answer.status_code == 422
    items = answer.json()["_items"]
    assert [item["_status"] for item in items] == ["OK"] * FEW + ["ERR", "ERR"]
    assert items[FEW]["_issues"].keys() == {"creditor"}
    assert "unique" in str(items[FEW + 1]["_issues"])
    assert await count(world, resource) == before


@each_create
async def test_an_array_has_from_one_to_a_thousand_documents(world: World, resource: Resource) -> None:
    before = await count(world, resource)
    for body in ([], [{}] * 1001):
        answer = await world.operator.post(f"/{resource.name}", json=body)
        assert answer.status_code == 400
        assert answer.json()["_status"] == "ERR"
    assert await count(world, resource) == before


# Dry runs -------------------------------------------------------------------------------------------------------------------


async def rows(world: World) -> dict[str, int]:
    """How many rows every table has, but for the audit log and its count, which those who only read write, too."""
    async with world.database.connection() as connection:
        tables = [
            row[0]
            for row in await connection.fetch("select relname from pg_class where relkind in ('r', 'p') "
                                              "and relnamespace = 'fordran'::regnamespace and not relispartition")
        ]  # fmt: skip
        tables.remove("audit_log")
        some = {"tally_changes": "where resource <> 'rows of audit_log'"}
        return {
            table: await connection.fetchval(f'select count(*) from "{table}" {some.get(table, "")}')
            for table in tables
        }


@pytest.mark.parametrize("spelling", ["true", "1"])
@each_create
async def test_a_dry_run_answers_and_stores_nothing(world: World, resource: Resource, spelling: str) -> None:
    before = await rows(world)
    assert len(before) > 10
    path = f"/{resource.name}"
    for headers in ({}, {"idempotency-key": "dry"}):
        for body in (full(resource, world), [full(resource, world), full(resource, world)]):
            answer = await world.operator.post(path, json=body, params={"dry_run": spelling}, headers=headers)
            assert answer.is_success, answer.text
            assert answer.json()["_status"] == "OK"
            assert "location" not in answer.headers
    bad = await world.operator.post(path, json={}, params={"dry_run": spelling})
    assert bad.status_code == 422
    assert await rows(world) == before


async def test_a_dry_run_says_so_and_shows_totals_and_no_payment_reference(world: World) -> None:
    invoice = full(INVOICE_REGISTRATIONS, world) | {
        "matrix": [
            {"article_description": "A", "total_price_excluding_vat": 100},
            {"article_description": "B", "total_price_excluding_vat": 50, "unit_vat_percent": "6%"},
        ]
    }
    dry = (await world.operator.post("/invoice--registrations?dry_run=true", json=invoice)).json()
    assert (dry["_dry_run"], set(dry["ocr_number_ocr"])) == (True, {"0"})
    assert dry["_totals"] == {
        "total_amount_excluding_vat": 150,
        "total_vat_25_percent": 25,
        "total_vat_12_percent": 0,
        "total_vat_6_percent": 3,
        "amount_rounding": 0,
        "total_vat": 28,
        "amount_to_pay": 178,
    }
    many = (await world.operator.post("/invoice--registrations?dry_run=true", json=[invoice] * 1)).json()
    assert many["_totals"] == dry["_totals"]
    debts = (
        await world.operator.post("/case--registrations?dry_run=true", json=full(CASE_REGISTRATIONS, world))
    ).json()
    assert (debts["_dry_run"], {*"".join(debts["_ocr_numbers_ocr"])}) == (True, {"0"})
    several = [full(INVOICE_REGISTRATIONS, world), full(INVOICE_REGISTRATIONS, world)]
    whole = (await world.operator.post("/invoice--registrations?dry_run=true", json=several)).json()
    assert whole["_dry_run"] is True
    assert all("_totals" in one and "_dry_run" not in one for one in whole["_items"])
    made = (await world.operator.post("/invoice--registrations", json=full(INVOICE_REGISTRATIONS, world))).json()
    assert not made.keys() & {"_dry_run", "_totals"}


async def test_ids_are_made_in_order(world: World) -> None:
    ids = [(await world.create("/users", FULL["users"][0](world)))["_id"] for _ in range(5)]
    assert ids == sorted(ids)
    assert all(re.fullmatch("[0-9a-f]{24}", id_) for id_ in ids)


async def test_a_create_needs_a_token(stranger: httpx.AsyncClient) -> None:
    for resource in CREATED:
        answer = await stranger.post(f"/{resource.name}", json={})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"]
