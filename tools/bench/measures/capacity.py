"""What a case costs: rows and bytes of a year of business, played by the verbs themselves, and how many steps a night takes.

It writes what it saw, and the plan that follows, into docs/scaling.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from fordran import clock
from fordran.actions.demo.fill_demo import DemoYear, fill_demo
from fordran.commands.installation import in_transaction
from fordran.outside.media import media_of
from fordran.outside.order_files import OrderFolder
from fordran.settings import Settings
from fordran.store.connections.database import Connection, connect
from fordran.store.connections.typed_rows import fetch_rows
from fordran.worker.schedule import duties
from tools.bench.capacity import PLANNED, Costs, plan, rewritten
from tools.bench.ground import Ground
from tools.bench.measures.night import empty_installation
from tools.bench.results import Result
from tools.harness.database import new_database, prepare

ABOUT = "what a case costs in rows, bytes and a night; writes the capacity plan into docs/scaling.md"
BY_DEFAULT = False
INVOICES = 3000
STEPS = 4000
PAGE = Path(__file__).parents[3] / "docs" / "scaling.md"


class TableRow(TypedDict):
    """How large a table is, with its indexes and what lies beside it."""

    name: str
    documents: int
    size: int


def measure(ground: Ground) -> Iterator[Result]:
    """How many kB and rows a case costs; the page is rewritten."""
    costs = _costs(ground)
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8"), costs), encoding="utf-8")
    largest = plan(PLANNED[-1], costs)
    detail = {"rows": costs.rows_a_case, "machines for 1,000 million": float(largest.machines)}
    yield Result("cases that a GB holds", 1e6 / costs.kb_a_case, "a GB", 0, detail)
    yield Result("steps of a night", costs.steps_a_second, "a second", 0)


def _costs(ground: Ground) -> Costs:
    ground.say(f"Playing a year of {INVOICES:,} invoices.")
    settings = asyncio.run(_empty(ground))
    before = in_transaction(settings, sizes)
    in_transaction(settings, lambda tx: _play(tx, settings))
    _do_all(settings, "print invoices", "fold tallies")
    after = in_transaction(settings, sizes)
    cases, still_open, files = in_transaction(settings, _counts)
    asyncio.run(_statement(settings, "vacuum (full)"))
    packed = in_transaction(settings, sizes)
    ground.say(f"A night of {STEPS:,} steps.")
    night = asyncio.run(empty_installation(ground, "capacity_night"))
    asyncio.run(night.fill(0, STEPS))
    return Costs(
        cases=cases,
        rows_a_case=(_rows(after) - _rows(before)) / cases,
        kb_a_case=(_bytes(after) - _bytes(before)) / 1000 / cases,
        packed_kb_a_case=(_bytes(packed) - _bytes(before)) / 1000 / cases,
        files_kb_a_case=files / 1000 / cases,
        open_percent=100 * still_open / cases,
        steps_a_second=STEPS / night.run(STEPS).seconds,
    )


async def _empty(ground: Ground) -> Settings:
    """An installation with nothing in it."""
    url = await new_database(ground.database_url, "capacity")
    await prepare(url)
    folder = ground.folder / "capacity"
    folder.mkdir()
    return replace(Settings(), data=folder, database_url=url)


async def _play(tx: Connection, settings: Settings) -> None:
    now = clock.now()
    year = DemoYear(INVOICES, OrderFolder(settings.data / "payouts"))
    assert await fill_demo(tx, media_of(settings).put, settings.operator, now, year=year) is not None


def _do_all(settings: Settings, *names: str) -> None:
    """Let duties be done to their end."""
    for duty in duties(settings):
        while duty.name in names and in_transaction(settings, duty.act):
            pass


async def _counts(tx: Connection) -> tuple[int, int, int]:
    """Cases, those that are open, and bytes of their files."""
    row = await tx.fetchrow(
        """select count(*) as cases, count(*) filter (where state <> 'closed') as still_open,
                  (select coalesce(sum(size), 0)::bigint from media_files) as files from cases"""
    )
    assert row is not None
    return row["cases"], row["still_open"], row["files"]


async def sizes(tx: Connection) -> list[TableRow]:
    """All tables, with their rows counted and what they fill on the disk."""
    names = [
        row["name"]
        for row in await tx.fetch(
            "select tablename::text as name from pg_tables where schemaname = 'fordran' order by 1"
        )
    ]
    counted = " union all ".join(
        f"select '{name}' as name, (select count(*) from {name}) as documents, pg_total_relation_size('{name}') as size"
        for name in names
    )
    return await fetch_rows(tx, TableRow, counted)


def _rows(found: Sequence[TableRow]) -> int:
    return sum(row["documents"] for row in found)


def _bytes(found: Sequence[TableRow]) -> int:
    return sum(row["size"] for row in found)


async def _statement(settings: Settings, statement: str) -> None:
    """Outside a transaction."""
    assert settings.database_url is not None
    connection = await connect(settings.database_url)
    try:
        await connection.execute(statement, timeout=600)
    finally:
        await connection.close()
