"""`fordran sie export`: the operator's ledger of a period for a bookkeeping system."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from fordran import clock
from fordran.commands.report_options import day_of
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

app = typer.Typer(name="sie", help="The operator's ledger as SIE.", no_args_is_help=True, add_completion=False)


@app.callback()
def sie() -> None:
    """The operator's ledger as SIE."""


@command(app, "export")
def export(
    run: PrintingRun,
    first: Annotated[str, typer.Option("--from", metavar="DATE", help="The first day.")],
    last: Annotated[str, typer.Option("--to", metavar="DATE", help="The last day.")],
    output: Annotated[Path, typer.Option("--output", help="The file to write, usually named .si.")],
) -> None:
    """Write the operator's ledger of a period as SIE 4I, a voucher for each day and kind. A closed month never changes."""
    with run.opened() as settings:
        path = output.absolute()
        vouchers = asyncio.run(_export(settings, first, last, path))
    run.show({"file": str(path), "vouchers": vouchers})


async def _export(settings: Settings, first: str, last: str, output: Path) -> int:
    """How many vouchers were written."""
    from fordran.actions.books.export_sie import export_sie
    from fordran.commands.installation import database_of_run
    from fordran.outside.order_files import whole_file

    begins, ends, today = day_of(first), day_of(last), clock.stockholm_date(clock.now())
    async with database_of_run(settings) as database, database.transaction() as tx:
        file, vouchers = await export_sie(tx, settings.operator, settings.ledger_accounts, begins, ends, today)
    with whole_file(output) as written:
        written.write(file)
    return vouchers
