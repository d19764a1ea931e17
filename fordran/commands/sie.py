"""`fordran sie export`: the journal of a period for a bookkeeping system."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from fordran import clock
from fordran.commands.report_options import day_of
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

app = typer.Typer(name="sie", help="The journal as SIE.", no_args_is_help=True, add_completion=False)


@app.callback()
def sie() -> None:
    """The journal as SIE."""


@command(app, "export")
def export(
    run: PrintingRun,
    first: Annotated[str, typer.Option("--from", metavar="DATE", help="The first day.")],
    last: Annotated[str, typer.Option("--to", metavar="DATE", help="The last day.")],
    output: Annotated[Path, typer.Option("--output", help="The file to write, usually named .si.")],
) -> None:
    """Write the journal of a period as SIE 4I, a voucher a booking."""
    with run.opened() as settings:
        path = output.absolute()
        vouchers = asyncio.run(_export(settings, first, last, path))
    run.show({"file": str(path), "vouchers": vouchers})


async def _export(settings: Settings, first: str, last: str, output: Path) -> int:
    """How many vouchers were written. They are read in one snapshot, so that they are those of one moment."""
    from fordran.actions.books.export_sie import sie_pieces
    from fordran.commands.installation import database_of_run
    from fordran.commands.progress import passing
    from fordran.outside.order_files import whole_file

    begins, ends, today = day_of(first), day_of(last), clock.stockholm_date(clock.now())
    pieces = 0
    with whole_file(output) as file, passing(0, "vouchers") as tell:
        async with database_of_run(settings) as database, database.transaction() as tx:
            await tx.execute("set transaction isolation level repeatable read, read only")
            async for piece in sie_pieces(tx, settings.operator, begins, ends, today):
                file.write(piece)
                pieces += 1
                tell(pieces - 1, 0)
    # The first piece is the file's head.
    return pieces - 1
