"""A capacity plan: what so many cases come to in rows, bytes, machines, shards and nights, from what one case was seen to cost.

Pure. Measuring is in `measures/capacity.py`; both tables stand in docs/scaling.md between marks, the second computed from the
figures that the first shows, so that a reader can follow it by hand.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

PLANNED = (10_000_000, 100_000_000, 1_000_000_000)
DISK_TB = 4
"""What the database of one machine may fill. With the same again for copies and for moving shards, a disk of 8 TB."""
NIGHT_HOURS = 6
DUE_SHARE = 20
"""One open case in so many takes a step on a night, as in the measure `night`."""
SHARDS_A_MACHINE = 4

_MARKED = re.compile(r"(?<=^<!-- capacity -->\n).*?(?=^<!-- end -->$)", re.MULTILINE | re.DOTALL)
_COST = re.compile(r"^\| ([^|]+?) \| ([\d.,]+) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Costs:
    """What was seen, of the cases of a year. Figures of a case are averages over all."""

    cases: float
    rows_a_case: float
    kb_a_case: float
    """As the year left them: with the room of rows that were since changed."""
    packed_kb_a_case: float
    """The same after `vacuum full`: what it cannot be less than."""
    files_kb_a_case: float
    open_percent: float
    steps_a_second: float
    """Of one machine, by two workers."""


_SAID = {
    "cases": "cases that were filled in",
    "rows_a_case": "rows a case, in all tables",
    "kb_a_case": "kB a case in the database, with indexes",
    "packed_kb_a_case": "kB a case, packed as tightly as can be",
    "files_kb_a_case": "kB a case in files beside the database",
    "open_percent": "percent of the cases that are open",
    "steps_a_second": "steps that cases take a second, by two workers",
}


@dataclass(frozen=True)
class Plan:
    """What so many cases come to."""

    cases: int
    rows: float
    terabytes: float
    files_terabytes: float
    night_hours: float
    """On one machine."""
    machines: int
    shards: int
    """0 where one machine does."""

    @property
    def shared_night_hours(self) -> float:
        """With the work cut over the machines, each of which does as much as the one that was measured."""
        return self.night_hours / self.machines


def plan(cases: int, costs: Costs) -> Plan:
    """The plan for so many cases. Machines are as many as the larger of the disk and the night asks for."""
    terabytes = cases * costs.kb_a_case / 1e9
    steps = cases * costs.open_percent / 100 / DUE_SHARE
    hours = steps / costs.steps_a_second / 3600
    machines = max(1, math.ceil(terabytes / DISK_TB), math.ceil(hours / NIGHT_HOURS))
    return Plan(
        cases=cases,
        rows=cases * costs.rows_a_case,
        terabytes=terabytes,
        files_terabytes=cases * costs.files_kb_a_case / 1e9,
        night_hours=hours,
        machines=machines,
        shards=machines * SHARDS_A_MACHINE if machines > 1 else 0,
    )


def tables_of(costs: Costs) -> str:
    """Both tables, as they stand on the page."""
    seen = [f"| {said} | {_figure(getattr(costs, name))} |" for name, said in _SAID.items()]
    shown = _as_shown(costs)
    planned = [_line(plan(cases, shown)) for cases in PLANNED]
    return "\n".join(
        [
            "",
            "| Seen | |",
            "|---|---|",
            *seen,
            "",
            "| Cases | Rows | Database | Files | Night on one machine | Machines | Shards | Night on them |",
            "|---|---|---|---|---|---|---|---|",
            *planned,
            "",
            "",
        ]
    )


def rewritten(page: str, costs: Costs) -> str:
    """The page with these figures and what they come to."""
    assert _MARKED.search(page), "the page has no marks for the plan"
    return _MARKED.sub(lambda _: tables_of(costs), page)


def costs_on(page: str) -> Costs:
    """The figures that the page shows."""
    found = _MARKED.search(page)
    assert found is not None, "the page has no marks for the plan"
    shown = dict(_COST.findall(found[0]))
    return Costs(**{field.name: float(shown[_SAID[field.name]].replace(",", "")) for field in fields(Costs)})


def _as_shown(costs: Costs) -> Costs:
    """Rounded as the page shows them, so that the plan follows from what is read there."""
    return Costs(**{name: float(_figure(getattr(costs, name)).replace(",", "")) for name in _SAID})


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _line(made: Plan) -> str:
    cells: Sequence[str] = (
        f"{made.cases / 1e6:,.0f} million",
        f"{made.rows / 1e6:,.0f} million",
        _size(made.terabytes),
        _size(made.files_terabytes),
        _time(made.night_hours),
        f"{made.machines:,}",
        f"{made.shards:,}" if made.shards else "none",
        _time(made.shared_night_hours),
    )
    return f"| {' | '.join(cells)} |"


def _time(hours: float) -> str:
    return f"{hours:,.1f} hours" if hours >= 1 else f"{hours * 60:,.0f} minutes"


def _size(terabytes: float) -> str:
    return f"{terabytes:,.1f} TB" if terabytes >= 1 else f"{terabytes * 1000:,.0f} GB"
