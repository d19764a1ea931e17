"""`fordran clock show`, `advance`, `set`: real time and the business's own, which a sandbox can move forward."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from fordran import clock as real_clock
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.days.set_clock import ClockMove


app = typer.Typer(name="clock", help="The business clock.", no_args_is_help=True, add_completion=False)


class NotADate(Exception):
    """The given text is not a day."""


@app.callback()
def clocks() -> None:
    """The business clock."""


@command(app, "show")
def show_clock(run: PrintingRun) -> None:
    """Print what time it is, in the world and in the business."""
    from fordran.actions.days.set_clock import shown_now
    from fordran.store.upkeep.installation import read_installation

    installation = run.in_transaction(read_installation)
    shown = shown_now(real_clock.now(), installation.clock_offset_days)
    run.show(shown | {"sandbox": installation.sandbox})


@command(app)
def advance(
    run: PrintingRun,
    days: Annotated[int, typer.Option(help="How many days to move the clock forward.")],
) -> None:
    """Move the clock of a sandbox forward, doing every due thing day by day."""
    with run.opened() as settings:
        run.show(_move(settings, days))


@command(app, "set")
def set_to(
    run: PrintingRun,
    day: Annotated[str, typer.Argument(metavar="DATE", help="The day to move to, as 2026-12-24.")],
) -> None:
    """Move the clock of a sandbox forward to a day, doing every due thing day by day."""
    from fordran.actions.days.set_clock import days_until
    from fordran.commands.installation import in_transaction

    try:
        target = date.fromisoformat(day)
    except ValueError:
        raise NotADate(f"{day!r} is not a day: write it as 2026-12-24.") from None
    with run.opened() as settings:
        days = in_transaction(settings, lambda tx: days_until(tx, real_clock.now(), target))
        run.show(_move(settings, days))


def _move(settings: Settings, days: int) -> dict[str, object]:
    from fordran.actions.days.set_clock import advance_clock
    from fordran.commands.installation import direct_address
    from fordran.commands.progress import passing
    from fordran.outside.media import media_of
    from fordran.outside.systems import outside_of
    from fordran.store.connections.clock_lock import holding_the_clock

    async def move() -> ClockMove:
        async with holding_the_clock(direct_address(settings)) as begin:
            with passing(days) as tell:
                media = media_of(settings)
                now, outside = real_clock.now(), outside_of(settings)
                return await advance_clock(begin, media.put, settings.operator, now, days, tell, outside=outside)

    return asyncio.run(move()).shown()
