"""The description is true: it has every endpoint and field, its examples hold, and what the service answers fits it."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import orjson
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry
from referencing import Resource as Referred
from referencing.jsonschema import DRAFT202012

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.actions.cases.locked_case import lock_cases
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.payouts.prepare_payouts import prepare_payouts
from fordran.api.app import create_app
from fordran.api.description.document import description, description_json, page
from fordran.api.description.operations import operation_id
from fordran.api.description.page import content_policy
from fordran.api.endpoint import Effect, Endpoint
from fordran.api.endpoints import endpoints
from fordran.domain.message import Message
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.resources import RESOURCES
from fordran.settings import Settings
from fordran.shape.fields import Field, Shape, fields_of, read, references_in
from fordran.shape.resource import META, Resource
from fordran.store.connections.database import Database
from tests.api.policy import is_open, roles_of

TABLE = endpoints(Settings())
DOCUMENT: dict[str, Any] = json.loads(description_json(TABLE))
REGISTRY: Registry[Any] = Registry().with_resource("urn:fordran", Referred(DOCUMENT, specification=DRAFT202012))
SERVED = {endpoint.resource.name: endpoint.resource for endpoint in TABLE if endpoint.resource}
TYPES = {"datetime": "string", "iso datetime": "string"}


def operation(endpoint: Endpoint) -> dict[str, Any]:
    found: dict[str, Any] = DOCUMENT["paths"][endpoint.path][endpoint.method.lower()]
    return found


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """What a reference refers to."""
    if "$ref" not in schema:
        return schema
    found: Any = DOCUMENT
    for step in schema["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return dict(found)


def issues(schema: dict[str, Any], value: Any) -> list[str]:
    """What is wrong with a value by a schema of the document."""
    absolute = json.loads(json.dumps(schema).replace('"#/components', '"urn:fordran#/components'))
    validator = Draft202012Validator(absolute, registry=REGISTRY, format_checker=Draft202012Validator.FORMAT_CHECKER)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def everything(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the document, with its path."""
    if isinstance(value, dict):
        yield path, value
        for key, below in value.items():
            yield from everything(below, f"{path}/{key}")
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from everything(below, f"{path}/{index}")


# The document -----------------------------------------------------------------------------------------------------------------


def test_it_is_valid_openapi_3_1() -> None:
    OpenAPIV31SpecValidator(DOCUMENT).validate()
    assert DOCUMENT["openapi"] == "3.1.0"


def test_it_has_every_endpoint_of_the_table_and_no_other() -> None:
    methods = {"get", "post", "patch", "delete", "put"}
    described = {
        f"{method.upper()} {path}" for path, there in DOCUMENT["paths"].items() for method in there if method in methods
    }
    assert described == {endpoint.name for endpoint in TABLE}


def test_operations_have_names_of_their_own() -> None:
    names = [operation_id(endpoint) for endpoint in TABLE]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)+", name) for name in names)
    assert {"list_creditors", "read_creditor", "create_creditor", "change_creditor", "delete_creditor"} <= set(names)


def test_tags_stand_in_the_order_of_the_table() -> None:
    used = [operation(endpoint)["tags"][0] for endpoint in TABLE]
    assert [tag["name"] for tag in DOCUMENT["tags"]] == list(dict.fromkeys(used))
    assert all(tag["description"] for tag in DOCUMENT["tags"])


@pytest.mark.parametrize("endpoint", TABLE, ids=lambda endpoint: endpoint.name)
def test_it_says_who_may_call(endpoint: Endpoint) -> None:
    said = operation(endpoint)
    assert set(said.get("x-roles", ())) == roles_of(endpoint.name)
    assert (said.get("security") == []) == is_open(endpoint.name)
    assert ("401" in said["responses"]) == (not is_open(endpoint.name) or endpoint.path.startswith("/authenticates"))


