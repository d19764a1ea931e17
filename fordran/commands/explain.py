"""`fordran explain RESOURCE [QUERY]`: how the service reads a resource, for developers."""

from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command()
def explain(
    resource: Annotated[str, typer.Argument(help="A resource, as in the path: creditors.")],
    query: Annotated[str, typer.Argument(help='A query string: \'where={"name":"A"}&sort=-_created\'.')] = "",
) -> None:
    """Print a resource's table, view, the SELECT of a query and its OpenAPI fragment."""
    from fordran.store.upkeep.explain import explain as explanation

    typer.echo(explanation(resource, query.lstrip("?")))
