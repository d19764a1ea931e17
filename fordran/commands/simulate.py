"""`fordran simulate`: what would happen in the coming days, in a fork of the installation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from rich.table import Table

    from fordran.actions.books.report_days import Day
    from fordran.actions.demo.simulate import Simulation


app = typer.Typer(add_completion=False)

MOST_DAYS, MOST_CASES = 3660, 100_000
WIDTH = 100
"""Characters that a line of the table needs."""


class CannotPlot(Exception):
    """The picture cannot be written there, or in that form."""


@command(app)
def simulate(
    run: PrintingRun,
    days: Annotated[int, typer.Option(min=1, max=MOST_DAYS, help="How many days to run ahead.")] = 90,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it, as .svg or .png.")] = None,
    cases: Annotated[int, typer.Option(min=0, max=MOST_CASES, help="How many invented cases to add.")] = 0,
) -> None:
    """Run a copy of the installation ahead and report what it would do. The installation itself is left alone."""
    from rich.console import Console

    from fordran.commands.fork import forked

    if plot is not None and plot.suffix not in (".svg", ".png"):
        raise CannotPlot(f"{plot} is neither .svg nor .png.")
    with run.reached() as settings:
        say("Copying the installation.")
        with forked(settings) as fork:
            found = asyncio.run(_simulated(fork, days, cases))
    if plot is not None:
        _draw(found, plot)
    if run.as_json:
        run.show(found.shown())
    else:
        console = Console()
        console.width = max(console.width, WIDTH)
        console.print(_table(found.days))


async def _simulated(fork: Settings, days: int, cases: int) -> Simulation:
    from fordran.actions.demo.simulate import simulate as run_ahead
    from fordran.commands.installation import direct_address
    from fordran.commands.progress import passing
    from fordran.outside.media import media_of
    from fordran.store.connections.clock_lock import holding_the_clock

    media = media_of(fork)
    async with holding_the_clock(direct_address(fork)) as begin:
        with passing(days) as tell:
            return await run_ahead(begin, media.put, fork.operator, clock.now(), days, cases, tell)


_COLUMNS = ("steps", "letters", "closed", "fees", "interest", "paid", "payouts")
_COUNTS = ("steps", "letters", "closed")


def _table(days: Sequence[Day]) -> Table:
    """The days on which something happens, and what they come to; amounts in kronor."""
    from rich.table import Table

    from fordran.actions.books.report_days import totals

    table = Table("day", *(_heading(name) for name in _COLUMNS), show_footer=True)
    happened = totals(days)
    table.columns[0].footer = "in all"
    for column, name in zip(table.columns[1:], _COLUMNS, strict=True):
        column.no_wrap, column.justify, column.footer = True, "right", _cell(name, happened[name])
    for day in days:
        values = [getattr(day, name) for name in _COLUMNS]
        if any(values):
            table.add_row(day.date.isoformat(), *map(_cell, _COLUMNS, values))
    return table


def _heading(name: str) -> str:
    return name if name in _COUNTS else f"{name}, kr"


def _cell(name: str, value: int) -> str:
    from fordran.texts.numbers import kronor_text

    if not value:
        return ""
    return str(value) if name in _COUNTS else kronor_text(value)


def _draw(found: Simulation, plot: Path) -> None:
    from fordran.documents.chart import Panel, as_png, chart

    def a_day(name: str) -> dict[str, list[int]]:
        return {name: [getattr(day, name) for day in found.days]}

    def since_the_first(*names: str) -> dict[str, list[int]]:
        return {name: [ore // 100 for ore in accumulate(getattr(day, name) for day in found.days)] for name in names}

    panels = [
        Panel("Letters a day", a_day("letters")),
        Panel("Cases closed a day", a_day("closed")),
        Panel("Fees and interest since the first day, kr", since_the_first("fees", "interest"), is_line=True),
        Panel("Paid and paid out since the first day, kr", since_the_first("paid", "payouts"), is_line=True),
    ]
    dates = [day.date for day in found.days]
    svg = chart(f"What would happen from {dates[0]} to {dates[-1]}", dates, panels)
    try:
        plot.write_bytes(as_png(svg) if plot.suffix == ".png" else svg.encode())
    except OSError as error:
        raise CannotPlot(f"The picture cannot be written to {plot}: {error.strerror}.") from error