@pytest.mark.parametrize("endpoint", TABLE, ids=lambda endpoint: endpoint.name)
def test_it_says_which_headers_and_parameters_there_are(endpoint: Endpoint) -> None:
    found = {resolved(parameter)["name"]: resolved(parameter) for parameter in operation(endpoint)["parameters"]}
    effect = endpoint.effect
    if effect == Effect.LIST and endpoint.resource:
        assert {"page", "max_results", "where", "sort", "projection"} | {
            search.name for search in endpoint.resource.search
        } <= found.keys()
    if effect == Effect.READ:
        assert {"id", "projection", "If-None-Match", "If-Modified-Since"} == found.keys()
    if effect == Effect.CREATE:
        own = set(fields_of(endpoint.query)) if endpoint.query else set()
        assert {"Idempotency-Key", "dry_run"} | own == found.keys()
    if endpoint.is_reading:
        assert "Idempotency-Key" not in found, "what only shows keeps no answer"
    if endpoint.method in ("PATCH", "DELETE") and effect != Effect.OTHER:
        assert found["If-Match"]["required"] is True
    assert {name for name, parameter in found.items() if parameter["in"] == "path"} == set(
        re.findall(r"\{(\w+)\}", endpoint.path)
    )


OTHER_CONTENT = {
    "GET /invoices/{id}/ubl": "application/xml",
    "GET /media--files/{id}": "*/*",
    "GET /docs": "text/html",
    "GET /docs/guides/{guide}": "text/html",
    "GET /metrics": "text/plain",
}
"""What answers no JSON, and what it answers."""


def test_what_is_no_document_of_a_resource_says_what_it_answers() -> None:
    other = {endpoint.name: endpoint for endpoint in TABLE if endpoint.effect == Effect.OTHER}
    answering = {name for name, endpoint in other.items() if endpoint.answers}
    assert {
        name: one.answers_as for name, one in other.items() if one.answers_as != "application/json"
    } == OTHER_CONTENT
    assert {*other} - answering == {*OTHER_CONTENT, "GET /openapi.json"}


def test_nothing_may_be_null() -> None:
    assert not [path for path, part in everything(DOCUMENT) if part.get("type") == "null" and not path.endswith("/not")]


def test_what_is_sent_may_have_no_other_fields() -> None:
    for path, part in everything(DOCUMENT["components"]["schemas"]):
        if "properties" in part and part.get("type") == "object":
            assert part["additionalProperties"] is False, path


# Fields -----------------------------------------------------------------------------------------------------------------------


def check_field(field: Field, schema: dict[str, Any], path: str) -> None:
    schema = resolved(schema)
    if field.is_array:
        assert schema["type"] == "array", path
        schema = resolved(schema["items"])
    if field.children:
        assert schema["properties"].keys() == field.children.keys(), path
        for name, child in field.children.items():
            check_field(child, schema["properties"][name], f"{path}.{name}")
    elif field.kind is None:
        assert schema["type"] == "object", path
    elif field.kind.name != "any":
        assert schema["type"] == TYPES.get(field.kind.name, field.kind.name), path


@pytest.mark.parametrize("resource", RESOURCES.values(), ids=RESOURCES)
def test_every_field_is_there_with_its_type(resource: Resource) -> None:
    assert resource.name in SERVED, "a resource that no endpoint serves"
    schema = DOCUMENT["components"]["schemas"][resource.shape.__name__]
    assert schema["properties"].keys() == resource.fields.keys()
    for name, field in resource.fields.items():
        check_field(field, schema["properties"][name], f"{resource.name}.{name}")
    always = {info.alias or name for name, info in resource.shape.model_fields.items() if info.default is not None}
    assert set(schema["required"]) == {*META, *always}


SENT = [
    (endpoint, endpoint.resource.input) for endpoint in TABLE if endpoint.effect == Effect.CREATE and endpoint.resource
]
CHANGED = [
    (endpoint, endpoint.resource.change) for endpoint in TABLE if endpoint.effect == Effect.CHANGE and endpoint.resource
]


@pytest.mark.parametrize(("endpoint", "shape"), SENT, ids=lambda value: getattr(value, "name", ""))
def test_the_example_of_a_body_would_be_taken(endpoint: Endpoint, shape: type[Shape]) -> None:
    read(shape, json_of(example_of(endpoint)))


