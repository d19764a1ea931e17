"""The demo: a portfolio with a case in every state, under every hold and closed for every reason, with right books."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from fordran import clock
from fordran.actions.demo.fill_demo import fill_demo
from fordran.actions.proof.letters.verify_letters import verify_letters
from fordran.actions.proof.verify import verify
from fordran.api.app import create_app
from fordran.domain.kinds.case_states import HOLDS, STANDING
from fordran.domain.kinds.close_reasons import CLOSE_REASONS
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.shape.moments import moment_of
from fordran.store.connections.database import Database
from tests.api.world import sign_in


@pytest.fixture(scope="module")
def media(tmp_path_factory: pytest.TempPathFactory) -> MediaFolder:
    return MediaFolder(tmp_path_factory.mktemp("data") / "media")


@pytest.fixture(scope="module")
async def client(database: Database, database_url: str, media: MediaFolder) -> AsyncIterator[httpx.AsyncClient]:
    """The demo's own client."""
    told: list[tuple[int, int]] = []
    async with database.transaction() as tx:
        demo = await fill_demo(tx, media.put, Operator(), clock.now(), lambda *days: told.append(days))
    assert demo is not None
    assert told[-1][0] == told[-1][1], "the last day is told of"
    settings = dataclasses.replace(Settings(), database_url=database_url, data=media.folder.parent)
    app = create_app(settings)
    signed_in = await sign_in(app, demo.api_code)
    yield signed_in
    await signed_in.aclose()
    await app.database.close()


async def every(client: httpx.AsyncClient, resource: str) -> list[dict[str, Any]]:
    answer = await client.get(f"/{resource}?max_results=100")
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["_meta"]["total"] <= 100
    items: list[dict[str, Any]] = body["_items"]
    return items


async def test_there_is_a_case_in_every_state_and_every_way_of_standing_in_it(client: httpx.AsyncClient) -> None:
    cases = await every(client, "cases")
    found = {(case["state"], case["status"]) for case in cases}
    # A case is initializing in that state only until its registration has ended.
    passing = {("initializing", "initializing")}
    standing = {(state, status) for state, statuses in STANDING.items() for status in statuses}
    assert standing - passing <= found
    assert {status for _, status in found} >= set(HOLDS)
    assert {case["close_reason"] for case in cases if case["state"] == "closed"} == set(CLOSE_REASONS)


async def test_some_are_paid_in_part_and_the_debtors_are_of_all_kinds(client: httpx.AsyncClient) -> None:
    cases = await every(client, "cases")
    assert any(
        0 < case["total_remaining_capital_amount"] < case["total_added_capital_amount"]
        for case in cases
        if case["state"] != "closed"
    )
    customers = await every(client, "customers")
    assert {customer["is_person"] for customer in customers} == {True, False}
    assert all(customer["id_number_status"] == "valid" for customer in customers)
    assert len({customer["id_number"] for customer in customers}) == len(customers)


async def test_its_today_is_everybodys_and_its_history_lies_behind(client: httpx.AsyncClient) -> None:
    now = clock.now()
    for case in await every(client, "cases"):
        for item in case["status_history"]:
            assert moment_of(item["status_date"]) <= now + timedelta(minutes=5)
        if "next_step_date" in case:
            assert moment_of(case["next_step_date"]) > now - timedelta(days=1), "nothing is left undone"


async def test_every_letter_was_shown_and_can_be_read(client: httpx.AsyncClient) -> None:
    letters = await every(client, "letters")
    assert {letter["status"] for letter in letters if letter["kind"] != "enforcement"} == {"shown"}
    assert {letter["status"] for letter in letters if letter["kind"] == "enforcement"} == {"sent"}, "on paper"
    kinds = {letter["kind"] for letter in letters}
    assert kinds >= {"reminder", "debt_collection", "enforcement", "amortization_plan", "dispute", "respite"}
    document = await client.get(letters[0]["document"]["url"])
    assert document.content.startswith(b"%PDF-")


async def test_the_books_and_the_letters_are_right(
    client: httpx.AsyncClient, database: Database, media: MediaFolder
) -> None:
    async with database.transaction() as tx:
        assert [str(found) async for found in verify(tx, media.get)] == []
    async with database.transaction() as tx:
        assert [str(found) async for found in verify_letters(tx, media.get, Operator().name)] == []


async def test_an_installation_that_is_not_empty_is_left_alone(
    client: httpx.AsyncClient, database: Database, tmp_path: Path
) -> None:
    async with database.transaction() as tx:
        assert await fill_demo(tx, MediaFolder(tmp_path).put, Operator(), clock.now()) is None
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240
