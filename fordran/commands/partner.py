"""`fordran partner add`: a business that brings accounts."""

from typing import Annotated

import typer

from fordran import clock
from fordran.commands.options import Data, DatabaseUrl, Json, load, show

app = typer.Typer(name="partner", help="Partners.", no_args_is_help=True, add_completion=False)


@app.callback()
def partners() -> None:
    """Partners."""


@app.command()
def add(
    ctx: typer.Context,
    name: Annotated[str, typer.Option(help="The partner's name.")],
    integration_id: Annotated[str, typer.Option(help="What the partner's own system calls it; unique.")],
    organization_no: Annotated[str, typer.Option(help="Its organisation number.")],
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Add a partner and print its id."""
    from fordran.actions.accounts.add_partner import add_partner
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        partner = in_transaction(
            settings,
            lambda tx: add_partner(
                tx, name=name, integration_id=integration_id, organization_no=organization_no, now=clock.now()
            ),
        )
    show({"_id": partner}, as_json=as_json)