def example_of(endpoint: Endpoint) -> dict[str, Any]:
    found: dict[str, Any] = operation(endpoint)["requestBody"]["content"]["application/json"]["example"]
    return found


def json_of(value: Any) -> Any:
    from fordran.shape.json_in import json_of as exact

    return exact(orjson.dumps(value))


# The page ---------------------------------------------------------------------------------------------------------------------


def test_the_page_has_every_endpoint_and_comes_from_nowhere_else() -> None:
    html = page(TABLE).decode()
    for endpoint in TABLE:
        assert f'id="{operation_id(endpoint)}"' in html
    assert not re.search(r"""(src|href)=["']?(https?:)?//|@import|url\(""", html)


def test_the_page_s_own_style_and_script_are_all_that_may_run() -> None:
    import base64
    import hashlib

    html = page(TABLE).decode()
    for element in ("style", "script"):
        (text,) = re.findall(rf"<{element}>(.*?)</{element}>", html, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}'" in content_policy()
    assert "default-src 'none'" in content_policy()


# The service ------------------------------------------------------------------------------------------------------------------


class Session:
    """A signed-in client that holds every answer to the description."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def ask(self, endpoint: str, path: str, expected: int, **options: Any) -> Any:
        """The body of an answer, which must have the expected status and fit what is said of that status."""
        method, template = endpoint.split(" ")
        answer = await self.http.request(method, path, **options)
        assert answer.status_code == expected, answer.text
        said = DOCUMENT["paths"][template][method.lower()]["responses"]
        assert str(expected) in said, f"{endpoint} does not say {expected}"
        described = resolved(said[str(expected)])
        missing = [name for name in described.get("headers", {}) if name.lower() not in answer.headers]
        assert not set(missing) - MAY_LACK, missing
        if "content" not in described:
            assert not answer.content
            return None
        ((content_type, content),) = described["content"].items()
        assert content_type in ("*/*", answer.headers["content-type"].split(";")[0])
        if content_type != "application/json":
            return answer.content
        body = answer.json()
        assert not issues(content["schema"], body), body
        return body


# An empty list has no newest document; a list of documents has no location; only a repeated request is replayed;
# the last page leads nowhere;
# only a request with a deprecated field has the last two.
MAY_LACK = {"Last-Modified", "Link", "Location", "ETag", "Idempotency-Replayed", "Deprecation", "Sunset"}


@pytest.fixture(scope="module")
async def session(
    database_url: str, database: Database, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Session]:
    async with database.transaction() as tx:
        client = await add_client(tx, name="describer", operator=True, networks=["127.0.0.1"], now=clock.now())
    app = create_app(dataclasses.replace(Settings(), database_url=database_url, data=tmp_path_factory.mktemp("data")))
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://fordran") as http:
        signed_in = Session(http)
        endpoint = "POST /authenticates/api-code"
        answer = await signed_in.ask(endpoint, "/authenticates/api-code", 200, json={"code": client.api_code})
        http.headers["X-API-Key"] = answer["token"]
        yield signed_in
    await app.database.close()


def with_references(shape: type[Shape], body: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
    """The example of a body, with ids of documents that there are."""
    body = json.loads(json.dumps(body))
    for path, resource, _ in references_in(shape, body):
        place: Any = body
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = known[resource]
    return body


def _turn(path: str) -> float:
    """The table's order, in which each refers to earlier ones. Some refer to what comes after them, and one to an open case."""
    paths = [endpoint.path for endpoint, _ in SENT]
    if path == "/autogiro--mandates":
        return paths.index("/case--registrations") + 0.5
    late = ("/complaints", "/assignment--rules", "/users", "/api--clients").count(path)
    return paths.index(path) + late * len(paths)


