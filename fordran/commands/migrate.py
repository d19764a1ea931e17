"""`fordran migrate`: bring the database to the newest schema, without serving."""

import typer

from fordran.commands.options import Data, DatabaseUrl, Json, load, show

app = typer.Typer(add_completion=False)


@app.command()
def migrate(ctx: typer.Context, data: Data = None, database_url: DatabaseUrl = None, as_json: Json = False) -> None:
    """Bring the database to the newest schema."""
    from fordran.commands.installation import migrate_alone, reached
    from fordran.commands.progress import passing_several

    with reached(load(ctx, data, database_url)) as settings, passing_several() as tell:
        applied = migrate_alone(settings, tell)
    if as_json:
        show({"applied": applied}, as_json=True)
    else:
        typer.echo(f"Applied: {', '.join(applied)}." if applied else "The database is up to date.")
