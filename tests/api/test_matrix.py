"""The matrix: every role, every endpoint, every method, and every owner that a document can have.

All of it follows from the policy and the table of endpoints, so that an endpoint is tested when it is declared. What is not
the caller's must be told from what is not there by nothing: not by the status, not by the body, not by a header, and not by
the time. Time is compared by the statements that the database is asked, their number and their text: a clock on a machine that
does other things tells more about those.
"""

from __future__ import annotations

import copy
import inspect
import re
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import httpx
import pytest

from fordran.api.endpoint import Effect, Endpoint
from fordran.resources import RESOURCES
from fordran.shape.fields import Shape, fields_of
from fordran.shape.resource import META, Resource
from tests.api import sql_log
from tests.api.bodies import case_registration, customer, full, full_with, issue_at, places, value_at, with_value
from tests.api.ownership import (
    CALLERS,
    NOWHERE,
    OTHER_ACCOUNT,
    OTHER_PARTNER,
    OWN,
    SIBLING,
    Known,
    class_of,
    everything,
    may,
    sees,
)
from tests.api.policy import is_open, roles_of
from tests.api.table import CREATED, LISTED, READ, TABLE, name_of
from tests.api.world import World, client_of, register_for


def as_every_caller(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A test that is done as every caller in turn: some thousand tests of their own would take longer to set up than to do."""

    @wraps(test)
    async def each(**given: Any) -> None:
        for caller in CALLERS:
            try:
                await test(caller=caller, **given)
            except AssertionError as wrong:
                given["stage"].cells.wrong += 1
                wrong.add_note(f"asked by {caller}")
                raise

    whole = inspect.signature(test)
    each.__signature__ = whole.replace(  # type: ignore[attr-defined]
        parameters=[parameter for name, parameter in whole.parameters.items() if name != "caller"]
    )
    return each


@dataclass
class Cells:
    """What was tried: caller, endpoint and owner, and how often."""

    tried: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    fields: int = 0
    wrong: int = 0

    def __str__(self) -> str:
        requests = sum(self.tried.values())
        return f"{len(self.tried):,} cells, {requests:,} requests, {self.fields:,} fields that may not be set, {self.wrong} wrong"


@dataclass
class Stage:
    """The world with something of everybody's in it, and every document by resource."""

    world: World
    known: Known
    cells: Cells

    async def hidden(self, caller: str, resource: Resource) -> Iterator[tuple[str, dict[str, Any]]]:
        """What the caller does not see: one document of each owner."""
        return iter((await self._by_class(caller, resource, is_seen=False)).items())

    async def seen(self, caller: str, resource: Resource) -> Iterator[tuple[str, dict[str, Any]]]:
        """What the caller sees: one document of each owner."""
        return iter((await self._by_class(caller, resource, is_seen=True)).items())

    async def _by_class(self, caller: str, resource: Resource, *, is_seen: bool) -> dict[str, dict[str, Any]]:
        cases = await everything(self.world, RESOURCES["cases"], self.known)
        found: dict[str, dict[str, Any]] = {}
        for document in await everything(self.world, resource, self.known):
            if sees(self.world, caller, resource, document, cases) is is_seen:
                found.setdefault(class_of(self.world, resource, document, cases), document)
        return found


@pytest.fixture(scope="module")
async def stage(world: World, first_world: World, say: Callable[[str], None]) -> AsyncIterator[Stage]:
    # The world's database is a copy, and its files are in the folder of the first.
    shutil.copytree(first_world.app.settings.data / "media", world.app.settings.data / "media", dirs_exist_ok=True)
    sibling = world.account.creditors[1]
    # Somebody whom the first creditor has never heard of.
    await register_for(world, world.account, sibling, customer=customer(id_number="19640823-3234", name="Olle"))
    # Applications to the authority, of which one is another creditor's.
    for creditor, number in ((world.creditor, "19811228-9874"), (sibling, "19640823-3234")):
        debtor = customer(id_number=number, name="Olle")
        body = case_registration(world, creditor=creditor.id, customer=debtor, case_settings={"use_enforcement": True})
        await world.create("/case--registrations", body)
    moved = await world.operator.post("/clock", json={"days": 60})
    assert moved.status_code == 201, moved.text
    sql_log.listen(world.database)
    made = Stage(world, {}, Cells())
    yield made
    say(f"The matrix: {made.cells}.")


@pytest.fixture(scope="module")
def say(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Prints past pytest's capturing, where a person watches."""
    plugins = request.config.pluginmanager
    reporter, capture = plugins.get_plugin("terminalreporter"), plugins.get_plugin("capturemanager")

    def write(line: str) -> None:
        if reporter is not None and capture is not None:
            with capture.global_and_fixture_disabled():
                reporter.write_line(f"\n{line}")

    return write


# What is asked of a document ------------------------------------------------------------------------------------------------


# A guide is named, and nobody's; a row of law is the installation's (tests/actions/law/test_over_http.py). Only people decide on
# erasure (tests/actions/privacy/test_privacy.py).
WITH_ID = [
    endpoint
    for endpoint in TABLE
    if "{" in endpoint.path
    and "{guide}" not in endpoint.path
    and endpoint.first_step != "law--rows"
    and not endpoint.name.startswith("POST /erasure--batches")
]
NEVER_HERE = {"file--import-reports", "work--items", "webhook--deliveries", "enforcements", "operator--invoices"}
"""What neither requests nor days that go well make."""
FILE = {"data": {"dotted_path": "original_invoice"}, "files": {"file": ("a.pdf", b"%PDF-1.7 ")}}


def resource_of(endpoint: Endpoint) -> Resource:
    """The resource whose ids stand in the path."""
    name = endpoint.path.split("/")[1]
    return RESOURCES[{"media--upload": "cases", "media--files": "invoices", "approvals": "refunds"}.get(name, name)]


def id_in(endpoint: Endpoint, document: dict[str, Any]) -> str:
    """What stands in the path for a document."""
    if endpoint.path.startswith("/media--files"):
        return str(document["print_document"]["id"])
    return str(document["_id"])


def asks(endpoint: Endpoint, document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Ways to ask an endpoint about a document, none of which changes one that the caller may change."""
    etag = document["_etag"]
    match endpoint.effect:
        case "list" | "read":
            yield {}
            yield {"headers": {"if-none-match": etag}}
            yield {"headers": {"if-none-match": "*"}, "params": {"projection": '{"_id": 1}'}}
        case "change":
            yield {"json": {}}
            yield {"json": {"_id": "x"}, "headers": {"if-match": etag}}
            yield {"json": {"no_such_field": 1}, "headers": {"if-match": "*"}}
            yield {"content": b"{", "headers": {"content-type": "application/json", "if-match": etag}}
        case "delete" | "lift":
            yield {}
            yield {"headers": {"if-match": "0" * 40}}
            yield {"headers": {"if-match": "*"}}
        case "do":
            yield {"json": {"no_such_field": 1}, "params": {"dry_run": "true"}}
            yield {"json": {}, "params": {"dry_run": "1"}, "headers": {"idempotency-key": "matrix"}}
            yield {"content": b"{", "headers": {"content-type": "application/json"}, "params": {"dry_run": "true"}}
        case _ if endpoint.method == "GET":
            yield {}
            yield {"headers": {"if-none-match": "*"}}
        case _:
            yield FILE | {"params": {"dry_run": "true"}}
            yield {"json": {}, "params": {"dry_run": "true"}}


def shown(answer: httpx.Response, id_: str) -> tuple[int, bytes, list[tuple[str, str]]]:
    """An answer without what is each one's own: the request's id, and the id that was asked for."""
    headers = [(name, value) for name, value in answer.headers.items() if not name.startswith(("x-request", "x-rate"))]
    return answer.status_code, answer.content.replace(id_.encode(), b"ID"), headers


@pytest.mark.parametrize("endpoint", WITH_ID, ids=name_of)
@as_every_caller
async def test_foreign_ids_look_like_missing_ids(stage: Stage, caller: str, endpoint: Endpoint) -> None:
    client = stage.world.callers[caller]
    if CALLERS[caller] not in roles_of(endpoint.name):
        return
    for owner, document in await stage.hidden(caller, resource_of(endpoint)):
        id_ = id_in(endpoint, document)
        for options in asks(endpoint, document):
            nowhere, there = (re.sub(r"\{\w+\}", one, endpoint.path) for one in (NOWHERE, id_))
            nothing, needed = await sql_log.asked(client, endpoint.method, nowhere, **options)
            answer, took = await sql_log.asked(client, endpoint.method, there, **options)
            stage.cells.tried[caller, endpoint.name, owner] += 1
            assert shown(answer, id_) == shown(nothing, NOWHERE), f"{owner}: {options}"
            assert answer.status_code in (400, 404), f"{owner}: {options}"
            assert took == needed, f"{owner}: the database is asked something else"


FOR_PEOPLE = {
    "POST /finance--payouts/{id}/approve",
    "POST /approvals/{id}/approve",
    "POST /approvals/{id}/reject",
}
"""What no API client may use, of whatever role; tests/actions/payouts/test_approvals.py has people use it."""
WITH_PART = {
    *("POST /cases/{id}/disputes/{dispute}/confirm", "POST /cases/{id}/disputes/{dispute}/settle"),
    *("PATCH /cases/{id}/parties/{party}", "DELETE /cases/{id}/parties/{party}"),
}
"""Endpoints that name a part of the document besides; here none is there. tests/actions/flow/test_objections.py has some."""
PEOPLE = {"handler", "finance", "auditor"}
"""The operator's callers who are people."""


@pytest.mark.parametrize("endpoint", WITH_ID, ids=name_of)
@as_every_caller
async def test_what_is_the_callers_is_there_for_every_endpoint_of_its_role(
    stage: Stage, caller: str, endpoint: Endpoint
) -> None:
    client = stage.world.callers[caller]
    is_allowed = CALLERS[caller] in roles_of(endpoint.name)
    for owner, document in await stage.seen(caller, resource_of(endpoint)):
        id_ = id_in(endpoint, document)
        for options in asks(endpoint, document):
            path = re.sub(r"\{\w+\}", id_, endpoint.path)
            answer = await client.request(endpoint.method, path, **options)
            stage.cells.tried[caller, endpoint.name, owner] += 1
            if is_allowed and endpoint.name in FOR_PEOPLE and caller not in PEOPLE:
                # This caller is an API client, and no person. A body that cannot be read is refused before that is asked.
                assert answer.status_code in (400, 403, 422), f"{owner}: {options} {answer.text}"
            elif is_allowed and endpoint.name in WITH_PART:
                assert answer.status_code in (400, 404, 422), f"{owner}: {options} {answer.text}"
            elif is_allowed:
                assert answer.status_code not in (401, 403, 404), f"{owner}: {options} {answer.text}"
                assert answer.status_code < 500, f"{owner}: {options} {answer.text}"
            else:
                assert answer.status_code == 403, f"{owner}: {options}"


@pytest.mark.parametrize("endpoint", TABLE, ids=name_of)
@as_every_caller
async def test_a_role_that_may_not_is_told_so_whatever_it_asks_for(
    stage: Stage, caller: str, endpoint: Endpoint
) -> None:
    if is_open(endpoint.name) or CALLERS[caller] in roles_of(endpoint.name):
        return
    client, refusals = stage.world.callers[caller], set()
    documents = [("none", {"_id": NOWHERE, "_etag": "0" * 40, "print_document": {"id": NOWHERE}})]
    if endpoint in WITH_ID:
        documents += [
            *await stage.hidden(caller, resource_of(endpoint)),
            *await stage.seen(caller, resource_of(endpoint)),
        ]
    for owner, document in documents:
        path = re.sub(r"\{\w+\}", id_in(endpoint, document), endpoint.path)
        for options in asks(endpoint, document):
            answer, took = await sql_log.asked(client, endpoint.method, path, **options)
            stage.cells.tried[caller, endpoint.name, owner] += 1
            refusals.add((answer.status_code, answer.content, tuple(took)))
    assert len(refusals) == 1
    assert {status for status, _, _ in refusals} == {403}


@pytest.mark.parametrize("endpoint", TABLE, ids=name_of)
async def test_without_a_token_only_the_open_endpoints_answer(stage: Stage, endpoint: Endpoint) -> None:
    known: list[str] = []
    if endpoint in WITH_ID:
        known = [id_in(endpoint, document) for _, document in await stage.seen("operator", resource_of(endpoint))]
    answers = set()
    async with client_of(stage.world.app) as stranger:
        for id_ in (NOWHERE, *known):
            path = re.sub(r"\{\w+\}", id_, endpoint.path)
            for headers in ({}, {"x-api-key": "x"}, {"x-api-key": ""}, {"authorization": "Bearer x"}):
                answer, took = await sql_log.asked(stranger, endpoint.method, path, headers=headers)
                stage.cells.tried["nobody", endpoint.name, "none" if id_ == NOWHERE else OWN] += 1
                if is_open(endpoint.name):
                    assert answer.status_code != 403
                    continue
                assert answer.json()["_error"]["code"] == 401
                assert answer.headers["www-authenticate"]
                answers.add((answer.status_code, answer.content, tuple(took)))
    assert is_open(endpoint.name) or len(answers) == 1


# Lists, filters and references ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("resource", LISTED, ids=name_of)
@as_every_caller
async def test_a_filter_on_what_is_not_the_callers_finds_what_one_on_nothing_does(
    stage: Stage, caller: str, resource: Resource
) -> None:
    if not may(caller, "GET", resource):
        return
    client = stage.world.callers[caller]
    for owner, document in await stage.hidden(caller, resource):
        for where in ('{"_id": "%s"}', '{"$or": [{"_id": "%s"}, {"_id": null}]}', '{"_id": {"$in": ["%s"]}}'):
            asked = {"params": {"where": where % document["_id"]}}
            nothing, needed = await sql_log.asked(client, "GET", f"/{resource.name}", params={"where": where % NOWHERE})
            answer, took = await sql_log.asked(client, "GET", f"/{resource.name}", **asked)
            stage.cells.tried[caller, f"GET /{resource.name}", owner] += 1
            assert shown(answer, document["_id"]) == shown(nothing, NOWHERE)
            assert answer.json()["_items"] == []
            assert took == needed


@pytest.mark.parametrize("resource", CREATED, ids=name_of)
@as_every_caller
async def test_a_reference_to_what_is_not_the_callers_is_one_to_nothing(
    stage: Stage, caller: str, resource: Resource
) -> None:
    if not may(caller, "POST", resource):
        return
    assert resource.input is not None
    world, client, path = stage.world, stage.world.callers[caller], f"/{resource.name}"
    by_name = {one.name: one for one in READ}
    places_of = [(place, one.reference.resource) for place, one in places(fields_of(resource.input)) if one.reference]
    places_of += [(("account",), "accounts")] if resource.name == "users" else []
    for place, name in places_of:
        body = full_with(resource, world, place)
        body |= {"system_user": False} if resource.name == "users" else {}
        nothing, needed = await sql_log.asked(client, "POST", path, json=with_value(body, place, NOWHERE))
        assert nothing.status_code == 422, nothing.text
        for owner, document in await stage.hidden(caller, by_name[str(name)]):
            id_ = document["_id"]
            answer, took = await sql_log.asked(client, "POST", path, json=with_value(body, place, id_))
            stage.cells.tried[caller, f"POST {path}", owner] += 1
            assert shown(answer, id_) == shown(nothing, NOWHERE)
            sentence = f"value '{id_}' must exist in resource '{name}', field '_id'"
            assert issue_at(answer.json()["_issues"], place) == sentence
            assert took == needed, f"{name} of {owner}: the database is asked something else"


async def test_a_signed_link_opens_its_own_file_and_no_other(stage: Stage) -> None:
    own, *others = [document for _, document in await stage.seen("operator", RESOURCES["invoices"])]
    signature = own["print_document"]["url"].partition("?")[2]
    answers = set()
    async with client_of(stage.world.app) as stranger:
        opened = await stranger.get(f"/media--files/{own['print_document']['id']}?{signature}")
        assert opened.content.startswith(b"%PDF")
        for id_ in [NOWHERE, *(document["print_document"]["id"] for document in others)]:
            answer, took = await sql_log.asked(stranger, "GET", f"/media--files/{id_}?{signature}")
            stage.cells.tried["a link", "GET /media--files/{id}", "other" if id_ != NOWHERE else "none"] += 1
            answers.add((answer.status_code, answer.content, tuple(took)))
    assert len(answers) == 1
    assert answers.pop()[0] == 401


# Fields that nobody may set -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
async def columns(stage: Stage) -> set[str]:
    """Every column there is, in whatever table or view: what a careless statement would write to."""
    async with stage.world.database.connection() as connection:
        rows = await connection.fetch(
            "select distinct column_name from information_schema.columns where table_schema like 'fordran%'"
        )
    return {row["column_name"] for row in rows}


WRITES = [endpoint for endpoint in TABLE if endpoint.effect in (Effect.CREATE, Effect.CHANGE, Effect.DO)]


def taken_by(endpoint: Endpoint) -> type[Shape]:
    resource = endpoint.resource
    shape = endpoint.takes or (resource and (resource.change if endpoint.method == "PATCH" else resource.input))
    assert shape
    return shape


@pytest.mark.parametrize("endpoint", WRITES, ids=name_of)
@as_every_caller
async def test_no_field_can_be_set_that_is_not_the_clients_to_set(
    stage: Stage, columns: set[str], caller: str, endpoint: Endpoint
) -> None:
    if CALLERS[caller] not in roles_of(endpoint.name):
        return
    world, resource, taken = stage.world, resource_of(endpoint), taken_by(endpoint)
    if not taken.model_fields:
        return  # it takes no body at all
    forbidden = (columns | set(resource.fields) | {*META, "_status", "_links", "__proto__"}) - fields_of(taken).keys()
    body: dict[str, Any] = full(resource, world) if endpoint.effect == Effect.CREATE else {}
    path, headers = endpoint.path, {}
    if "{" in path:
        documents = [document for _, document in await stage.seen(caller, resource)]
        if not documents:
            return
        # What is shown already may not be sent again either, also not as it is.
        body |= {name: value for name, value in documents[0].items() if name in forbidden}
        path = re.sub(r"\{\w+\}", documents[0]["_id"], path)
        # With the tag that the caller itself is shown, since a creditor's view of a customer is its own.
        shown = await world.callers[caller].get(f"/{resource.name}/{documents[0]['_id']}")
        headers = {"if-match": shown.json()["_etag"]}
    body = dict.fromkeys(forbidden, "x") | body
    answer = await world.callers[caller].request(endpoint.method, path, json=body, headers=headers)
    stage.cells.fields += len(forbidden)
    assert answer.status_code == 422, answer.text
    issues = answer.json()["_issues"]
    assert {name: issue_at(issues, (name,)) for name in forbidden} == dict.fromkeys(forbidden, "unknown field")


@pytest.mark.parametrize("endpoint", [one for one in WRITES if one.effect == Effect.CREATE], ids=name_of)
async def test_no_nested_field_can_be_set_that_is_not_declared(
    stage: Stage, columns: set[str], endpoint: Endpoint
) -> None:
    resource = resource_of(endpoint)
    for place, one in places(fields_of(taken_by(endpoint))):
        if not one.children:
            continue
        below = (*place, 0) if one.is_array else place
        forbidden = sorted((columns | {*META}) - one.children.keys())
        body = copy.deepcopy(full_with(resource, stage.world, place))
        value_at(body, below).update(dict.fromkeys(forbidden, "x"))
        answer = await stage.world.operator.post(endpoint.path, json=body)
        stage.cells.fields += len(forbidden)
        assert answer.status_code == 422, answer.text
        issues = answer.json()["_issues"]
        assert [name for name in forbidden if issue_at(issues, (*below, name)) != "unknown field"] == []


async def test_nothing_was_changed_by_all_this(stage: Stage) -> None:
    """Last, as every document is held against what it was when it was first read."""
    for name, before in stage.known.items():
        for document in before:
            answer = await stage.world.operator.get(f"/{name}/{document['_id']}")
            assert answer.json()["_etag"] == document["_etag"], f"{name}/{document['_id']}"


async def test_there_was_something_to_hide_of_every_resource_and_every_owner(stage: Stage) -> None:
    """Where nothing is hidden, the tests above would hold of anything."""
    owners = {owner for _, _, owner in stage.cells.tried}
    assert {OWN, SIBLING, OTHER_ACCOUNT, OTHER_PARTNER, "none"} <= owners
    owned = [one for one in READ if one.owner not in ("everyone", "operator", "user_alone")]
    hidden = {one.name for one in owned if [*await stage.hidden("creditor_user", one)]}
    assert {one.name for one in owned} - hidden <= NEVER_HERE
