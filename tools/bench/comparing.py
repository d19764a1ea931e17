"""Two runs held against each other: what an earlier one wrote with `--json`, and this one.

A busy machine shifts every number. So the two are called different only where all rounds of one lie above all of the other's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import orjson
from rich.table import Table

from tools.bench.results import Result

Verdict = Literal["faster", "slower", "no difference", "not told", "new"]


@dataclass(frozen=True)
class Change:
    """A measure in both runs; `before` is None where the earlier run has no such measure."""

    now: Result
    before: Result | None

    @property
    def verdict(self) -> Verdict:
        """What the two spreads allow to be said."""
        if self.before is None:
            return "new"
        if self.now.spread is None or self.before.spread is None:
            return "not told"
        if self.now.spread[0] > self.before.spread[1]:
            return "faster"
        return "slower" if self.now.spread[1] < self.before.spread[0] else "no difference"


def earlier(file: Path) -> dict[str, Result]:
    """The results of a run that wrote them with `--json`, by their names."""
    told: Mapping[str, Any] = orjson.loads(file.read_bytes())
    return {one["name"]: _result(one) for one in told["results"]}


def _result(told: Mapping[str, Any]) -> Result:
    spread = told.get("spread")
    return Result(
        told["name"],
        told["value"],
        told["unit"],
        told["at_least"],
        told["detail"],
        (spread[0], spread[1]) if spread else None,
    )


def changes(now: Sequence[Result], before: Mapping[str, Result]) -> list[Change]:
    """Each measure of this run with the same one of the earlier run, where that has the same unit."""
    same = {
        name: one for name, one in before.items() if any(one.unit == each.unit for each in now if each.name == name)
    }
    return [Change(one, same.get(one.name)) for one in now]


def table_of(compared: Sequence[Change]) -> Table:
    """The table that a person reads."""
    table = Table("what", title="Held against the earlier run", title_justify="left")
    for heading in ("before", "now", "now / before"):
        table.add_column(heading, justify="right")
    table.add_column("verdict")
    for change in compared:
        before = change.before
        ratio = f"{change.now.value / before.value:.2f}" if before and before.value else ""
        table.add_row(change.now.name, _said(before), _said(change.now), ratio, change.verdict)
    return table


def _said(result: Result | None) -> str:
    if result is None:
        return ""
    value = f"{result.value:,.0f}" if result.value >= 100 else f"{result.value:.2f}"
    return value if result.spread is None else f"{value} ({result.spread[0]:.2f} to {result.spread[1]:.2f})"