async def test_what_the_service_answers_is_as_described(session: Session) -> None:
    known: dict[str, str] = {}
    for endpoint, shape in sorted(SENT, key=lambda sent: _turn(sent[0].path)):
        example = example_of(endpoint)
        if endpoint.path == "/users":
            known |= await groups_and_applications(session, known["accounts"])
        body = with_references(shape, example, known)
        if "account" in body:
            body["account"] = known["accounts"]
        if endpoint.path == "/assignment--rules":
            body["handlers"] = [await a_handler(session)]
        if endpoint.path == "/case--registrations":
            body["debts"][0]["invoice_number"] = "2001"
        await session.ask(endpoint.name, endpoint.path + "?dry_run=true", 200, json=body)
        made = await session.ask(endpoint.name, endpoint.path, 201, json=body)
        known[endpoint.path[1:]] = made["_id"]
        known |= {"creditors": made["_creditor"]} if "_creditor" in made else {}
        known |= {"cases": made["_case"]} if "_case" in made else {}
        await session.ask(endpoint.name, endpoint.path, 422, json={"no_such_field": 1})
        await session.ask(endpoint.name, endpoint.path, 400, content=b"{", headers={"content-type": "application/json"})

    for resource in SERVED.values():
        page = await session.ask(f"GET /{resource.name}", f"/{resource.name}", 200)
        assert page["_items"] or not resource.input, resource.name
        await session.ask(f"GET /{resource.name}", f"/{resource.name}?where=[", 400)
        missing = f"/{resource.name}/{'0' * 24}"
        await session.ask(f"GET /{resource.name}/{{id}}", missing, 404)
        for item in page["_items"][:1]:
            path = f"/{resource.name}/{item['_id']}"
            etag = (await session.ask(f"GET /{resource.name}/{{id}}", path, 200))["_etag"]
            await session.ask(f"GET /{resource.name}/{{id}}", path, 304, headers={"if-none-match": etag})


async def a_handler(session: Session) -> str:
    """A user of the operator's staff who can be given cases."""
    where = json.dumps({"access_group_type": "handler"})
    found = await session.ask("GET /access--groups", f"/access--groups?where={where}", 200)
    body = {"account": "", "name": "Hanna", "data_access": [{"access_group": found["_items"][0]["_id"]}]}
    made: str = (await session.ask("POST /users", "/users", 201, json=body))["_id"]
    return made


async def groups_and_applications(session: Session, account: str) -> dict[str, str]:
    where = json.dumps({"account": account})
    groups = await session.ask("GET /access--groups", f"/access--groups?where={where}", 200)
    applications = await session.ask("GET /applications", "/applications", 200)
    return {"access--groups": groups["_items"][0]["_id"], "applications": applications["_items"][0]["_id"]}


async def pay_over_the_bank(session: Session, database: Database) -> str:
    """A case that is paid an öre over the bank, which is gathered into a payout; its id."""
    case = (await session.ask("GET /cases", '/cases?where={"closed": null}', 200))["_items"][0]
    deposit = Deposit("5555552", date(2026, 4, 10), 1, (DemoTransaction(1, case["ocr_number"], serial="1"),))
    file = make_bgmax([deposit], created=datetime(2026, 4, 10, tzinfo=UTC))
    await session.ask("POST /bank--files", "/bank--files", 201, content=file)
    async with database.transaction() as tx:
        await prepare_payouts(tx, case["account"], clock.now())
    return str(case["_id"])


async def put_on_list(session: Session, database: Database, case: str) -> None:
    """Let a case wait for a person."""
    account = (await session.ask("GET /cases/{id}", f"/cases/{case}", 200))["account"]
    async with database.transaction() as tx:
        (locked,) = await lock_cases(tx, account, [case], clock.now())
        await put_on_work_list(tx, locked, "step_failed", Message("work.technical", text="to be seen to"), clock.now())


