"""`fordran verify`: recompute everything that can be, and name all differences from the stored values."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.proof.differences import Discrepancy
    from fordran.outside.media import Media
    from fordran.store.connections.database import Connection


app = typer.Typer(add_completion=False)

MOST_NAMED = 10_000
"""How many differences are named; the others are counted."""


@command(app)
def verify(
    run: PrintingRun,
    since: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], help="Only what was written on this day or later; totals are verified anyway."
        ),
    ] = None,
) -> None:
    """Verify every balance, chain, seal and total; exit code 1 where something differs."""
    from fordran import clock
    from fordran.actions.monitoring.job_runs import VERIFY, VERIFY_SINCE
    from fordran.commands.installation import recorded_run

    beginning = clock.start_of_day(since.date()) if since else None
    with run.reached() as settings:
        with recorded_run(settings, VERIFY_SINCE if since else VERIFY) as tally:
            named, count, strays = asyncio.run(_verify(settings, beginning, as_json=run.as_json))
            tally.done, tally.is_succeeding = sum(count.values()), not count
    if run.as_json:
        shown = [vars(found) | {"expected": str(found.expected), "found": str(found.found)} for found in named]
        also = {"strays": strays} if strays else {}
        run.show({"differences": shown, "count": sum(count.values())} | also)
    elif count:
        differences = "1 difference" if sum(count.values()) == 1 else f"{sum(count.values())} differences"
        typer.echo(f"{differences}, in {', '.join(sorted(count))}.")
    else:
        typer.echo("Everything is as it should be.")
    raise typer.Exit(1 if count else 0)


async def _verify(
    settings: Settings, since: datetime | None, *, as_json: bool
) -> tuple[list[Discrepancy], Counter[str], list[str]]:
    """The first differences, which are printed as they are found unless as JSON; how many there are in each table; and
    the first files that nothing names, likewise."""
    from fordran.actions.proof.verify import verify as find_differences
    from fordran.commands.installation import database_to_read
    from fordran.commands.progress import passing_several
    from fordran.outside.media import media_of

    media = media_of(settings)
    named: list[Discrepancy] = []
    strays: list[str] = []
    count: Counter[str] = Counter()
    database = database_to_read(settings)

    async def find(tx: Connection) -> None:
        # Where a replica was lost amid it, all is begun again.
        reported = {str(found) for found in named}
        for collected in (named, strays, count):
            collected.clear()
        async for found in find_differences(tx, media.get, tell, since):
            count[found.table] += 1
            if sum(count.values()) <= MOST_NAMED:
                named.append(found)
                if not as_json and str(found) not in reported:
                    typer.echo(str(found))
        async for id_ in _strays(tx, media):
            strays.append(id_)
            if not as_json:
                typer.echo(f"The file {id_} is named by nothing, and can be deleted.")

    with passing_several() as tell:
        try:
            await database.look(find)
        finally:
            await database.close()
    return named, count, strays


async def _strays(tx: Connection, media: Media) -> AsyncIterator[str]:
    """The first files that nothing names. Where files cannot be listed, each that is named was found missing before."""
    from fordran import clock
    from fordran.actions.proof.strays import stray_files
    from fordran.outside.media import MediaAway

    try:
        found = 0
        async for id_ in stray_files(tx, media.ids(), clock.now()):
            yield id_
            found += 1
            if found == MOST_NAMED:
                return
    except MediaAway as away:
        say(str(away))
