"""Time in a sandbox: the clock is moved while the page shows how far it has come, and a look ahead changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, timedelta

import pytest

from fordran import clock
from fordran.store.connections.clock_lock import holding_the_clock
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def today(world: World) -> date:
    async with world.database.connection() as connection:
        offset = await connection.fetchval("select clock_offset_days from installation")
    return clock.stockholm_date(clock.business(clock.now(), offset))


@pytest.fixture
async def sandbox(world: World) -> None:
    async with world.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")


async def test_only_a_sandboxs_clock_is_moved(browse: Browse, world: World) -> None:
    async with world.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    handler = await browse("handler")
    page = await handler.get("/console/time")
    assert "Här är tiden verklig." in page.text
    token = await handler.token()
    for act, field in (("move", "days"), ("simulate", "ahead")):
        answer = await handler.post(f"/console/time/{act}", {"_token": token, field: "1"})
        assert answer.trouble == "not_now"


@pytest.mark.usefixtures("sandbox")
async def test_the_clock_is_moved_and_the_page_says_when_it_has_arrived(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    before = await today(world)
    page = await handler.send(await handler.get("/console/time"), "/console/time/move", days="2")
    for _ in range(600):
        if "Klockan är framme." in page.text:
            break
        assert "Klockan flyttas" in page.text
        await asyncio.sleep(0.2)
        page = await handler.get(str(page.answer.url))
    assert "Klockan är framme." in page.text
    assert await today(world) == before + timedelta(days=2)


@pytest.mark.usefixtures("sandbox")
async def test_a_look_ahead_shows_plots_and_changes_nothing(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    before = await today(world)
    page = await handler.send(await handler.get("/console/time"), "/console/time/simulate", ahead="3")
    assert page.status == 200
    assert len(page.tree.xpath("//figure[@class='plot']//*[local-name()='svg']")) == 2
    assert await today(world) == before


@pytest.mark.usefixtures("sandbox")
async def test_a_look_ahead_that_takes_too_long_shows_the_days_that_were_reckoned_and_says_so(
    browse: Browse, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = await browse("handler")
    monkeypatch.setattr("fordran.console.sandbox_time.LOOKED_SECONDS", 0)
    page = await handler.send(await handler.get("/console/time"), "/console/time/simulate", ahead="9")
    assert page.status == 200
    assert "hann 1 av 9 dagar räknas" in page.text
    assert len(page.tree.xpath("(//figure)[1]//tbody/tr")) == 2, "today, and the first of the days to come"


@pytest.mark.usefixtures("sandbox")
async def test_a_look_ahead_typesets_no_invoice(browse: Browse, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    handler = await browse("handler")

    typeset: list[object] = []

    class Recording:
        async def render_each(self, _make: object, documents: list[object], _seconds: float) -> list[bytes]:
            typeset.extend(documents)
            return [b""] * len(documents)

    monkeypatch.setattr("fordran.actions.printing.print_invoice.RENDERERS", Recording())
    async with world.database.transaction() as tx:
        await tx.execute("update invoices set print_id = null")
        waiting = await tx.fetchval("select count(*) from invoices where print_id is null")
    page = await handler.send(await handler.get("/console/time"), "/console/time/simulate", ahead="1")
    assert (waiting > 0, page.status, typeset) == (True, 200, [])
    async with world.database.transaction() as tx:
        assert await tx.fetchval("select count(*) from invoices where print_id is null") == waiting


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize(
    ("act", "values"),
    [
        ("move", {"days": ""}),
        ("move", {"days": "401"}),
        ("move", {"days": "-1"}),
        ("move", {"days": "1,5"}),
        ("move", {"date": "2020-01-01"}),
        ("move", {"date": "nonsense"}),
        ("simulate", {"ahead": "0"}),
        ("simulate", {"ahead": "91"}),
        ("simulate", {"ahead": "x"}),
    ],
)
async def test_days_that_make_no_sense_are_refused(browse: Browse, act: str, values: dict[str, str]) -> None:
    handler = await browse("handler")
    page = await handler.send(await handler.get("/console/time"), f"/console/time/{act}", **values)
    assert page.status == 422


@pytest.mark.usefixtures("sandbox")
async def test_two_do_not_move_the_clock_at_once(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    async with holding_the_clock(world.database.url):
        page = await handler.get("/console/time")
        assert "Klockan flyttas" in page.text
        answer = await handler.post("/console/time/move", {"_token": await handler.token(), "days": "1"})
    assert answer.trouble == "not_now"
