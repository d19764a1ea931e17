"""Lists over HTTP, of every resource: pages and totals as the dialect has them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from fordran.shape.moments import moment_of
from fordran.shape.resource import Resource
from tests.api.asking import each_list, page, plain, refusal
from tests.api.bodies import account
from tests.api.world import World


def without_cursor(meta: dict[str, Any]) -> dict[str, Any]:
    """What is the same for every list: that of events also tells where it goes on."""
    return {name: value for name, value in meta.items() if name != "last"}


@each_list
async def test_a_list_has_items_meta_and_headers(operator: httpx.AsyncClient, resource: Resource) -> None:
    answer = await operator.get(f"/{resource.name}")
    assert answer.status_code == 200
    document = answer.json()
    assert document.keys() == {"_items", "_meta"}
    total = document["_meta"]["total"]
    assert without_cursor(document["_meta"]) == {"page": 1, "max_results": 25, "total": total}
    assert len(document["_items"]) == min(25, total)
    assert answer.headers["x-total-count"] == str(total)
    assert answer.headers["content-type"] == "application/json"
    assert "etag" not in answer.headers
    if total:
        newest = max(document["_items"], key=lambda item: moment_of(item["_updated"]))["_updated"]
        assert moment_of(answer.headers["last-modified"]) == moment_of(newest)
    else:
        assert "last-modified" not in answer.headers


@each_list
async def test_a_list_without_a_match_is_empty(operator: httpx.AsyncClient, resource: Resource) -> None:
    answer = await operator.get(f"/{resource.name}", params={"where": '{"_id": "000000000000000000000000"}'})
    assert answer.json()["_items"] == []
    assert without_cursor(answer.json()["_meta"]) == {"page": 1, "max_results": 25, "total": 0}
    assert answer.headers["x-total-count"] == "0"
    assert "last-modified" not in answer.headers


@each_list
async def test_pages_hold_every_document_once(operator: httpx.AsyncClient, resource: Resource) -> None:
    whole = await page(operator, f"/{resource.name}", max_results=100)
    ids = [item["_id"] for item in whole["_items"]]
    assert len(set(ids)) == len(ids) == min(100, whole["_meta"]["total"])
    gathered: list[str] = []
    number = 1
    while items := (await page(operator, f"/{resource.name}", max_results=3, page=number))["_items"]:
        gathered += [item["_id"] for item in items]
        number += 1
    assert gathered[:100] == ids


@each_list
async def test_a_page_beyond_the_end_is_empty_and_tells_the_total(
    operator: httpx.AsyncClient, resource: Resource
) -> None:
    total = (await page(operator, f"/{resource.name}"))["_meta"]["total"]
    beyond = await page(operator, f"/{resource.name}", page=999)
    assert beyond["_items"] == []
    assert without_cursor(beyond["_meta"]) == {"page": 999, "max_results": 25, "total": total}
    filtered = await page(operator, f"/{resource.name}", page=999, where='{"_id": {"$gte": "0"}}')
    assert filtered["_meta"]["total"] == total


@pytest.mark.parametrize(
    ("sent", "shown", "remark"),
    [
        ("10", 10, "a number"),
        ("1", 1, "the least"),
        ("100", 100, "the most"),
        ("101", 100, "one too many is capped"),
        ("100000", 100, "far too many is capped"),
        ("1e3", 100, "an exponent is a number"),
        ("1e400", 25, "beyond what a float holds"),
        ("2.9", 2, "cut off, not rounded"),
        ("0", 25, "nothing is no page"),
        ("0.5", 25, "less than one is no page"),
        ("-5", 25, "negative"),
        ("abc", 25, "no number"),
        ("nan", 25, "no number to anybody"),
        ("inf", 25, "no end"),
        ("-inf", 25, "no beginning"),
        ("", 25, "empty"),
        ("9" * 5000, 25, "more digits than a number may have"),
        ("0x10", 25, "hexadecimal"),
        ("true", 25, "a word"),
    ],
)
async def test_max_results(operator: httpx.AsyncClient, sent: str, shown: int, remark: str) -> None:
    meta = (await page(operator, "/locales", max_results=sent))["_meta"]
    assert meta["max_results"] == shown, remark


@pytest.mark.parametrize(
    ("sent", "shown", "remark"),
    [
        ("1", 1, "the first"),
        ("2", 2, "the second"),
        ("0", 1, "there is no page 0"),
        ("-1", 1, "the sign is left out"),
        ("-2", 2, "the sign is left out"),
        ("abc", 1, "no number"),
        ("1.5", 1, "no whole number"),
        ("1e3", 1, "no whole number as it is written"),
        ("", 1, "empty"),
        ("nan", 1, "no number to anybody"),
        ("999", 999, "beyond the end"),
        ("9" * 5000, 1, "more digits than a number may have"),
    ],
)
async def test_page(operator: httpx.AsyncClient, sent: str, shown: int, remark: str) -> None:
    meta = (await page(operator, "/locales", page=sent))["_meta"]
    assert meta["page"] == shown, remark


@pytest.mark.parametrize("number", ["9007199254740993", "99999999999999999999", "-18446744073709551617"])
async def test_a_page_that_no_list_can_have_is_empty(operator: httpx.AsyncClient, number: str) -> None:
    found = await page(operator, "/locales", page=number, max_results=100)
    assert found["_items"] == []
    assert found["_meta"]["total"] > 0


@pytest.mark.parametrize(
    ("query", "remark"),
    [
        ("page=1&page=2", "page"),
        ("max_results=25&max_results=1", "max_results"),
        ("where={}&where={bad", "where"),
        ("sort=_id&sort=-nothing", "sort"),
        ("projection={}&projection=x", "projection"),
    ],
)
async def test_of_a_parameter_that_comes_twice_the_first_counts(
    operator: httpx.AsyncClient, query: str, remark: str
) -> None:
    answer = await operator.get(f"/locales?{query}")
    assert answer.json()["_meta"]["page"] == 1, remark
    assert answer.json()["_meta"]["max_results"] == 25, remark


@pytest.mark.parametrize("parameter", ["where", "sort", "projection", "page", "max_results", "nothing_we_know"])
@each_list
async def test_an_empty_or_unknown_parameter_says_nothing(
    operator: httpx.AsyncClient, resource: Resource, parameter: str
) -> None:
    said = await page(operator, f"/{resource.name}", **{parameter: ""})
    assert plain(said) == plain(await page(operator, f"/{resource.name}"))


async def test_more_query_parameters_than_anybody_needs_are_refused(operator: httpx.AsyncClient) -> None:
    answer = await operator.get("/locales?" + "&".join(f"a{number}=1" for number in range(500)) + "&pretty")
    assert "at most" in refusal(answer)


async def test_totals_count_what_is_created_at_once(world: World) -> None:
    before = (await page(world.operator, "/accounts"))["_meta"]["total"]
    await world.create("/accounts", [account(), account()])
    assert (await page(world.operator, "/accounts"))["_meta"]["total"] == before + 2
