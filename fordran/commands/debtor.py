"""`fordran debtor link`: the address and code by which a debtor opens a case."""

from typing import Annotated

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command

app = typer.Typer(name="debtor", help="What debtors can open.", no_args_is_help=True, add_completion=False)


@app.callback()
def debtor() -> None:
    """Links for debtors."""


@command(app)
def link(
    run: PrintingRun,
    case: Annotated[str, typer.Argument(metavar="CASE", help="The case's _id or its number.")],
) -> None:
    """Print the address and the code by which the debtor of a case opens it."""
    from fordran.actions.debtors.debtor_link import debtor_link
    from fordran.commands.installation import in_transaction
    from fordran.commands.listener import reachable_operator

    with run.opened() as settings:
        found = in_transaction(settings, lambda tx: debtor_link(tx, reachable_operator(settings), case, clock.now()))
    run.show({**found})
