"""Nothing that others read tells who somebody is: events, figures and logs of a whole portfolio, searched for every person."""

from __future__ import annotations

import dataclasses
import logging
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import structlog

from fordran import clock, logs
from fordran.actions.accounts.add_client import add_client
from fordran.actions.demo.fill_demo import fill_demo
from fordran.api.app import create_app
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.store.rows.personal_rows import spellings
from tests.api.world import HERE, sign_in

TODAY = clock.stockholm_date(clock.now())


@pytest.fixture(scope="module")
async def people(database: Database, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Patterns of everything by which the people of the demo's portfolio could be known."""
    media = MediaFolder(tmp_path_factory.mktemp("data") / "media")
    async with database.transaction() as tx:
        demo = await fill_demo(tx, media.put, Operator(), clock.now(), lambda *_: None)
        assert demo is not None
        rows = await tx.fetch("select name, id_number_compact, email, mobile_number, address from customers")
    patterns = [spellings(row["id_number_compact"][-10:], TODAY) for row in rows if row["id_number_compact"]]
    texts = {row[name] for row in rows for name in ("name", "email", "mobile_number") if row[name]}
    assert len(patterns) > 10
    assert len(texts) > 10
    return [*patterns, *(re.escape(text) for text in texts)]


@pytest.fixture(scope="module")
async def numbers(people: list[str], database: Database) -> list[str]:
    assert people
    async with database.connection() as connection:
        rows = await connection.fetch("select id_number from customers where is_person and id_number <> ''")
    return [row["id_number"] for row in rows]


async def test_no_event_tells_who_it_is_about(people: list[str], database: Database) -> None:
    async with database.connection() as connection:
        events = await connection.fetch("select type, data::text from events")
    assert len({event["type"] for event in events}) > 5
    for event in events:
        for pattern in people:
            assert not re.search(pattern, event["data"], re.IGNORECASE), event["type"]
        # Ids are drawn at random, and so may hold any digits.
        assert not logs.PERSONAL_NUMBER.search(re.sub(r"\b[0-9a-f]{24}\b", "", event["data"])), event["type"]


async def test_no_delivery_to_a_webhook_tells_either(people: list[str], database: Database) -> None:
    async with database.connection() as connection:
        bodies = await connection.fetch("select coalesce(body, '') || tries::text as body from webhook_deliveries")
    assert not [row for row in bodies for pattern in people if re.search(pattern, row["body"], re.IGNORECASE)]


@pytest.fixture
def loud() -> Iterator[None]:
    """Lets a test log as a process of ours does, and no test after it."""
    root = logging.getLogger()
    before = (root.handlers, root.level)
    yield
    root.handlers, root.level = before
    structlog.reset_defaults()


@pytest.fixture
async def client(database_url: str, tmp_path: Path, numbers: list[str]) -> AsyncIterator[httpx.AsyncClient]:
    assert numbers
    settings = dataclasses.replace(Settings(), database_url=database_url, data=tmp_path, rate_limit_per_second=0)
    app = create_app(settings)
    async with app.database.transaction() as tx:
        made = await add_client(tx, name="Silence", operator=True, networks=[HERE], now=clock.now())
    signed_in = await sign_in(app, made.api_code)
    yield signed_in
    await signed_in.aclose()
    await app.database.close()


async def test_neither_logs_nor_figures_nor_errors_repeat_a_number_that_was_asked_for(
    client: httpx.AsyncClient, numbers: list[str], loud: None, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("debug", pretty=False)
    number = numbers[0]
    for path in (
        f"/customers?id_number={number}",
        f"/customers/{number}",
        f"/cases/{number}/statement",
        f"/{number}",
        f'/customers?where={{"id_number": "{number}"}}',
        f'/customers?where={{"{number}": 1}}',
        f"/customers?sort={number}",
    ):
        await client.get(path)
    await client.post("/case--registrations", json={"customer": {"id_number": number, number: number}})
    figures = (await client.get("/metrics")).text
    assert "fordran" in figures
    assert not re.search(spellings(number[-11:].replace("-", ""), TODAY), figures)
    logged = capsys.readouterr().err
    assert '"event":"request"' in logged
    assert not re.search(spellings(number[-11:].replace("-", ""), TODAY), logged)