async def test_changes_and_removals_are_answered_as_described(session: Session, database: Database) -> None:
    case = await pay_over_the_bank(session, database)
    traced = await session.ask("GET /cases/{id}/trace", f"/cases/{case}/trace", 200)
    (settled,) = [one for payment in traced["payments"] if payment["reached_us"] for one in payment["settled"]]
    assert [line for line in settled["specifications"] if "payout" in line]
    await put_on_list(session, database, case)
    for endpoint, _ in CHANGED:
        assert endpoint.resource
        listed = await session.ask(f"GET /{endpoint.resource.name}", f"/{endpoint.resource.name}?sort=-_id", 200)
        item = listed["_items"][0]
        path = f"/{endpoint.resource.name}/{item['_id']}"
        example = {"assigned_to": ""} if endpoint.path == "/cases/{id}" else example_of(endpoint)
        await session.ask(endpoint.name, path, 428, json=example)
        await session.ask(endpoint.name, path, 412, json=example, headers={"if-match": "0" * 40})
        await session.ask(endpoint.name, path, 422, json={"_id": "x"}, headers={"if-match": item["_etag"]})
        changed = await session.ask(endpoint.name, path, 200, json=example, headers={"if-match": item["_etag"]})
        remove = f"DELETE {endpoint.path}"
        if remove in {one.name for one in TABLE} and endpoint.resource.name == "users":
            await session.ask(remove, path, 428)
            await session.ask(remove, path, 204, headers={"if-match": changed["_etag"]})


async def test_acts_are_answered_as_described(session: Session) -> None:
    cases = (await session.ask("GET /cases", '/cases?where={"closed": null}', 200))["_items"]
    statement = "GET /cases/{id}/statement"
    stated = await session.ask(statement, f"/cases/{cases[0]['_id']}/statement?at=2027-01-31", 200)
    assert any("rate_percent" in line for line in stated["lines"])
    await session.ask(statement, f"/cases/{cases[0]['_id']}/statement?at=soon", 400)
    await session.ask(statement, f"/cases/{'0' * 24}/statement", 404)
    form = {"data": {"dotted_path": "original_invoice"}, "files": {"file": ("1042.pdf", b"%PDF-1.7 ")}}
    upload = "POST /media--upload/{reference_id}"
    kept = await session.ask(upload, f"/media--upload/{cases[0]['_id']}", 201, **form)
    await session.ask(upload, f"/media--upload/{cases[0]['_id']}", 400)
    await session.ask(upload, f"/media--upload/{'0' * 24}", 404, **form)
    content = await session.ask("GET /media--files/{id}", kept["url"], 200, headers={"x-api-key": ""})
    assert content == b"%PDF-1.7 "
    for path in ("/", "/health", "/ready", "/metrics", "/docs", "/openapi.json"):
        await session.ask(f"GET {path}", path, 200)
    await session.ask("GET /docs/guides/{guide}", "/docs/guides/events", 200)
    await session.ask("GET /docs/guides/{guide}", "/docs/guides/nothing", 404)


async def test_what_is_done_to_a_case_and_lifted_again_is_answered_as_described(session: Session) -> None:
    tomorrow = (clock.now() + timedelta(days=1)).date().isoformat()
    note = {"text": "Rang.", "kind": "call"}
    bodies = {"respite": {"until": tomorrow}, "disputes": {"reason": "Never ordered."}, "notes": note}
    bodies["settle"] = {"outcome": "withdrawn_by_debtor", "evidence": "A letter."}
    bodies["letters"] = {"subject": "Thank you", "text": "We talked today.\n\nWe look into it."}
    found = await session.ask("GET /cases", '/cases?where={"closed": null}', 200)
    case = found["_items"][0]["_id"]
    for endpoint in (row for row in TABLE if row.path.startswith("/cases/{id}/")):
        name = endpoint.path.rpartition("/")[2]
        path = f"/cases/{case}/{name}"
        if "{dispute}" in endpoint.path:
            path = f"/cases/{case}/disputes/{'0' * 24}/{name}"
            await session.ask(endpoint.name, path, 404, json=bodies.get(name, {}))
            continue
        if "{party}" in endpoint.path:
            path = f"/cases/{case}/parties/{'0' * 24}"
            await session.ask(endpoint.name, path, 404, **({"json": {}} if endpoint.takes else {}))
            continue
        if endpoint.effect == Effect.DO:
            await session.ask(endpoint.name, f"/cases/{'0' * 24}/{name}", 404, json={})
            if endpoint.takes and endpoint.takes.model_fields:
                await session.ask(endpoint.name, path, 422, json={"no_such_field": 1})
            if name in bodies:
                await session.ask(endpoint.name, path + "?dry_run=true", 200, json=bodies[name])
                await session.ask(endpoint.name, path, 201, json=bodies[name])
        if endpoint.effect == Effect.LIFT:
            await session.ask(endpoint.name, path, 428)
            await session.ask(endpoint.name, path, 412, headers={"if-match": "0" * 40})
            if name in bodies:
                etag = (await session.ask("GET /cases/{id}", f"/cases/{case}", 200))["_etag"]
                await session.ask(endpoint.name, path, 204, headers={"if-match": etag})
    await session.ask("GET /cases/{id}/settings", f"/cases/{case}/settings", 200)
    for name in ("disputes", "notes"):
        assert (await session.ask(f"GET /cases/{{id}}/{name}", f"/cases/{case}/{name}", 200))["_items"]


