"""`fordran distribute`: lay the tables out over the nodes of a cluster."""

import asyncio

import typer

from fordran.commands.options import Data, DatabaseUrl, Json, load, show

app = typer.Typer(add_completion=False)


@app.command()
def distribute(ctx: typer.Context, data: Data = None, database_url: DatabaseUrl = None, as_json: Json = False) -> None:
    """Lay the tables out over the nodes of Citus; what is laid out already is left alone."""
    from fordran.commands.installation import direct_address, reached
    from fordran.commands.progress import passing_several
    from fordran.store.upkeep.distribute import distribute as lay_out

    with reached(load(ctx, data, database_url)) as settings, passing_several() as tell:
        tables = asyncio.run(lay_out(direct_address(settings), tell))
    if as_json:
        show({"distributed": tables}, as_json=True)
    else:
        typer.echo(f"Distributed: {', '.join(tables)}." if tables else "Every table is where it belongs.")
