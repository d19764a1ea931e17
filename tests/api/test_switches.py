"""Switches of the query string: a clear yes or no, said once, on every endpoint; anything else does nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from fordran.api.endpoint import Endpoint
from tests.api.asking import refusal
from tests.api.table import TABLE
from tests.api.test_creates import rows
from tests.api.world import World

UNCLEAR = [
    "dry_run",
    "dry_run=",
    "dry_run=on",
    "dry_run=y",
    "dry_run=yes",
    "dry_run=True",
    "dry_run=2",
    "dry_run=%20true",
]
DOUBLED = ["dry_run=true&dry_run=true", "dry_run=true&dry_run=false", "dry_run=0&pretty&dry_run=1"]


def asked(method: str = "") -> Iterator[Endpoint]:
    """Every endpoint, or those of one method."""
    return (endpoint for endpoint in TABLE if method in ("", endpoint.method))


@pytest.mark.parametrize("query", [*UNCLEAR, *DOUBLED])
async def test_an_unclear_switch_is_refused_on_every_endpoint_and_nothing_is_done(world: World, query: str) -> None:
    before = await rows(world)
    for endpoint in asked():
        path = re.sub(r"\{\w+\}", world.creditor.id, endpoint.path)
        json = {} if endpoint.method in ("POST", "PATCH") else None
        answer = await world.operator.request(endpoint.method, f"{path}?{query}", json=json)
        assert "dry_run" in refusal(answer), endpoint.name
    assert await rows(world) == before


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
async def test_what_has_no_dry_run_refuses_one(world: World, method: str) -> None:
    before = await rows(world)
    for endpoint in asked(method):
        path = re.sub(r"\{\w+\}", world.creditor.id, endpoint.path)
        answer = await world.operator.request(method, f"{path}?dry_run=true")
        assert refusal(answer) == f"{method} has no dry_run. Nothing was done."
    assert await rows(world) == before


async def test_a_switch_that_is_off_lets_things_be_done(world: World) -> None:
    for spelling in ("false", "0"):
        body = {"account": world.account.id, "name": f"Off {spelling}", "organization_no": "556103-4249"}
        answer = await world.operator.post("/creditors", json=body, params={"dry_run": spelling})
        assert answer.status_code == 201, answer.text
        assert (await world.operator.get(answer.headers["location"])).json()["name"] == body["name"]


async def test_pretty_alone_indents(world: World) -> None:
    assert (await world.operator.get("/creditors?pretty")).text.startswith('{\n    "')
