"""`fordran migrate`: bring the database to the newest schema, without serving."""

import typer

from fordran.commands.run import PrintingRun, command

app = typer.Typer(add_completion=False)


@command(app)
def migrate(run: PrintingRun) -> None:
    """Bring the database to the newest schema."""
    from fordran.commands.installation import migrate_alone
    from fordran.commands.progress import passing_several

    with run.reached() as settings, passing_several() as tell:
        applied = migrate_alone(settings, tell)
    if run.as_json:
        run.show({"applied": applied})
    else:
        typer.echo(f"Applied: {', '.join(applied)}." if applied else "The database is up to date.")
