"""The capacity plan: what it computes, and that the page shows what follows from the figures on it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from fordran.store.connections.database import Database
from tools.bench.capacity import PLANNED, Costs, costs_on, plan, rewritten, tables_of
from tools.bench.measures.capacity import sizes

PAGE = (Path(__file__).parent.parent.parent / "docs" / "scaling.md").read_text(encoding="utf-8")
COSTS = Costs(
    cases=1000,
    rows_a_case=20,
    kb_a_case=25,
    packed_kb_a_case=20,
    files_kb_a_case=40,
    open_percent=10,
    steps_a_second=500,
)


def test_the_plan_is_the_costs_times_the_cases() -> None:
    made = plan(100_000_000, COSTS)
    assert (made.rows, made.terabytes, made.files_terabytes) == (2_000_000_000, 2.5, 4.0)
    assert made.night_hours == pytest.approx(500_000 / 500 / 3600), "one in 20 of the tenth that is open"
    assert (made.machines, made.shards) == (1, 0)


@pytest.mark.parametrize(
    ("changes", "machines"),
    [
        ({"kb_a_case": 40}, 1),  # 4 TB, which one holds
        ({"kb_a_case": 41}, 2),
        ({"kb_a_case": 81}, 3),
        ({"open_percent": 100, "steps_a_second": 232}, 1),  # just under 6 hours
        ({"open_percent": 100, "steps_a_second": 231}, 2),
        ({"open_percent": 100, "steps_a_second": 50, "kb_a_case": 81}, 5),  # 27.8 hours of work, and 8.1 TB
    ],
)
def test_machines_are_as_many_as_the_disk_and_the_night_ask_for(changes: dict[str, float], machines: int) -> None:
    made = plan(100_000_000, dataclasses.replace(COSTS, **changes))
    assert made.machines == machines
    assert made.shards == (machines * 4 if machines > 1 else 0)
    assert made.shared_night_hours == pytest.approx(made.night_hours / machines)
    assert made.shared_night_hours <= 6


def test_the_page_shows_the_plan_that_follows_from_its_figures() -> None:
    costs = costs_on(PAGE)
    assert costs.cases >= 1000, "figures of a few cases say little"
    assert rewritten(PAGE, costs) == PAGE
    # Once more by hand, from what a reader sees.
    for cases in PLANNED:
        (line,) = (line for line in PAGE.splitlines() if line.startswith(f"| {cases // 1_000_000:,} million |"))
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[1] == f"{cases * costs.rows_a_case / 1e6:,.0f} million"
        size = cases * costs.kb_a_case
        assert cells[2] == (f"{size / 1e9:,.1f} TB" if size >= 1e9 else f"{size / 1e6:,.0f} GB")


def test_a_page_takes_other_figures_and_shows_them_again() -> None:
    changed = rewritten(PAGE, COSTS)
    assert changed != PAGE
    assert costs_on(changed) == COSTS
    assert tables_of(COSTS) in changed
    assert "| 1,000 million | 20,000 million | 25.0 TB | 40.0 TB | 2.8 hours | 7 | 28 | 24 minutes |" in changed


async def test_every_table_is_counted_with_its_indexes(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("create table fordran.counted as select n from generate_series(1, 1000) n")
        plain = {row["name"]: row for row in await sizes(tx)}["counted"]
        await tx.execute("create index on fordran.counted (n)")
        found = {row["name"]: row for row in await sizes(tx)}
        await tx.execute("drop table fordran.counted")
    assert {"cases", "bookings", "events", "audit_log"} <= found.keys()
    assert plain["documents"] == found["counted"]["documents"] == 1000
    assert found["counted"]["size"] > plain["size"] > 0
