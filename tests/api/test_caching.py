"""No cache between a caller and the service may keep an answer: every one is for its caller alone."""

from __future__ import annotations

import pytest

from tests.api.world import World, client_of

ANSWERS = [
    ("GET", "/cases", 200),
    ("GET", "/cases/{case}", 200),
    ("HEAD", "/cases/{case}", 200),
    ("GET", "/cases/{missing}", 404),
    ("POST", "/cases", 405),
    ("POST", "/users", 400),
    ("GET", "/nowhere", 404),
    ("GET", "/cases?where=x", 400),
    ("OPTIONS", "/cases", 200),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
async def test_no_answer_may_be_kept_by_others(world: World, method: str, path: str, status: int) -> None:
    path = path.format(case=world.case, missing="0" * 24)
    answer = await world.operator.request(method, path)
    assert answer.status_code == status
    assert answer.headers.get_list("cache-control") == ["no-store"]
    assert "X-API-Key" in answer.headers["vary"]


async def test_who_is_not_signed_in_gets_nothing_to_keep_either(world: World) -> None:
    async with client_of(world.app) as stranger:
        answer = await stranger.get(f"/cases/{world.case}")
    assert (answer.status_code, answer.headers["cache-control"]) == (401, "no-store")


async def test_a_caller_still_learns_that_nothing_has_changed(world: World) -> None:
    first = await world.operator.get(f"/cases/{world.case}")
    again = await world.operator.get(f"/cases/{world.case}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, "no-store")
