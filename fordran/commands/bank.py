"""`fordran bank import FILE…`: take in files from the bank, each whole or not at all."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

app = typer.Typer(name="bank", help="Files from the bank.", no_args_is_help=True, add_completion=False)

CONNECTIONS = 3
"""Two that settle beside each other, and one that asks what is next."""

File = Annotated[
    list[Path],
    typer.Argument(
        exists=True, dir_okay=False, readable=True, help="BgMax, camt.053, camt.054 or pain.002, told by its contents."
    ),
]


@app.callback()
def bank() -> None:
    """Files from the bank."""


@command(app, "import")
def import_files(run: PrintingRun, file: File) -> None:
    """Import files from the bank. Exit code 0: all; 2: some were refused, and brought nothing."""
    from fordran.actions.bank.store_file import COUNTED
    from fordran.commands.process_setup import settle_memory

    with run.opened() as settings:
        settle_memory()
        outcomes = asyncio.run(_import(settings, file))
    totals: Counter[str] = Counter()
    for outcome in outcomes:
        totals.update({name: outcome[name] for name in ("transactions", *COUNTED)})
    refused = [outcome for outcome in outcomes if "refused" in outcome]
    counted = {name: totals[name] for name in ("transactions", *COUNTED)} | {"refused": len(refused)}
    run.show(counted | ({"files": outcomes} if run.as_json else {}))
    for outcome in refused:
        say(f"{outcome['file']} was refused: {outcome['refused']}")
    raise typer.Exit(2 if refused else 0)


async def _import(settings: Settings, files: list[Path]) -> list[dict[str, Any]]:
    """The outcome of each file, in order; a refused file does not stop the others."""
    from fordran.actions.bank.import_bank_file import import_bank_file
    from fordran.actions.bank.store_file import COUNTED, sent_file
    from fordran.actions.transfers.reopen_payouts import reopen_all
    from fordran.commands.installation import database_of_run
    from fordran.commands.progress import counting, passing
    from fordran.formats.bank import BadBankFile

    outcomes = []
    async with database_of_run(settings, CONNECTIONS) as database:
        for path in files:
            nothing = dict.fromkeys(("transactions", *COUNTED), 0)
            with path.open("rb") as stream:
                sent = sent_file(stream, path.name)
                try:
                    with passing(0, f"payments of {path.name}") as tell:
                        stored = await import_bank_file(
                            database, sent, settings.operator.bankgiro, clock.now(), counting(tell, 0)
                        )
                except BadBankFile as bad:
                    outcomes.append({"file": str(path), **nothing, "refused": str(bad)})
                    continue
            await reopen_all(database, clock.now())
            outcomes.append({"file": str(path), "_id": stored.id, "kind": stored.kind, **nothing, **stored.counts})
    return outcomes
