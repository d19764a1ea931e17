"""`fordran debtor link`: the address and code by which a debtor opens a case."""

from typing import Annotated

import typer

from fordran import clock
from fordran.commands.options import Data, DatabaseUrl, Json, load, show

app = typer.Typer(name="debtor", help="What debtors can open.", no_args_is_help=True, add_completion=False)


@app.callback()
def debtor() -> None:
    """Links for debtors."""


@app.command()
def link(
    ctx: typer.Context,
    case: Annotated[str, typer.Argument(metavar="CASE", help="The case's _id or its number.")],
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Print the address and the code by which the debtor of a case opens it."""
    from fordran.actions.debtors.debtor_link import debtor_link
    from fordran.commands.installation import in_transaction, opened
    from fordran.commands.people_url import reachable_operator

    with opened(load(ctx, data, database_url)) as settings:
        found = in_transaction(settings, lambda tx: debtor_link(tx, reachable_operator(settings), case, clock.now()))
    show({**found}, as_json=as_json)
