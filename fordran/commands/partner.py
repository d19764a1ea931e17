"""`fordran partner add`: a business that brings accounts."""

from typing import Annotated

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command

app = typer.Typer(name="partner", help="Partners.", no_args_is_help=True, add_completion=False)


@app.callback()
def partners() -> None:
    """Partners."""


@command(app)
def add(
    run: PrintingRun,
    name: Annotated[str, typer.Option(help="The partner's name.")],
    integration_id: Annotated[str, typer.Option(help="What the partner's own system calls it; unique.")],
    organization_no: Annotated[str, typer.Option(help="Its organisation number.")],
) -> None:
    """Add a partner and print its id."""
    from fordran.actions.accounts.add_partner import add_partner

    partner = run.in_transaction(
        lambda tx: add_partner(
            tx, name=name, integration_id=integration_id, organization_no=organization_no, now=clock.now()
        )
    )
    run.show({"_id": partner})
