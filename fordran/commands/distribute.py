"""`fordran distribute`: lay the tables out over the nodes of a cluster."""

import asyncio

import typer

from fordran.commands.run import PrintingRun, command

app = typer.Typer(add_completion=False)


@command(app)
def distribute(run: PrintingRun) -> None:
    """Lay the tables out over the nodes of Citus; what is laid out already is left alone."""
    from fordran.commands.installation import direct_address
    from fordran.commands.progress import passing_several
    from fordran.store.upkeep.distribute import distribute as lay_out

    with run.reached() as settings, passing_several() as tell:
        tables = asyncio.run(lay_out(direct_address(settings), tell))
    if run.as_json:
        run.show({"distributed": tables})
    else:
        typer.echo(f"Distributed: {', '.join(tables)}." if tables else "Every table is where it belongs.")
