"""`fordran autogiro`: write mandates and debits to a file for Bankgirot, and read what Bankgirot says of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.outside.autogiro_folders import AutogiroFolders

app = typer.Typer(
    name="autogiro",
    help="Mandates and debits by Autogiro, to Bankgirot and back.",
    no_args_is_help=True,
    add_completion=False,
)

Files = Annotated[
    list[Path] | None,
    typer.Argument(
        exists=True, dir_okay=False, readable=True, help="Reports from Bankgirot; without any, all of in_folder."
    ),
]


class NoAutogiro(Exception):
    """The settings have no section about Autogiro."""


@app.callback()
def autogiro() -> None:
    """Mandates and debits by Autogiro, to Bankgirot and back."""


@command(app, "export")
def export(run: PrintingRun) -> None:
    """Write mandates and debits, new and ended, to a file for Bankgirot. Without any there is no file."""
    with run.opened() as settings:
        orders, names = asyncio.run(_export(settings, _folders(settings)))
    run.show({"orders": orders, "files": len(names)} | ({"names": names} if run.as_json else {}))
    for name in names:
        say(f"Wrote {name}")


@command(app, "import")
def import_reports(run: PrintingRun, file: Files = None) -> None:
    """Read reports from Bankgirot. Exit code 0: all; 2: some were refused, and changed nothing."""
    with run.opened() as settings:
        folders = _folders(settings)
        outcomes = asyncio.run(_import(settings, folders, file or folders.reports()))
    totals: Counter[str] = Counter()
    for outcome in outcomes:
        totals.update(outcome["mandates"])
        totals.update({f"debits_{state}": count for state, count in outcome.get("debits", {}).items()})
    refused = [outcome for outcome in outcomes if "refused" in outcome]
    known = sum(1 for outcome in outcomes if outcome.get("read_before"))
    shown = {"files": len(outcomes), "read_before": known, "refused": len(refused), **totals}
    run.show(shown | ({"outcomes": outcomes} if run.as_json else {}))
    for outcome in outcomes:
        if "refused" in outcome:
            say(f"{outcome['file']} was refused: {outcome['refused']}")
        for line in outcome.get("look_at", ()):
            say(f"{outcome['file']}, line {line}: no mandate of ours, or a code that is not documented")
    raise typer.Exit(2 if refused else 0)


def _folders(settings: Settings) -> AutogiroFolders:
    """Us, as Bankgirot knows us, and the folders for reports and for files to Bankgirot."""
    from fordran.outside.autogiro_folders import AutogiroFolders

    if settings.autogiro is None:
        raise NoAutogiro("The settings have no section [autogiro].")
    return AutogiroFolders.of(settings.autogiro)


async def _export(settings: Settings, folders: AutogiroFolders) -> tuple[int, list[str]]:
    """How many orders there are, and the files that were written."""
    from fordran.actions.autogiro.look_after_debits import look_after_debits
    from fordran.actions.autogiro.send_orders import export_step, gather_orders
    from fordran.commands.installation import database_of_run
    from fordran.safe_names import make_folder

    names: list[str] = []
    make_folder(folders.out_folder)
    async with database_of_run(settings) as database:
        looked = 1
        while looked:
            async with database.transaction() as tx:
                looked = await look_after_debits(tx, clock.now())
        async with database.transaction() as tx:
            orders = await gather_orders(tx, clock.now())
        done = 1
        while done:
            async with database.transaction() as tx:
                done = await export_step(
                    tx, folders.payee, lambda name, content: names.append(folders.write(name, content)), clock.now()
                )
    return orders, names


async def _import(settings: Settings, folders: AutogiroFolders, paths: list[Path]) -> list[dict[str, Any]]:
    """The outcome of each file, in order; a refused file does not stop the others."""
    from fordran.actions.autogiro.note_reports import note_file
    from fordran.actions.bank.settle_payments import settle_all
    from fordran.commands.installation import database_of_run

    outcomes: list[dict[str, Any]] = []
    async with database_of_run(settings) as database:
        for path in paths:
            async with database.transaction() as tx:
                noted = await note_file(tx, path.name, path.read_bytes(), folders.payee, clock.now())
            states = {"mandates": dict(noted.states), "debits": dict(noted.debits)}
            look_at = sorted(record.line for record in noted.strange)
            outcome = {"file": str(path), **states, "read_before": noted.is_known}
            outcome |= {"look_at": look_at} if look_at else {}
            outcomes.append(outcome | ({"refused": noted.refused} if noted.refused else {}))
        await settle_all(database, clock.now())
    return outcomes
