"""Each error has a type in words, and each issue a code; both are described, and stay while sentences change."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import fordran
from fordran.api.http.error_types import error_types, issue_codes, issue_codes_described
from tests.api.world import World, client_of

REFUSED = [
    ("GET", "/nowhere", {}, 404, "unknown_address"),
    ("GET", "/cases/" + "0" * 24, {}, 404, "unknown_id"),
    ("DELETE", "/cases", {}, 405, "method_not_allowed"),
    ("GET", "/cases?where={bad", {}, 400, "bad_query"),
    ("GET", "/cases?limit=3", {}, 400, "unknown_parameter"),
    ("POST", "/creditors?dry_run=yes", {"json": {}}, 400, "unclear_switch"),
    ("POST", "/creditors", {"content": b"{"}, 400, "not_understood"),
    ("POST", "/creditors", {"json": {}}, 422, "refused"),
    ("PATCH", "/creditors/{creditor}", {"json": {}}, 428, "etag_missing"),
    ("PATCH", "/creditors/{creditor}", {"json": {}, "headers": {"if-match": "x"}}, 412, "etag_differs"),
    ("POST", "/webhooks", {"json": {}, "headers": {"idempotency-key": "x" * 300}}, 422, "refused"),
]


@pytest.mark.parametrize(("method", "path", "sent", "status", "kind"), REFUSED)
async def test_an_error_has_a_type(
    world: World, method: str, path: str, sent: dict[str, Any], status: int, kind: str
) -> None:
    answer = await world.operator.request(method, path.replace("{creditor}", world.creditor.id), **sent)
    error = answer.json()["_error"]
    assert (answer.status_code, error["code"], error["type"]) == (status, status, kind)
    assert kind in error_types()


async def test_callers_without_a_token_or_role_learn_the_type(world: World) -> None:
    async with client_of(world.app) as stranger:
        assert (await stranger.get("/me")).json()["_error"]["type"] == "not_signed_in"
    async with client_of(world.app, world.token(world.users["creditor_user"])) as user:
        error = (await user.get("/partners")).json()["_error"]
    assert error["type"] == "role_not_allowed"
    assert error["message"].startswith("Your role may not do this. It takes one of: operator, ")


async def test_each_issue_has_its_code_at_its_place(world: World) -> None:
    sent = {"account": "x", "name": 7, "nothing": 1, "sender_address": {"country": "Sverige"}}
    refused = (await world.operator.post("/creditors", json=sent)).json()
    assert _paths(refused["_issues"]) == _paths(refused["_issue_codes"])
    assert refused["_issue_codes"]["name"] == {"code": "not_text", "message": "must be of string type"}
    assert refused["_issue_codes"]["nothing"] == {"code": "unknown_field", "message": "unknown field"}
    assert refused["_issue_codes"]["sender_address"]["country"]["code"] == "not_country"
    many = (await world.operator.post("/creditors", json=[sent, sent])).json()
    assert [item["_issue_codes"] for item in many["_items"]] == [refused["_issue_codes"]] * 2


async def test_an_issue_of_a_moment_names_its_format(world: World) -> None:
    case = {"account": world.account.id, "creditor": world.creditor.id, "case": world.case, "currency": "SEK"}
    sent = case | {"amount": 1, "bank_transaction_date": "soon", "origin": "creditor_system"}
    refused = (await world.operator.post("/creditor--payments", json=sent)).json()
    assert refused["_issues"]["bank_transaction_date"] == "must be of datetime type"
    assert "ISO 8601, such as 2026-03-03" in refused["_issue_codes"]["bank_transaction_date"]["message"]


async def test_a_refused_query_is_no_failed_insertion(world: World) -> None:
    refused = (await world.operator.get(f"/cases/{world.case}/amortization-plans?instalments=0")).json()
    assert refused["_error"]["message"] == "Query failure: a parameter contains an error"


async def test_an_unknown_address_and_an_unknown_id_are_told_apart(world: World) -> None:
    nowhere, nothing = await world.operator.get("/nowhere"), await world.operator.get("/cases/" + "0" * 24)
    assert nowhere.json()["_error"]["message"].endswith("There is no such address; /openapi.json lists all.")
    assert nothing.json()["_error"]["message"].endswith("There is no document with this id that the caller sees.")


def test_every_type_that_the_code_names_is_described() -> None:
    text = "\n".join(path.read_text() for path in Path(fordran.__file__).parent.rglob("*.py"))
    edges = "\n".join(path.read_text() for path in (Path(fordran.__file__).parent / "api").rglob("*.py"))
    assert {*re.findall(r'http_error\([^\n]+kind="(\w+)"', edges)} <= set(error_types())
    assert {*re.findall(r"(?:Conflict|NotAllowed)\(\s*\"error\.(\w+)\"", text)} <= set(error_types())
    assert {*re.findall(r"Message\(\s*\"issue\.(\w+)\"", text)} <= set(issue_codes_described())


def test_a_text_without_a_code_is_an_invalid_value() -> None:
    assert issue_codes({"file": ["no file", "too long"]}) == {
        "file": [{"code": "invalid", "message": "no file"}, {"code": "invalid", "message": "too long"}]
    }


def _paths(issues: Any) -> Any:
    """The form of issues without what they are."""
    if isinstance(issues, dict) and issues.keys() != {"code", "message"}:
        return {name: _paths(below) for name, below in issues.items()}
    return len(issues) if isinstance(issues, list) else json.dumps(None)