async def test_plans_and_letters_are_answered_as_described(session: Session) -> None:
    found = await session.ask("GET /cases", '/cases?where={"closed": null}&sort=-_id', 200)
    case, plans = found["_items"][0]["_id"], "GET /cases/{id}/amortization-plans"
    path = f"/cases/{case}/amortization-plans"
    wish = {"instalments": 3, "first_date": (clock.now() + timedelta(days=30)).date().isoformat()}
    assert "quote" in await session.ask(plans, f"{path}?instalments=3", 200)
    await session.ask(plans, f"{path}?instalments=0", 422)
    await session.ask("POST /cases/{id}/amortization-plans", path, 201, json=wish)
    assert (await session.ask(plans, path, 200))["_items"]
    await session.ask(plans, f"{path}?instalments=3", 409)
    preview = "POST /cases/{id}/letters/preview"
    content = await session.ask(preview, f"/cases/{case}/letters/preview", 200, json={"kind": "amortization_plan"})
    assert content.startswith(b"%PDF")
    await session.ask(preview, f"/cases/{case}/letters/preview", 422, json={"kind": "poem"})
    await session.ask(preview, f"/cases/{case}/letters/preview", 409, json={"kind": "dispute_answer"})
    free = {"kind": "free", "free": {"template": "documents_wanted"}}
    assert (await session.ask(preview, f"/cases/{case}/letters/preview", 200, json=free)).startswith(b"%PDF")
    misplaced = {"kind": "reminder", "free": {"template": "documents_wanted"}}
    await session.ask(preview, f"/cases/{case}/letters/preview", 422, json=misplaced)
    await session.ask(preview, f"/cases/{'0' * 24}/letters/preview", 404, json={"kind": "reminder"})
    letters = await session.ask(
        "GET /letters", f'/letters?where={{"case": "{case}", "kind": "amortization_plan"}}', 200
    )
    letter = letters["_items"][0]["_id"]
    stop = "POST /letters/{id}/stop"
    await session.ask(stop, f"/letters/{letter}/stop?dry_run=true", 200)
    await session.ask(stop, f"/letters/{letter}/stop", 201)
    await session.ask(stop, f"/letters/{letter}/stop", 409)
    await session.ask(stop, f"/letters/{'0' * 24}/stop", 404)


async def test_the_description_is_served_as_it_is(session: Session) -> None:
    assert (await session.http.get("/openapi.json")).content == description_json(TABLE)
    assert description(TABLE) is description(TABLE)
    answer = await session.http.get("/docs", headers={"x-api-key": "no token"})
    assert answer.content == page(TABLE)
    assert answer.headers["content-security-policy"] == content_policy()


async def test_who_is_not_signed_in_is_told_so_as_described(session: Session) -> None:
    for endpoint in TABLE:
        if not is_open(endpoint.name):
            path = re.sub(r"\{\w+\}", "0" * 24, endpoint.path)
            await session.ask(endpoint.name, path, 401, headers={"x-api-key": "no token"})
