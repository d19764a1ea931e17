"""`fordran letters verify`: every letter that left, held against its document, its proof and the law."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.proof.differences import Discrepancy
    from fordran.store.connections.database import Connection


app = typer.Typer(name="letters", help="Letters to customers.", no_args_is_help=True, add_completion=False)


@app.callback()
def letters() -> None:
    """Letters to customers."""


@command(app)
def verify(run: PrintingRun) -> None:
    """Verify every letter that left; exit code 1 where something differs."""
    with run.reached() as settings:
        found = asyncio.run(_differences(settings))
    if run.as_json:
        shown = [vars(one) | {"expected": str(one.expected), "found": str(one.found)} for one in found]
        run.show({"differences": shown, "count": len(found)})
    else:
        for one in found:
            typer.echo(str(one))
        typer.echo(f"{len(found)} differences." if found else "Every letter is as it should be.")
    raise typer.Exit(1 if found else 0)


async def _differences(settings: Settings) -> list[Discrepancy]:
    from fordran.actions.proof.letters.verify_letters import verify_letters
    from fordran.commands.installation import database_to_read
    from fordran.commands.progress import passing
    from fordran.outside.media import media_of

    media = media_of(settings)
    database = database_to_read(settings)
    try:
        with passing(0, "letters") as tell:

            async def find(tx: Connection) -> list[Discrepancy]:
                return [found async for found in verify_letters(tx, media.get, settings.operator.name, tell)]

            return await database.look(find)
    finally:
        await database.close()
