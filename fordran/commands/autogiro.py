"""`fordran autogiro`: write mandates and debits to a file for Bankgirot, and read what Bankgirot says of them."""

from __future__ import annotations

import asyncio
import io
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.formats.autogiro_orders import AutogiroPayee

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
        payee, _, out_folder = _section(settings)
        orders, names = asyncio.run(_export(settings, payee, out_folder))
    run.show({"orders": orders, "files": len(names)} | ({"names": names} if run.as_json else {}))
    for name in names:
        say(f"Wrote {name}")


@command(app, "import")
def import_reports(run: PrintingRun, file: Files = None) -> None:
    """Read reports from Bankgirot. Exit code 0: all; 2: some were refused, and changed nothing."""
    with run.opened() as settings:
        payee, in_folder, _ = _section(settings)
        paths = file or sorted(path for path in in_folder.iterdir() if path.is_file())
        outcomes = asyncio.run(_import(settings, payee, paths))
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


def _section(settings: Settings) -> tuple[AutogiroPayee, Path, Path]:
    """Us, as Bankgirot knows us, and the folders for reports and for files to Bankgirot."""
    from fordran.domain.numbers import bankgiro
    from fordran.formats.autogiro_orders import AutogiroPayee

    section = settings.autogiro
    if section is None:
        raise NoAutogiro("The settings have no section [autogiro].")
    payee = AutogiroPayee(section.customer_number, bankgiro.compact(section.bankgiro))
    return payee, Path(section.in_folder), Path(section.out_folder)


async def _export(settings: Settings, payee: AutogiroPayee, folder: Path) -> tuple[int, list[str]]:
    """How many orders there are, and the files that were written."""
    from fordran.actions.autogiro.look_after_debits import look_after_debits
    from fordran.actions.autogiro.send_orders import file_content, files_to_write, gather_orders, note_written
    from fordran.commands.installation import database_of_run
    from fordran.outside.order_files import write_whole
    from fordran.safe_names import make_folder

    names = []
    make_folder(folder)
    async with database_of_run(settings) as database:
        looked = 1
        while looked:
            async with database.transaction() as tx:
                looked = await look_after_debits(tx, clock.now())
        async with database.transaction() as tx:
            orders = await gather_orders(tx, clock.now())
        async with database.connection() as connection:
            files = await files_to_write(connection)
        for file in files:
            async with database.transaction() as tx:
                path = folder / f"autogiro-{file['day']}-{file['id']}.txt"
                write_whole(path, [await file_content(tx, file["id"], file["day"], payee)])
                await note_written(tx, file["id"], clock.now())
            names.append(str(path))
    return orders, names


async def _import(settings: Settings, payee: AutogiroPayee, paths: list[Path]) -> list[dict[str, Any]]:
    """The outcome of each file, in order; a refused file does not stop the others."""
    from fordran.actions.autogiro.note_reports import note_reports
    from fordran.actions.bank.settle_payments import settle_all
    from fordran.actions.bank.store_file import sent_file
    from fordran.commands.installation import database_of_run
    from fordran.formats.autogiro import read_autogiro
    from fordran.formats.bank import BadBankFile

    outcomes: list[dict[str, Any]] = []
    async with database_of_run(settings) as database:
        for path in paths:
            data = path.read_bytes()
            try:
                reports = read_autogiro(io.BytesIO(data))
                async with database.transaction() as tx:
                    noted = await note_reports(tx, reports, sent_file(io.BytesIO(data), path.name), payee, clock.now())
            except BadBankFile as bad:
                outcomes.append({"file": str(path), "mandates": {}, "refused": str(bad)})
                continue
            look_at = sorted(record.line for record in noted.strange)
            states = {"mandates": dict(noted.states), "debits": dict(noted.debits)}
            outcome = {"file": str(path), **states, "read_before": noted.is_known}
            outcomes.append(outcome | ({"look_at": look_at} if look_at else {}))
        await settle_all(database, clock.now())
    return outcomes
