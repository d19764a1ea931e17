"""`fordran letters`: verify every letter that left against its document, its proof and the law; note returned letters."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.proof.differences import Discrepancy
    from fordran.actions.work.note_returns import RefusedReturn
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


@command(app)
def returned(
    run: PrintingRun,
    files: Annotated[
        list[Path], typer.Argument(exists=True, dir_okay=False, readable=True, help="Lists of returned letters.")
    ],
) -> None:
    """Note letters that came back, by lists of letter number; day; reason. Exit code 2 where some cannot be noted."""
    with run.opened() as settings:
        noted, refused = asyncio.run(_note_returned(settings, files))
    run.show(
        {"noted": noted, "refused": len(refused)}
        | ({"lines": [{"file": file} | vars(one) for file, one in refused]} if run.as_json else {})
    )
    for file, one in refused:
        say(f"{file}, line {one.line}: {one.letter_number}: {one.reason}")
    raise typer.Exit(2 if refused else 0)


async def _note_returned(settings: Settings, files: list[Path]) -> tuple[int, list[tuple[str, RefusedReturn]]]:
    """How many letters were noted, and the lines that were not, with their files."""
    from fordran.actions.work.note_returns import note_returns
    from fordran.commands.installation import database_of_run

    total, refused = 0, []
    async with database_of_run(settings) as database:
        for file in files:
            noted, wrong = await note_returns(database.transaction, file.read_bytes(), clock.now())
            total += noted
            refused += [(str(file), one) for one in wrong]
    return total, refused


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
