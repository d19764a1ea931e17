"""`fordran clock show`, `advance`, `set`: real time and the business's own, which a sandbox can move forward."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from fordran import clock as real_clock
from fordran.commands.options import Data, DatabaseUrl, Json, load, show
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.days.set_clock import ClockMove


app = typer.Typer(name="clock", help="The business clock.", no_args_is_help=True, add_completion=False)


class NotADate(Exception):
    """The given text is not a day."""


@app.callback()
def clocks() -> None:
    """The business clock."""


@app.command("show")
def show_clock(ctx: typer.Context, as_json: Json = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Print what time it is, in the world and in the business."""
    from fordran.actions.days.set_clock import shown_now
    from fordran.commands.installation import in_transaction, opened
    from fordran.store.upkeep.installation import read_installation

    with opened(load(ctx, data, database_url)) as settings:
        installation = in_transaction(settings, read_installation)
    shown = shown_now(real_clock.now(), installation.clock_offset_days)
    show(shown | {"sandbox": installation.sandbox}, as_json=as_json)


@app.command()
def advance(
    ctx: typer.Context,
    days: Annotated[int, typer.Option(help="How many days to move the clock forward.")],
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Move the clock of a sandbox forward, doing every due thing day by day."""
    from fordran.commands.installation import opened

    with opened(load(ctx, data, database_url)) as settings:
        show(_move(settings, days), as_json=as_json)


@app.command("set")
def set_to(
    ctx: typer.Context,
    day: Annotated[str, typer.Argument(metavar="DATE", help="The day to move to, as 2026-12-24.")],
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Move the clock of a sandbox forward to a day, doing every due thing day by day."""
    from fordran.actions.days.set_clock import days_until
    from fordran.commands.installation import in_transaction, opened

    try:
        target = date.fromisoformat(day)
    except ValueError:
        raise NotADate(f"{day!r} is not a day: write it as 2026-12-24.") from None
    with opened(load(ctx, data, database_url)) as settings:
        days = in_transaction(settings, lambda tx: days_until(tx, real_clock.now(), target))
        show(_move(settings, days), as_json=as_json)


def _move(settings: Settings, days: int) -> dict[str, object]:
    from fordran.actions.days.set_clock import advance_clock
    from fordran.commands.installation import direct_address
    from fordran.commands.progress import passing
    from fordran.outside.media import media_of
    from fordran.store.connections.clock_lock import holding_the_clock

    async def move() -> ClockMove:
        async with holding_the_clock(direct_address(settings)) as begin:
            with passing(days) as tell:
                media = media_of(settings)
                return await advance_clock(begin, media.put, settings.operator, real_clock.now(), days, tell)

    return asyncio.run(move()).shown()
