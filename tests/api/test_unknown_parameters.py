"""Query parameters that an endpoint does not have: refused where they could mean something, and nothing is done."""

from __future__ import annotations

import re

import pytest

from fordran.api.description.document import description
from fordran.api.endpoint import LINK_PARAMETERS, PRETTY, Effect
from fordran.api.http.switches import DRY_RUN
from tests.api.asking import refusal
from tests.api.table import TABLE
from tests.api.test_creates import rows
from tests.api.world import World

MISSPELT = ["dryrun=true", "dry-run=true", "dryRun=true", "DRY_RUN=1"]
NEARLY = {
    "wehre={}": "where",
    "maxResults=5": "max_results",
    "sorts=_id": "sort",
    "limit=5": "max_results",
    "per_page=5": "max_results",
    "page-size=5": "max_results",
    "order=_id": "sort",
    "orderBy=_id": "sort",
    "filter={}": "where",
    "fields=_id": "projection",
}


@pytest.mark.parametrize("query", [*MISSPELT, "hold_it=true"])
async def test_what_writes_refuses_every_unknown_parameter_and_nothing_is_done(world: World, query: str) -> None:
    before = await rows(world)
    for endpoint in TABLE:
        if endpoint.method not in ("POST", "PATCH", "DELETE"):
            continue
        path = re.sub(r"\{\w+\}", world.creditor.id, endpoint.path)
        json = None if endpoint.method == "DELETE" else {}
        answer = await world.operator.request(endpoint.method, f"{path}?{query}", json=json)
        assert query.partition("=")[0] in refusal(answer), endpoint.name
        assert answer.status_code == 400
    assert await rows(world) == before


@pytest.mark.parametrize("query", MISSPELT)
async def test_the_nearest_parameter_is_named(world: World, query: str) -> None:
    answer = await world.operator.post(f"/creditors?{query}", json={})
    assert refusal(answer).endswith("Did you mean dry_run? Nothing was done.")


@pytest.mark.parametrize(("query", "meant"), NEARLY.items())
async def test_a_list_refuses_what_is_nearly_a_parameter_of_its_own(world: World, query: str, meant: str) -> None:
    for endpoint in TABLE:
        if endpoint.effect == Effect.LIST and "{" not in endpoint.path:
            assert f"Did you mean {meant}?" in refusal(await world.operator.get(f"{endpoint.path}?{query}")), (
                endpoint.name
            )


@pytest.mark.parametrize("query", ["embedded={}", "aggregate=1", "_=1700000000"])
async def test_a_list_ignores_what_other_clients_of_the_dialect_send(world: World, query: str) -> None:
    assert (await world.operator.get(f"/creditors?{query}")).status_code == 200


async def test_a_statement_refuses_every_unknown_parameter(world: World) -> None:
    path = f"/cases/{world.creditor.id}/statement"
    assert "Did you mean known?" in refusal(await world.operator.get(f"{path}?konwn=2026-01-01"))
    assert "It takes: at, " in refusal(await world.operator.get(f"{path}?currency=SEK"))


async def test_the_parameters_of_an_endpoint_are_those_that_are_described() -> None:
    everywhere = {PRETTY, DRY_RUN, *LINK_PARAMETERS}
    document = description(TABLE)
    shared = document["components"]["parameters"]
    for endpoint in TABLE:
        operation = document["paths"].get(endpoint.path, {}).get(endpoint.method.lower())
        if operation is None:
            continue
        named = [shared[one["$ref"].split("/")[-1]] if "$ref" in one else one for one in operation["parameters"]]
        described = {one["name"] for one in named if one["in"] == "query"}
        assert described - everywhere == endpoint.parameters - everywhere, endpoint.name
