"""`fordran verify`: compute everything anew that can be, and name what differs from what is stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import typer

from fordran.commands.options import Data, DatabaseUrl, Json, load, show
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.proof.differences import Difference
    from fordran.store.connections.database import Connection


app = typer.Typer(add_completion=False)

MOST_NAMED = 10_000
"""How many differences are named; the others are counted."""


@app.command()
def verify(ctx: typer.Context, data: Data = None, database_url: DatabaseUrl = None, as_json: Json = False) -> None:
    """Verify every balance, chain, seal and total; exit code 1 where something differs."""
    from fordran.commands.installation import reached

    with reached(load(ctx, data, database_url)) as settings:
        named, count = asyncio.run(_verify(settings, as_json=as_json))
    if as_json:
        shown = [vars(found) | {"expected": str(found.expected), "found": str(found.found)} for found in named]
        show({"differences": shown, "count": sum(count.values())}, as_json=True)
    elif count:
        differences = "1 difference" if sum(count.values()) == 1 else f"{sum(count.values())} differences"
        typer.echo(f"{differences}, in {', '.join(sorted(count))}.")
    else:
        typer.echo("Everything is as it should be.")
    raise typer.Exit(1 if count else 0)


async def _verify(settings: Settings, *, as_json: bool) -> tuple[list[Difference], Counter[str]]:
    """The first differences, which are printed as they are found unless as JSON, and how many there are in each table."""
    from fordran.actions.proof.verify import verify as find_differences
    from fordran.commands.installation import database_to_read
    from fordran.commands.progress import passing_several
    from fordran.outside.media import media_of

    media = media_of(settings)
    named: list[Difference] = []
    count: Counter[str] = Counter()
    database = database_to_read(settings)

    async def find(tx: Connection) -> None:
        # Where a replica was lost amid it, all is begun anew.
        told = {str(found) for found in named}
        named.clear()
        count.clear()
        async for found in find_differences(tx, media.get, tell):
            count[found.table] += 1
            if sum(count.values()) <= MOST_NAMED:
                named.append(found)
                if not as_json and str(found) not in told:
                    typer.echo(str(found))

    with passing_several() as tell:
        try:
            await database.look(find)
        finally:
            await database.close()
    return named, count
