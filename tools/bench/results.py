"""What a measure comes to, and how it is shown."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import orjson
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Result:
    """One number and what it should be. `detail` holds what it was made of."""

    name: str
    value: float
    unit: str
    at_least: float
    detail: Mapping[str, float] = field(default_factory=dict)
    spread: tuple[float, float] | None = None
    """The least and the greatest of its rounds, where it has some."""

    @property
    def is_reached(self) -> bool:
        return self.value >= self.at_least


def show(results: Sequence[Result], memory_mb: Mapping[str, Sequence[float]], *, as_json: bool) -> None:
    """Print everything: for a person as tables, for a program as JSON."""
    if as_json:
        document = {
            "results": [asdict(result) | {"is_reached": result.is_reached} for result in results],
            "memory_mb": memory_mb,
        }
        sys.stdout.write(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n")
        return
    console = Console()
    console.width = max(console.width, 110)
    console.print(_results(results))
    console.print(_memory(memory_mb))


def _results(results: Sequence[Result]) -> Table:
    table = Table("what", title="Measured", title_justify="left")
    table.add_column("value", justify="right")
    table.add_column("aim", justify="right")
    table.add_column("in")
    table.add_column("made of")
    for result in results:
        colour = "green" if result.is_reached else "red"
        made_of = ", ".join(f"{name} {_short(value)}" for name, value in result.detail.items())
        value = f"[{colour}]{_short(result.value)}[/{colour}]"
        table.add_row(result.name, value, _short(result.at_least), result.unit, made_of)
    return table


def _memory(memory_mb: Mapping[str, Sequence[float]]) -> Table:
    table = Table("process", title="Memory", title_justify="left")
    table.add_column("MB resident", justify="right")
    for name, each in memory_mb.items():
        table.add_row(name, ", ".join(f"{value:.0f}" for value in each) or "not told by this system")
    return table


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
